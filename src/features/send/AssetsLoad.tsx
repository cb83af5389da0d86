import type { Load } from '#state/queries.ts'
import { sendText } from '#text/send.ts'
import { Button } from '#ui/Button.tsx'
import { Notice } from '#ui/Notice.tsx'
import { VisuallyHidden } from '#ui/VisuallyHidden.tsx'

/** How the assets of a wallet stand that was not looked at before; nothing once they were read. */
export function AssetsLoad({ load }: { load: Load | undefined }) {
  if (!load || load.phase === 'ready') return null
  if (load.phase === 'offline') {
    return (
      <Notice tone="neutral" icon="info" role="status" className="mt-3">
        {sendText.offline}
      </Notice>
    )
  }
  if (load.phase === 'failed') {
    return (
      <Notice tone="bad" icon="circle-alert" role="alert" className="mt-3">
        {sendText.assetsFailed}{' '}
        <Button size={32} onClick={load.retry}>
          {sendText.tryAgain}
        </Button>
      </Notice>
    )
  }
  return (
    <div role="status" className="late mt-3">
      <VisuallyHidden>{sendText.loadingAssets}</VisuallyHidden>
      <span aria-hidden className="pulse block h-11px w-1/2 rounded-full bg-line" />
    </div>
  )
}
