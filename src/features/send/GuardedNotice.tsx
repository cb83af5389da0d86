import { useAtomValue } from 'jotai'
import type { Wallet } from '#contract/wallet.ts'
import { approvalFlow, confirmedCount, stepperText, unprotectedText } from '#domain/guardian.ts'
import { approversAtom } from '#state/perwallet.ts'
import { approversLoadAtom } from '#state/queries.ts'
import { sendText } from '#text/send.ts'
import { Notice } from '#ui/Notice.tsx'
import { guardedBy } from './guarded.ts'

/** How many guardians stand between Submit and the chain, or that nobody does although somebody should. */
export function GuardedNotice({ wallet }: { wallet: Wallet }) {
  const confirmed = confirmedCount(useAtomValue(approversAtom(wallet.id)))
  const rule = guardedBy(wallet, confirmed)
  const known = useAtomValue(approversLoadAtom(wallet.id)).phase === 'ready'
  if (rule.count === 0) {
    const unprotected = known ? unprotectedText(approvalFlow(wallet), confirmed) : undefined
    return unprotected ? (
      <Notice tone="warn" icon="triangle-alert" role="note" className="mt-4">
        {unprotected}
      </Notice>
    ) : null
  }
  return (
    <Notice tone="neutral" icon="shield-check" role="note" className="mt-4">
      {sendText.guarded.before}
      <b className="font-550 text-text">{stepperText(rule)}</b>
      {sendText.guarded.after}
    </Notice>
  )
}
