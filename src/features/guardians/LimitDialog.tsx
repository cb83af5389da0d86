import type { ModalProps } from '#state/modals.ts'
import { commonText } from '#text/common.ts'
import { guardiansText } from '#text/guardians.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { DialogActions } from '#ui/DialogActions.tsx'

export function LimitDialog({ open, onClose }: ModalProps<'guardian-limit-reached'>) {
  return (
    <Dialog open={open} onClose={onClose} title={guardiansText.limit}>
      <p className="text-body text-text-2">{guardiansText.limitWhy}</p>
      <DialogActions className="mt-6">
        <Button size={48} block onClick={onClose}>
          {commonText.close}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
