import type { ModalProps } from '#state/modals.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { DialogActions } from '#ui/DialogActions.tsx'

export function LimitDialog({ open, onClose }: ModalProps<'guardian-limit-reached'>) {
  return (
    <Dialog open={open} onClose={onClose} title="Guardian Limit Reached">
      <p className="text-body text-text-2">Remove an existing or pending Guardian to add a new one.</p>
      <DialogActions className="mt-6">
        <Button size={48} block onClick={onClose}>
          Close
        </Button>
      </DialogActions>
    </Dialog>
  )
}
