import { useState } from 'react'
import { cancelTransaction } from '#contract/endpoints/transaction.ts'
import type { ApprovalState, Transaction } from '#contract/transaction.ts'
import { clockText, dateText } from '#domain/date.ts'
import { useAction } from '#state/action.ts'
import { request } from '#state/request.ts'
import { activityText } from '#text/activity.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { DialogActions } from '#ui/DialogActions.tsx'
import { Fact, Facts } from '#ui/Facts.tsx'
import { decisionText } from './decision.ts'

type Props = { transaction: Transaction; approval: ApprovalState; walletId: string }

/** What the owner of a transaction that needs guardians is told about them. */
export function ApprovalFacts({ transaction, approval, walletId }: Props) {
  const waiting = transaction.status === 'pending-approval'
  const expires = waiting && activityText.expires(dateText(approval.expiresAt))
  return (
    <section aria-label={activityText.approvals}>
      <Facts className="mt-4">
        <Fact
          label={activityText.approved(approval.approved, approval.required)}
          aside={expires}
          below={Boolean(approval.note)}
        >
          {approval.note || expires}
        </Fact>
        {approval.guardians.map((guardian, index) => (
          <Fact
            // biome-ignore lint/suspicious/noArrayIndexKey: who was removed and came back is there twice, in one order
            key={index}
            label={<span className="[overflow-wrap:anywhere]">{guardian.email}</span>}
          >
            {decisionText(guardian, clockText)}
          </Fact>
        ))}
      </Facts>
      {waiting && <Cancel transactionId={transaction.id} walletId={walletId} />}
    </section>
  )
}

function Cancel({ transactionId, walletId }: { transactionId: string; walletId: string }) {
  const [asking, setAsking] = useState(false)
  const cancel = useAction(
    async () => {
      await request(
        cancelTransaction,
        { params: { id: walletId, txId: transactionId }, body: {} },
        { into: 'transaction' },
      )
      setAsking(false)
    },
    { onError: 'error-info' },
  )
  return (
    <>
      <Button variant="soft-danger" block className="mt-4" acts onClick={() => setAsking(true)}>
        {activityText.cancel}
      </Button>
      <Dialog
        open={asking}
        onClose={() => setAsking(false)}
        title={activityText.cancelTitle}
        role="alertdialog"
      >
        <p className="text-body text-text-2">{activityText.cancelFollows}</p>
        <DialogActions className="mt-6">
          <Button size={48} disabled={cancel.working} onClick={() => setAsking(false)}>
            {activityText.keep}
          </Button>
          <Button size={48} variant="danger" acts working={cancel.working} onClick={() => void cancel.run()}>
            {activityText.cancel}
          </Button>
        </DialogActions>
      </Dialog>
    </>
  )
}
