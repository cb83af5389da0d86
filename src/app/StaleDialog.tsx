import { useAtom } from 'jotai'
import { reloadForUpdate, staleAtom } from '#state/browser.ts'
import { boundaryText } from '#text/boundary.ts'
import { kitText } from '#text/kit.ts'
import { updateText } from '#text/update.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { DialogActions } from '#ui/DialogActions.tsx'

/** Asks before the page loads again while something is typed in what lies over it. */
export function StaleDialog() {
  const [stale, setStale] = useAtom(staleAtom)
  const keep = () => setStale(false)
  return (
    <Dialog open={stale} onClose={keep} title={updateText.newVersion} role="alertdialog" layer="error">
      <p className="text-body text-text-2">{updateText.stale}</p>
      <DialogActions className="mt-6">
        <Button size={48} onClick={keep} data-autofocus>
          {kitText.keepEditing}
        </Button>
        <Button size={48} variant="primary" onClick={reloadForUpdate}>
          {boundaryText.reload}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
