import type { Transaction } from '#contract/transaction.ts'
import { askedAnew, isCancelling } from '#domain/attempt.ts'
import { openModal } from '#state/modals.ts'
import { replaceText } from '#text/replace.ts'
import { Button } from '#ui/Button.tsx'
import { FeeRefused } from './FeeRefused.tsx'
import { HigherFee } from './HigherFee.tsx'

type Props = { transaction: Transaction; walletId: string }

/** What its owner can do about a send that its network has not taken yet. */
export function Hanging({ transaction, walletId }: Props) {
  const cancelling = isCancelling(transaction)
  const raise = askedAnew(transaction)
  const refused = cancelling || raise ? undefined : transaction.raiseRefused
  const ask = (cancels: boolean) =>
    openModal({ id: 'replace-transaction', walletId, transactionId: transaction.id, cancels })
  return (
    <section aria-label={replaceText.title} className="mt-4">
      <p className="text-body text-text-2">{cancelling ? replaceText.cancelling : replaceText.waits}</p>
      {raise && <HigherFee transaction={transaction} raise={raise} walletId={walletId} />}
      <div role="status">{refused && <FeeRefused {...refused} />}</div>
      {!cancelling && !raise && (
        <Button block className="mt-3" acts onClick={() => ask(false)}>
          {replaceText.speedUp.action}
        </Button>
      )}
      <Button
        variant={cancelling ? 'secondary' : 'soft-danger'}
        block
        className="mt-3"
        acts
        onClick={() => ask(true)}
      >
        {cancelling ? replaceText.again.action : replaceText.cancel.action}
      </Button>
    </section>
  )
}
