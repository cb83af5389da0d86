import { installWay } from '#domain/device.ts'
import { readDevice } from '#state/device.ts'
import { commonText } from '#text/common.ts'
import { installText } from '#text/install.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { DialogActions } from '#ui/DialogActions.tsx'

/** The way to install the app where the browser does not offer it. */
export function InstallDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const way = installWay(readDevice())
  const steps = installText.steps[way]
  return (
    <Dialog open={open} onClose={onClose} title={installText.title}>
      <p className="text-body text-text-2">{installText.leads[way] ?? installText.lead}</p>
      {steps.length > 0 && (
        <ol className="m-0 mt-4 list-decimal pl-5 text-body">
          {steps.map((step) => (
            <li key={step} className="mt-1">
              {step}
            </li>
          ))}
        </ol>
      )}
      <DialogActions className="mt-6">
        <Button size={48} onClick={onClose} data-autofocus>
          {commonText.close}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
