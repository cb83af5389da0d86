import type { ErrorInfo as Info } from '#state/modals.ts'
import { appText } from '#text/app.ts'
import { commonText } from '#text/common.ts'
import { Button } from '#ui/Button.tsx'
import { CopyButton } from '#ui/CopyButton.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { Tile } from '#ui/Tile.tsx'

interface Props {
  info: Info
  open: boolean
  onClose: () => void
}

/** Says what went wrong, on top of everything else. */
export function ErrorInfo({ info, open, onClose }: Props) {
  return (
    <Dialog open={open} onClose={onClose} role="alertdialog" label={info.name} layer="error">
      <Tile icon="circle-alert" tone="bad" shape="square" size={48} />
      <h2 className="mt-5 type-h2 break-words">{info.name}</h2>
      <p className="mt-1 text-body text-text-2 break-words">{info.message}</p>
      {info.traceId && (
        <div className="well mt-4 flex items-center gap-3 py-2 pl-4 pr-2">
          <dl className="min-w-0 flex-1">
            <dt className="text-xs text-text-3">{appText.errorCode}</dt>
            <dd className="type-mono text-sm break-all">{info.traceId}</dd>
          </dl>
          <CopyButton iconOnly label={appText.copyErrorCode} value={info.traceId} />
        </div>
      )}
      <Button size={48} block className="mt-5" onClick={onClose} data-autofocus>
        {commonText.close}
      </Button>
    </Dialog>
  )
}
