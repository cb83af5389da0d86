import { useState } from 'react'
import { cancelTransaction } from '#contract/endpoints/transaction.ts'
import { useAction } from '#state/action.ts'
import { request } from '#state/request.ts'
import { activityText } from '#text/activity.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { DialogActions } from '#ui/DialogActions.tsx'

type Props = { transactionId: string; walletId: string }

/** Takes back what guardians have not approved yet, once its owner is sure. */
export function CancelButton({ transactionId, walletId }: Props) {
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
      <Button size={48} variant="soft-danger" className="flex-1" acts onClick={() => setAsking(true)}>
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
          <Button
            size={48}
            block
            variant="danger"
            acts
            working={cancel.working}
            onClick={() => void cancel.run()}
          >
            {activityText.cancel}
          </Button>
        </DialogActions>
      </Dialog>
    </>
  )
}
