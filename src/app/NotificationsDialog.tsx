import { useAtomValue } from 'jotai'
import { useAction } from '#state/action.ts'
import { notificationsAtom } from '#state/browser.ts'
import { askNotifications } from '#state/device.ts'
import { appText } from '#text/app.ts'
import { commonText } from '#text/common.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { DialogActions } from '#ui/DialogActions.tsx'
import { NoticeSettings } from './NoticeSettings.tsx'
import { showNotice } from './worker.ts'

/** Two windows may each try. */
const TEST_ID = `test-${Math.random()}`

const test = () =>
  showNotice({
    kind: 'approval',
    id: TEST_ID,
    title: commonText.product,
    body: appText.testWorks,
    link: '/wallets',
  })

export function NotificationsDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const state = useAtomValue(notificationsAtom)
  const enable = useAction(askNotifications, { onError: 'toast' })
  const send = useAction(test, { onError: 'toast' })
  return (
    <Dialog open={open} onClose={onClose} title={appText.notifications}>
      <p className="text-body text-text-2">{appText.explained[state]}</p>
      {state === 'granted' && <NoticeSettings />}
      <DialogActions className="mt-6">
        <Button size={48} onClick={onClose}>
          {commonText.close}
        </Button>
        {state === 'default' && (
          <Button size={48} variant="primary" working={enable.working} onClick={() => void enable.run()}>
            {appText.enable}
          </Button>
        )}
        {state === 'granted' && (
          <Button size={48} working={send.working} onClick={() => void send.run()}>
            {appText.sendTest}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  )
}
