import { useAtomValue } from 'jotai'
import type { Wallet } from '#contract/wallet.ts'
import { confirmedCount, stepperText } from '#domain/guardian.ts'
import { approversAtom } from '#state/perwallet.ts'
import { sendText } from '#text/send.ts'
import { Notice } from '#ui/Notice.tsx'
import { guardedBy } from './guarded.ts'

/** How many guardians stand between Submit and the chain; nothing where none does. */
export function GuardedNotice({ wallet }: { wallet: Wallet }) {
  const confirmed = confirmedCount(useAtomValue(approversAtom(wallet.id)))
  const rule = guardedBy(wallet, confirmed)
  if (rule.count === 0) return null
  return (
    <Notice tone="neutral" icon="shield-check" role="note" className="mt-4">
      {sendText.guarded.before}
      <b className="font-550 text-text">{stepperText(rule)}</b>
      {sendText.guarded.after}
    </Notice>
  )
}
