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
  void import('./update.ts').then(({ watchRegistration }) => watchRegistration(registration))
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
  /** The installed app was started again, at one of the signed-in screens. */
  onLaunch(link: string): void
}

interface LaunchQueue {
  setConsumer(consumer: (launch: { targetURL?: string | null }) => void): void
}

/** The installed app has one window: what it is started with again comes here. Its first start is the page itself. */
const hearLaunches = (
  queue: LaunchQueue | undefined,
  first: string,
  onLaunch: Handlers['onLaunch'],
): void => {
  let begun = false
  queue?.setConsumer(({ targetURL }) => {
    const again = begun || targetURL !== first
    begun = true
    if (!targetURL || !again) return
    const { pathname } = new URL(targetURL)
    if (/^\/(?:wallets|guardian-hub)$/.test(pathname)) onLaunch(targetURL)
    else if (pathname !== '/') location.assign(targetURL)
  })
}

/** What the browser tells the page. */
export const bindBrowser = ({ onWake, onLink, onLaunch }: Handlers): void => {
  hearLaunches((globalThis as { launchQueue?: LaunchQueue }).launchQueue, location.href, onLaunch)

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
