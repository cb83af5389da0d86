import { api } from '#state/api.ts'
import { keepWanted } from '#state/asked.ts'
import { loggedAtom } from '#state/auth.ts'
import { watchOnline } from '#state/online.ts'
import { onEvicted, persister } from '#state/persistence.ts'
import { actedAtom } from '#state/sandbox.ts'
import { session } from '#state/session.ts'
import { store } from '#state/store.ts'
import { needed } from '#ui/part.ts'
import { popstate } from '#ui/popstate.ts'
import { loadToasts } from '#ui/toast.ts'
import { bindBrowser } from './browser.ts'
import { loadLater, preloadAll } from './lazily.ts'
import { preloadHome, preloadSignIn } from './routes.ts'

/** The socket and all it brings load with the first signed-in moment. */
const live = () => import('./live.ts')
const worker = () => import('./worker.ts')
const links = () => needed(() => import('./links.ts'))
const tracking = () => import('./tracking.ts')

const whenLogged = (run: () => void) => {
  if (store.get(loggedAtom)) run()
}

/** Connects the state to the world: the database, the socket, the browser, other tabs. */
export const bind = (): void => {
  persister.bind()
  watchOnline(window)
  const flush = () => void persister.flush()
  addEventListener('pagehide', flush)
  document.addEventListener('visibilitychange', () => document.hidden && flush())

  session.onEnd(() => void worker().then(({ closeNotices }) => closeNotices()))
  session.onBegin((how) => {
    // While the last steps of signing in are under way.
    preloadHome()
    if (how !== 'restore')
      void tracking().then(({ sendMarketing }) => sendMarketing(api.call, document.cookie))
  })
  onEvicted(() => void session.evicted())
  addEventListener('online', () => void session.deliverSignOut())
  if (navigator.onLine) void session.deliverSignOut()

  loadLater(loadToasts)
  const onAct = () => {
    store.set(actedAtom, true)
    if (store.get(loggedAtom)) preloadAll()
    else preloadSignIn()
  }
  for (const act of ['pointerdown', 'keydown']) addEventListener(act, onAct, { capture: true, passive: true })
  // A mouse comes before its first press.
  addEventListener('pointermove', onAct, { capture: true, passive: true, once: true })

  const openLive = () =>
    whenLogged(() => {
      live()
        .then(({ begin }) => begin())
        .catch(() => undefined)
    })
  store.sub(loggedAtom, openLive)
  openLive()

  const follow = (link: string) => void links().then(({ followLink }) => followLink(link))
  bindBrowser({
    onWake: () => whenLogged(() => void live().then(({ wake }) => wake())),
    onLink: (link) => {
      if (store.get(loggedAtom)) return follow(link)
      keepWanted(link)
      follow('/')
    },
  })
  // Before the router listens.
  addEventListener('popstate', (event) => popstate.first(event))
  // An entry of something that lay over the page before a reload.
  popstate.first = () => void (history.state?.layer && import('#ui/layers.ts'))
  popstate.first()
}
