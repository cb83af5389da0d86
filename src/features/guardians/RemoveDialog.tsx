import { useAtomValue } from 'jotai'
import { useAction } from '#state/action.ts'
import type { ModalProps } from '#state/modals.ts'
import { approversAtom } from '#state/perwallet.ts'
import { commonText } from '#text/common.ts'
import { guardiansText } from '#text/guardians.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { DialogActions } from '#ui/DialogActions.tsx'
import { removeGuardian } from './remove.ts'

export function RemoveDialog({ modal, open, onClose }: ModalProps<'remove-guardian'>) {
  const approver = useAtomValue(approversAtom(modal.walletId)).find(({ id }) => id === modal.approverId)
  const remove = useAction(() => removeGuardian(modal.walletId, modal.approverId), { onError: 'error-info' })
  return (
    <Dialog open={open} onClose={onClose} title={guardiansText.removeTitle} role="alertdialog">
      {approver && <p className="text-ui font-550 [overflow-wrap:anywhere]">{approver.approverEmail}</p>}
      <p className="text-body text-text-2">{guardiansText.removeFollows}</p>
      <DialogActions className="mt-6">
        <Button size={48} onClick={onClose}>
          {commonText.cancel}
        </Button>
        <Button
          size={48}
          variant="danger"
          acts
          onClick={() => {
            onClose()
            void remove.run()
          }}
        >
          {guardiansText.remove}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
