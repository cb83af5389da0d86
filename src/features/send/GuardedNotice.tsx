import type { Wallet } from '#contract/wallet.ts'
import { stepperText } from '#domain/guardian.ts'
import { useProtection } from '#state/protection.ts'
import { protectionText } from '#text/protection.ts'
import { sendText } from '#text/send.ts'
import { Notice } from '#ui/Notice.tsx'

/** How many guardians stand between Submit and the chain, or that nobody does although somebody should. */
export function GuardedNotice({ wallet }: { wallet: Wallet }) {
  const { rule, isMissing } = useProtection(wallet)
  if (rule.count === 0) {
    return isMissing ? (
      <Notice tone="warn" icon="triangle-alert" role="note" className="mt-4">
        {protectionText.missing}
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
