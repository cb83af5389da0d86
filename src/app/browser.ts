import { loggedAtom } from '#state/auth.ts'
import { type InstallPrompt, installPromptAtom, readNotifications } from '#state/browser.ts'
import { store } from '#state/store.ts'

const worker = async () => (await import('./worker.ts')).registerWorker()

const whenIdle = (run: () => void) =>
  'requestIdleCallback' in globalThis ? requestIdleCallback(run) : setTimeout(run, 1)

/** A signed-in page takes the worker after its first paint, any other one once its visitor does something. */
const startWorker = () => {
  const start = () => whenIdle(() => void worker().catch(() => undefined))
  if (store.get(loggedAtom)) {
    start()
    return
  }
  const events = ['pointerdown', 'keydown']
  const once = () => {
    for (const event of events) removeEventListener(event, once)
    start()
  }
  for (const event of events) addEventListener(event, once)
}

interface Handlers {
  /** Somebody looks at the page, and there is a network. */
  onWake(): void
  /** A notification was clicked that leads here. */
  onLink(link: string): void
}

/** What the browser tells the page. */
export const bindBrowser = ({ onWake, onLink }: Handlers): void => {
  const wake = () => {
    if (document.hidden || !navigator.onLine) return
    readNotifications()
    onWake()
  }
  addEventListener('focus', wake)
  addEventListener('online', wake)
  document.addEventListener('visibilitychange', wake)

  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    store.set(installPromptAtom, event as InstallPrompt)
  })
  addEventListener('appinstalled', () => store.set(installPromptAtom, null))

  navigator.serviceWorker?.addEventListener('message', async (event) => {
    const { ToPage } = await import('#contract/notice.ts')
    const message = ToPage.safeParse(event.data)
    if (message.success && message.data.type === 'notice:open') onLink(message.data.link)
  })

  startWorker()
}
