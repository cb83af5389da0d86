import type { Notice, ToWorker } from '#contract/notice.ts'
import { takeUpdateAtom } from '#state/browser.ts'
import { store } from '#state/store.ts'
import { saying } from '#text/catalogue.ts'
import { scriptUrl } from './trusted.ts'

const post = async (message: ToWorker): Promise<void> => {
  const registration = await navigator.serviceWorker?.getRegistration()
  registration?.active?.postMessage(message)
}

export const showNotice = (notice: Notice): Promise<void> =>
  post({ type: 'notice:show', notice: { ...notice, title: saying(notice.title), body: saying(notice.body) } })
export const closeNotice = (tag: string): Promise<void> => post({ type: 'notice:close', tag })
export const reviewNotices = (): Promise<void> => post({ type: 'notice:review' })
export const closeNotices = (): Promise<void> => post({ type: 'notice:close-all' })

/** How often (milliseconds) a page that stays open looks for a new version. */
const UPDATE_INTERVAL = 3_600_000

/** Starts the service worker, and offers its next version when there is one. */
export const registerWorker = async (): Promise<void> => {
  const { Workbox } = await import('workbox-window')
  const workbox = new Workbox(scriptUrl('/sw.js') as string)
  workbox.addEventListener('waiting', () => {
    // The first one of all waits as well, for a moment.
    if (!navigator.serviceWorker.controller) return
    const run = () => {
      workbox.addEventListener('controlling', () => location.reload())
      workbox.messageSkipWaiting()
    }
    store.set(takeUpdateAtom, { run })
  })
  // Another tab has put the next version to work: this one still runs the old page.
  workbox.addEventListener('controlling', ({ isExternal, isUpdate }) => {
    if (isExternal && isUpdate) store.set(takeUpdateAtom, { run: () => location.reload() })
  })
  await workbox.register()

  let looked = Date.now()
  document.addEventListener('visibilitychange', () => {
    if (document.hidden || !navigator.onLine || Date.now() - looked < UPDATE_INTERVAL) return
    looked = Date.now()
    void workbox.update()
  })
}
