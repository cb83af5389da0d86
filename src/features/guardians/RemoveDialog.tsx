import { useAtomValue } from 'jotai'
import { useAction } from '#state/action.ts'
import type { ModalProps } from '#state/modals.ts'
import { useOnline } from '#state/online.ts'
import { approversAtom } from '#state/perwallet.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { DialogActions } from '#ui/DialogActions.tsx'
import { removeGuardian } from './remove.ts'

export function RemoveDialog({ modal, open, onClose }: ModalProps<'remove-guardian'>) {
  const online = useOnline()
  const approver = useAtomValue(approversAtom(modal.walletId)).find(({ id }) => id === modal.approverId)
  const remove = useAction(() => removeGuardian(modal.walletId, modal.approverId), { onError: 'error-info' })
  return (
    <Dialog open={open} onClose={onClose} title="Remove Guardian" role="alertdialog">
      {approver && <p className="text-ui font-550 break-words">{approver.approverEmail}</p>}
      <p className="text-body text-text-2">This Guardian won't be able to approve your transactions.</p>
      <DialogActions className="mt-6">
        <Button size={48} onClick={onClose}>
          Cancel
        </Button>
        <Button
          size={48}
          variant="danger"
          disabled={!online}
          onClick={() => {
            onClose()
            void remove.run()
          }}
        >
          Remove
        </Button>
      </DialogActions>
    </Dialog>
  )
}
