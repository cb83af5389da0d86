import './scan.css'
import { useState } from 'react'
import type { Asset } from '#contract/asset.ts'
import { readScanned } from '#domain/scanned.ts'
import { saying } from '#text/catalogue.ts'
import { commonText } from '#text/common.ts'
import { kitText } from '#text/kit.ts'
import { scanText } from '#text/scan.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { Notice } from '#ui/Notice.tsx'
import { useCamera } from './camera.ts'

type Props = {
  assets: readonly Asset[]
  open: boolean
  onClose: () => void
  /** What is to stand in the field of the recipient. */
  onFound: (text: string) => void
}

/** Looks for a code until one names a recipient; the camera is on no longer than this is open. */
export function ScanDialog({ assets, open, onClose, onFound }: Props) {
  /** Why the last code that was seen is none. */
  const [wrong, setWrong] = useState<string>()
  const { ref, phase, again } = useCamera(open, async (text, signal) => {
    const read = await readScanned(text, assets)
    if (signal.aborted) return
    if (read && 'recipient' in read) onFound(read.recipient)
    else setWrong(read ? saying(read.refusal) : scanText.noAddress)
  })
  const runs = phase === 'starting' || phase === 'looking'
  return (
    <Dialog open={open} onClose={onClose} title={scanText.title} closeButton>
      {runs && (
        <>
          <p className="text-body text-text-2">{scanText.lead}</p>
          <div className="scan-picture mt-4">
            <video ref={ref} aria-label={scanText.picture} muted playsInline />
          </div>
        </>
      )}
      <p role="status" className="text-ui text-text-2 not-empty:mt-4">
        {phase === 'looking' ? (wrong ?? scanText.looking) : runs && scanText.starting}
      </p>
      {!runs && (
        <Notice tone="bad" icon="circle-alert" role="alert">
          {scanText[phase]}
        </Notice>
      )}
      {/* One button, so that the focus stays on it. */}
      <Button size={48} block className="mt-6" onClick={runs ? onClose : again}>
        {runs ? commonText.cancel : kitText.tryAgain}
      </Button>
    </Dialog>
  )
}
