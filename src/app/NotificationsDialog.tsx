import { useAtomValue } from 'jotai'
import { useAction } from '#state/action.ts'
import { askNotifications, notificationsAtom } from '#state/browser.ts'
import { configAtom } from '#state/config.ts'
import { useOnline } from '#state/online.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { DialogActions } from '#ui/DialogActions.tsx'
import { Toggle } from '#ui/Toggle.tsx'
import { pushAtom, turnOffPush, turnOnPush } from './webpush.ts'
import { showNotice } from './worker.ts'

const texts = {
  granted: 'Notifications are on. They appear while this page is in the background.',
  default: 'Countersign can tell you when a DApp or a transaction waits for your answer.',
  denied:
    'This browser blocks notifications from Countersign. Open the site settings beside the address bar, set Notifications to Allow, then load the page again.',
  unsupported: 'This browser has no notifications for web pages.',
}

/** Two windows may each try. */
const TEST_ID = `test-${Math.random()}`

const test = () =>
  showNotice({
    kind: 'approval',
    id: TEST_ID,
    title: 'Countersign',
    body: 'Notifications work.',
    link: '/wallets',
  })

export function NotificationsDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const state = useAtomValue(notificationsAtom)
  const hasPush = useAtomValue(configAtom)?.vapidPublicKey != null
  const enable = useAction(askNotifications, { onError: 'toast' })
  const send = useAction(test, { onError: 'toast' })
  return (
    <Dialog open={open} onClose={onClose} title="Notifications">
      <p className="text-body text-text-2">{texts[state]}</p>
      {state === 'granted' && hasPush && <PushSwitch />}
      <DialogActions className="mt-6">
        <Button size={48} onClick={onClose}>
          Close
        </Button>
        {state === 'default' && (
          <Button size={48} variant="primary" working={enable.working} onClick={() => void enable.run()}>
            Enable
          </Button>
        )}
        {state === 'granted' && (
          <Button size={48} working={send.working} onClick={() => void send.run()}>
            Send a test
          </Button>
        )}
      </DialogActions>
    </Dialog>
  )
}

function PushSwitch() {
  const on = useAtomValue(pushAtom)
  const online = useOnline()
  const set = useAction((next: boolean) => (next ? turnOnPush() : turnOffPush()), { onError: 'toast' })
  return (
    <div className="mt-6 flex items-center justify-between gap-4">
      <p id="push-hint" className="text-body">
        Also while Countersign is closed
      </p>
      <Toggle
        label="Push"
        describedBy="push-hint"
        checked={on ?? false}
        disabled={!online || on === null}
        busy={set.working}
        onChange={(next) => void set.run(next)}
      />
    </div>
  )
}
