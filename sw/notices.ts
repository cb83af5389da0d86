import * as z from 'zod/mini'
import { Notice, noticeTag, type ToPage } from '#contract/notice.ts'
import { NOT_THE_SHELL } from './shell.ts'

/** A window of the app, as far as the worker cares. */
interface AppWindow {
  readonly id: string
  readonly url: string
  readonly focused: boolean
  readonly visibilityState: string
  focus(): Promise<AppWindow>
  postMessage(message: unknown): void
}

/** What the worker needs of its scope; a test brings its own. */
export interface Scope {
  registration: Pick<ServiceWorkerRegistration, 'showNotification' | 'getNotifications'>
  clients: {
    matchAll(options: { type: 'window'; includeUncontrolled: true }): Promise<readonly AppWindow[]>
    openWindow(url: string): Promise<unknown>
  }
}

type Sender = { id?: string; postMessage?(message: unknown): void } | null

const Data = z.pick(Notice, { link: true })

/** A page that the server answers itself lives at the same origin, but it is not the app. */
const isApp = ({ url }: Pick<AppWindow, 'url'>): boolean => {
  const { pathname } = new URL(url)
  return !NOT_THE_SHELL.some((pattern) => pattern.test(pathname))
}

const windows = async (scope: Scope): Promise<AppWindow[]> =>
  (await scope.clients.matchAll({ type: 'window', includeUncontrolled: true })).filter(isApp)

/**
 * Shows a notice, unless the user looks at another window of the app. The sender's own word on itself counts.
 * Answers whether it was shown.
 */
export const showNotice = async (scope: Scope, notice: Notice, sender: Sender): Promise<boolean> => {
  const others = (await windows(scope)).filter(({ id }) => id !== sender?.id)
  if (others.some(({ visibilityState }) => visibilityState === 'visible')) return false
  const tag = noticeTag(notice)
  await scope.registration.showNotification(notice.title, {
    body: notice.body,
    tag,
    icon: '/pwa-192.png',
    data: { link: notice.link },
  })
  sender?.postMessage?.({ type: 'notice:shown', tag } satisfies ToPage)
  return true
}

/** So many of the last items are known by who told them. */
const TOLD = 200

/**
 * Shows what the windows tell. Each hidden one tells of the same item, and the last may do so when the user has clicked
 * the first one's notice away: only the window that was shown may tell again.
 */
export const createTeller = (scope: Scope) => {
  const tellers = new Map<string, string | undefined>()
  return async (notice: Notice, sender: Sender): Promise<void> => {
    const tag = noticeTag(notice)
    if (tellers.has(tag) && tellers.get(tag) !== sender?.id) return
    if (!(await showNotice(scope, notice, sender))) return
    tellers.set(tag, sender?.id)
    const [oldest] = tellers.keys()
    if (tellers.size > TOLD && oldest !== undefined) tellers.delete(oldest)
  }
}

/** Closes the notices of one tag, or all of them. */
export const closeNotices = async (scope: Scope, tag?: string): Promise<void> => {
  const shown = await scope.registration.getNotifications(tag === undefined ? {} : { tag })
  for (const notification of shown) notification.close()
}

/** The window to bring up: one that is looked at already, else the one used last. */
export const bestWindow = <W extends Pick<AppWindow, 'focused' | 'visibilityState'>>(
  open: readonly W[],
): W | undefined =>
  open.find(({ focused }) => focused) ??
  open.find(({ visibilityState }) => visibilityState === 'visible') ??
  open[0]

/** Leads the user to what the notice was about. */
export const openNotice = async (scope: Scope, data: unknown): Promise<void> => {
  const parsed = Data.safeParse(data)
  const link = parsed.success ? parsed.data.link : '/'
  const window = bestWindow(await windows(scope))
  if (!window) {
    await scope.clients.openWindow(link)
    return
  }
  const focused = await window.focus()
  focused.postMessage({ type: 'notice:open', link } satisfies ToPage)
}
