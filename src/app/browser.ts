import { loggedAtom } from '#state/auth.ts'
import { type InstallPrompt, installPromptAtom, readNotifications } from '#state/browser.ts'
import { store } from '#state/store.ts'
import { scriptUrl } from './trusted.ts'

const whenIdle = (run: () => void) =>
  'requestIdleCallback' in globalThis ? requestIdleCallback(run) : setTimeout(run, 1)

/**
 * The worker starts after the first paint. What offers its next version loads with the first signed-in moment:
 * the sign-in screens do without.
 */
const startWorker = async (): Promise<void> => {
  if (!('serviceWorker' in navigator)) return
  if (store.get(loggedAtom)) {
    const { registerWorker } = await import('./worker.ts')
    await registerWorker()
    return
  }
  const registration = await navigator.serviceWorker.register(scriptUrl('/sw.js') as string)
  // Whoever is here for the first time has no older version.
  const watch = () =>
    navigator.serviceWorker.controller &&
    void import('./update.ts').then(({ watchRegistration }) => watchRegistration(registration))
  if (registration.waiting) watch()
  registration.addEventListener('updatefound', watch)
  const stop = store.sub(loggedAtom, () => {
    stop()
    void import('./worker.ts').then(({ registerWorker }) => registerWorker())
  })
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

  // Without a worker the page works the same, only not offline.
  whenIdle(() => void startWorker().catch(() => undefined))
}
