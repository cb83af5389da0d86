import { guardiansText } from '#text/guardians.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { DialogActions } from '#ui/DialogActions.tsx'

type Props = {
  open: boolean
  /** From when it applies, where an earlier rule still binds. */
  starts: string | undefined
  onClose: () => void
  onConfirm: () => void
}

/** Weaker protection is never one press away. */
export function TurnOffDialog({ open, starts, onClose, onConfirm }: Props) {
  return (
    <Dialog open={open} onClose={onClose} title={guardiansText.offTitle} role="alertdialog">
      <p className="text-body text-text-2">{guardiansText.offFollows}</p>
      <p className="mt-2 text-body text-text-2">{guardiansText.offStays}</p>
      {starts && <p className="mt-2 text-body text-text">{starts}</p>}
      <DialogActions className="mt-6">
        <Button size={48} data-autofocus onClick={onClose}>
          {guardiansText.keepOn}
        </Button>
        <Button
          size={48}
          variant="danger"
          onClick={() => {
            onClose()
            onConfirm()
          }}
        >
          {guardiansText.turnOff}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
