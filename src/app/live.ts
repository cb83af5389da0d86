import type { Asset } from '#contract/asset.ts'
import type { PushEvent } from '#contract/push.ts'
import { assetPrice, tokenIndex } from '#domain/portfolio.ts'
import { createLive } from '#net/live.ts'
import { createPushReducer } from '#state/apply.ts'
import { askedAtom, hearFragments } from '#state/asked.ts'
import { loggedAtom } from '#state/auth.ts'
import { untilDrawn } from '#state/drawn.ts'
import { keptTrue } from '#state/loaded.ts'
import { mirror } from '#state/mirror.ts'
import { heardSince, setLive, stopHearing } from '#state/online.ts'
import { reportError, reportOdd } from '#state/reporter.ts'
import { say } from '#state/say.ts'
import { session } from '#state/session.ts'
import { store } from '#state/store.ts'
import { hearVersion } from '#state/version.ts'
import { settleAtStart, tokensAtom } from '#state/wallets.ts'
import { appText } from '#text/app.ts'
import { bindAbove } from './above.ts'
import { bindBadge } from './badge.ts'
import { createFrames } from './frames.ts'
import { hearLaunches } from './launch.ts'
import { loadLater } from './lazily.ts'
import { shareLook } from './sharing.ts'
import { dropPush, renewPush } from './webpush.ts'
import { reviewNotices } from './worker.ts'

/** The lists load with the signed-in screens; nothing else may pull them in. */
const queries = () => import('#state/queries.ts')

const reduce = createPushReducer(mirror)

/** Loads with the first event, or before it with what is wanted later. */
const attention = () => import('./attend.ts')
loadLater(attention)

const tell = (event: PushEvent) =>
  void attention()
    .then(({ attend }) => attend(event))
    .catch(reportError)

/** A token that nobody here has held before has no price yet. */
const isPriced = (asset: Asset) => assetPrice(asset, tokenIndex(store.get(tokensAtom))) !== undefined

const announced = new Set<string>()

/** What an event sets off besides its change of state. */
const follow = (event: PushEvent): void => {
  if (event.name === 'log-out') {
    void session.ended(event.data.reason)
  } else if (event.name === 'wallet:created' && !announced.has(event.data.id)) {
    announced.add(event.data.id)
    say(appText.walletCreated(event.data.name), 'success')
  } else if (event.name === 'approver-invite:updated' && event.data.status !== 'pending') {
    void queries().then(({ refetchGuarded }) => refetchGuarded())
  } else if (event.name === 'asset:created' && !isPriced(event.data)) {
    void queries().then(({ refetchTokens }) => refetchTokens())
  }
}

const frames = createFrames<PushEvent>((events) => {
  reduce(events)
  for (const event of events) follow(event)
})

/** What the lists hold is true up to this moment; later news are missed. */
const pause = () => {
  frames.run()
  const since = heardSince()
  if (since !== undefined && store.get(loggedAtom)) keptTrue(store, since)
  stopHearing()
}

const readLists = () => void queries().then(({ refetchLists }) => refetchLists())

let loggedIn = false

const live = createLive({
  takePair: session.takePair,
  refresh: session.refresh,
  onVersion: hearVersion,
  isWatched: () => !document.hidden,
  onLogin() {
    loggedIn = true
    setLive('up')
    readLists()
    void reviewNotices()
    void renewPush().catch(reportError)
  },
  onLost() {
    loggedIn = false
    pause()
    setLive('lost')
  },
  onSilent() {
    loggedIn = false
    pause()
    setLive('silent')
  },
  onHeard() {
    // The same connection: whatever happened meanwhile has come by it.
    loggedIn = true
    setLive('up')
  },
  onEvent(event) {
    tell(event)
    frames.add(event)
    if (event.name === 'log-out') frames.run()
  },
  onUnknown: (name, why) => reportOdd(`event ${name} ${why}`),
})

const followSession = () => {
  if (store.get(loggedAtom)) {
    setLive('lost')
    live.open()
  } else {
    setLive('closed')
    live.close()
  }
}

let begun = false

/** Once in a visit, when the stored state was read. */
export const begin = async (): Promise<void> => {
  if (begun) return
  begun = true
  settleAtStart(store)
  bindAbove()
  session.onEnd(live.close)
  session.onEnd(frames.drop)
  session.onEnd(() => void dropPush().catch(() => undefined))
  await untilDrawn()
  // The page may end here, or hear nothing from now on.
  addEventListener('offline', pause)
  addEventListener('pagehide', pause, { capture: true })
  shareLook()
  bindBadge(store, navigator, document)
  const ask = (link: string) => store.set(askedAtom, link)
  hearLaunches(performance.getEntriesByType('navigation')[0]?.name ?? '', ask)
  hearFragments(ask)
  store.sub(loggedAtom, followSession)
  followSession()
}

/** The user looks at the page, or the network is back. */
export const wake = (): void => {
  frames.run()
  live.wake()
  if (!loggedIn || heardSince() !== undefined) return
  // The connection outlived an outage of the network, and nobody knows what it missed.
  setLive('up')
  readLists()
}
