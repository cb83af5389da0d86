import type { ModalProps } from '#state/modals.ts'
import { authText } from '#text/auth.ts'
import { Dialog } from '#ui/Dialog.tsx'
import { authenticators } from './authenticator.ts'
import { StoreLinks } from './StoreLinks.tsx'

type Props = ModalProps<'download-google-authy' | 'download-authy'>

export function DownloadModal({ modal, open, onClose }: Props) {
  const app = authenticators[modal.id === 'download-authy' ? 'authy' : 'google-authenticator']
  return (
    <Dialog open={open} onClose={onClose} title={app.name} closeButton className="max-w-118!">
      <p className="mb-5 text-body text-text-2">{authText.scanStore}</p>
      <StoreLinks app={app} />
    </Dialog>
  )
}
