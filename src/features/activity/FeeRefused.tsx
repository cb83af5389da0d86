import { DEFAULT_REJECT_REASON } from '#contract/limit.ts'
import type { Transaction } from '#contract/transaction.ts'
import { EXPIRED } from '#features/transaction/history.ts'
import { worded } from '#text/catalogue.ts'
import { replaceText } from '#text/replace.ts'
import { transactionText } from '#text/transaction.ts'
import { Notice } from '#ui/Notice.tsx'

/** Why guardians did not approve that what hangs may cost more; it goes on as it was. */
export function FeeRefused({ by, reason }: NonNullable<Transaction['raiseRefused']>) {
  const text = replaceText.anew
  const isExpired = reason === EXPIRED
  const lead = by ? text.declinedBy(by) : isExpired ? transactionText.ended.expired : text.refused
  return (
    <Notice tone="bad" icon="circle-alert" className="mt-4">
      <p>
        <b className="font-550">{lead}</b> {text.stays}
      </p>
      {reason && !isExpired && reason !== DEFAULT_REJECT_REASON && (
        <p className="mt-1">{transactionText.reason(worded(reason))}</p>
      )}
    </Notice>
  )
}
