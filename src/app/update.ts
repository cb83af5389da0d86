import { takeUpdateAtom } from '#state/browser.ts'
import { store } from '#state/store.ts'

/** So long (milliseconds) a waiting version may take to begin its work. */
const PATIENCE = 10_000

const until = (target: EventTarget, event: string, isDone: () => boolean): Promise<void> =>
  new Promise((done) => {
    const look = () => isDone() && done()
    target.addEventListener(event, look)
    setTimeout(done, PATIENCE)
    look()
  })

/** Has the next worker take over from the one that serves this page. */
const takeOver = async (next: ServiceWorker): Promise<void> => {
  await until(next, 'statechange', () => next.state !== 'installing')
  next.postMessage({ type: 'SKIP_WAITING' })
  await until(next, 'statechange', () => next.state === 'activated' || next.state === 'redundant')
}

/**
 * Loads the page again at the same place, in the newest version. Where this browser keeps an older one and cannot get
 * the next, it forgets what it keeps and asks the server.
 */
export const update = async (): Promise<void> => {
  const registration = await navigator.serviceWorker?.getRegistration().catch(() => undefined)
  if (registration) {
    await registration.update().catch(() => undefined)
    const next = registration.waiting ?? registration.installing
    if (next) await takeOver(next)
    else await registration.unregister()
  }
  location.reload()
}

/** Offers the next version to somebody who is not signed in. */
export const watchRegistration = (registration: ServiceWorkerRegistration): void => {
  const offer = (next: ServiceWorker | null) => {
    if (!next || !navigator.serviceWorker.controller) return
    store.set(takeUpdateAtom, { run: () => void update() })
  }
  const watch = () => {
    const next = registration.installing
    next?.addEventListener('statechange', () => next.state === 'installed' && offer(next))
  }
  offer(registration.waiting)
  watch()
}
