import { disconnectSession } from '#contract/endpoints/dapp.ts'
import { useAction } from '#state/action.ts'
import type { ModalProps } from '#state/modals.ts'
import { request } from '#state/request.ts'
import { dappsText } from '#text/dapps.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { DialogActions } from '#ui/DialogActions.tsx'
import { AppHead } from './AppHead.tsx'
import { useSession } from './item.ts'

export function DisconnectDialog({ modal, open, onClose }: ModalProps<'disconnect-session'>) {
  const { walletId, sessionId } = modal
  const session = useSession(walletId, sessionId)
  const disconnect = useAction(
    async () => {
      await request(disconnectSession, { params: { id: sessionId }, body: { walletId } }, { into: 'session' })
      onClose()
    },
    { onError: 'error-info' },
  )
  if (!session) return null
  return (
    <Dialog open={open} onClose={onClose} role="alertdialog" label={dappsText.disconnect}>
      <AppHead title={dappsText.disconnect} session={session} />
      <p className="mt-4 text-body text-text-2">{dappsText.sureToDisconnect}</p>
      <DialogActions className="mt-6">
        <Button size={48} data-autofocus disabled={disconnect.working} onClick={onClose}>
          {dappsText.close}
        </Button>
        <Button
          size={48}
          variant="danger"
          acts
          working={disconnect.working}
          workingText={dappsText.disconnected}
          onClick={() => void disconnect.run()}
        >
          {dappsText.disconnect}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
