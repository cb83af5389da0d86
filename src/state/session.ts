import { navigate } from 'wouter/use-browser-location'
import type { AuthPair } from '#contract/auth.ts'
import type { LogOutReason } from '#contract/push.ts'
import type { Api } from '#net/api.ts'
import { isUnanswered, RequestError } from '#net/error.ts'
import { api, onUnauthorized } from './api.ts'
import { keepWanted } from './asked.ts'
import { authAtom, loggedAtom, SIGN_IN_EXPIRED, twoFactorStepAtom } from './auth.ts'
import { emptyData } from './data.ts'
import { type Holder, heldBy, LEAVING, SIGNED_OUT_HERE } from './holder.ts'
import { type Mirror, mirror } from './mirror.ts'
import { closeEverything } from './modals.ts'
import type { Persister } from './persist.ts'
import { holder, persister } from './persistence.ts'
import { say } from './say.ts'
import { store } from './store.ts'

/** How long a sign-out waits for the server (milliseconds). */
const SIGN_OUT_TIMEOUT = 5000
const CHANNEL = 'countersign'
/** They bring the schemas, without which the first screen does. */
const endpoints = () => import('#contract/endpoints/auth.ts')
type SignOut = 'signOut' | 'signOutAll'
export const SIGNED_OUT_MESSAGE = 'You were signed out. Sign in again to continue.'

/** How the session began. */
export type SignInWay = 'otp' | 'setup' | 'backup' | 'restore'
type Word = 'signed-in' | 'signed-out'

interface SessionDeps {
  mirror: Mirror
  api: Api
  persister: Persister
  holder: Holder
  /** Reaches the other tabs; undefined where the browser has none. */
  channel: Pick<BroadcastChannel, 'postMessage' | 'addEventListener'> | undefined
  /** `state` goes into the history entry. */
  navigate(path: string, state?: string): void
  tell(message: string): void
}

export const createSession = (deps: SessionDeps) => {
  const { mirror, api, persister, holder, channel } = deps
  const { store } = mirror
  const endings = new Set<() => void>()
  const beginnings = new Set<(how: SignInWay) => void>()
  let ending = false

  const post = (word: Word) => channel?.postMessage(word)

  const tidy = () => {
    api.abortAll()
    for (const end of endings) end()
    closeEverything(store)
    mirror.arrivals.clear()
  }

  const purge = async () => {
    if (holder.read() !== LEAVING) holder.write(SIGNED_OUT_HERE)
    tidy()
    post('signed-out')
    await persister.purge()
    deps.navigate('/')
  }

  /** Whether the server has heard it; whatever it answers, but for its own failures, ends the session. */
  const hears = async (way: SignOut): Promise<boolean> => {
    try {
      await api.call(
        (await endpoints())[way],
        { body: {} },
        { signal: AbortSignal.timeout(SIGN_OUT_TIMEOUT) },
      )
      return true
    } catch (error) {
      return error instanceof RequestError && !isUnanswered(error) && (error.status ?? 500) < 500
    }
  }

  const leave = async (way: SignOut) => {
    if (ending) return
    ending = true
    holder.write(LEAVING)
    if (await hears(way)) holder.write(SIGNED_OUT_HERE)
    await purge()
    ending = false
  }

  /** Tells the server of a sign-out that it has not heard of. Comes before any other call. */
  const deliverSignOut = async () => {
    if (ending || store.get(loggedAtom) || holder.read() !== LEAVING) return
    ending = true
    if (await hears('signOut')) holder.write(SIGNED_OUT_HERE)
    ending = false
  }

  /** The server has ended the session: everything goes, and nothing is asked of the server. */
  const ended = async (reason: LogOutReason) => {
    if (ending || !store.get(loggedAtom)) return
    ending = true
    await purge()
    ending = false
    if (reason !== 'sign-out') deps.tell(SIGNED_OUT_MESSAGE)
  }

  const onUnauthorized = () => {
    if (ending) return
    const { logged, step } = store.get(authAtom)
    if (logged) void ended('expired')
    else if (step === null) deps.navigate('/auth')
    else {
      store.set(twoFactorStepAtom, null)
      deps.navigate('/auth', SIGN_IN_EXPIRED)
    }
  }

  /** The browser holds a sign-in whose state could not be read: the session goes on, and all else is read again. */
  const resume = () => {
    if (!store.get(loggedAtom) && heldBy(holder)) store.set(authAtom, (auth) => ({ ...auth, logged: true }))
    else if (store.get(loggedAtom) && !holder.read() && persister.owner) holder.write(persister.owner)
  }

  /** This tab missed that another sign-in took over: it joins that one, or is signed out like the others. */
  const evicted = async () => {
    if (ending) return
    tidy()
    persister.forget()
    await persister.restore()
    resume()
    deps.navigate('/')
    if (!store.get(loggedAtom)) deps.tell(SIGNED_OUT_MESSAGE)
  }

  const onOtherTab = async (word: Word) => {
    if (word === 'signed-out') {
      if (!store.get(loggedAtom)) return
      tidy()
      persister.forget()
    } else {
      if (store.get(loggedAtom)) return
      await persister.restore()
      resume()
    }
    deps.navigate('/')
  }
  channel?.addEventListener('message', (event) => void onOtherTab(event.data as Word))

  const signedIn = (pair: AuthPair, how: SignInWay) => {
    const again = store.get(loggedAtom) && persister.owner
    if (!store.get(loggedAtom)) emptyData(store)
    store.set(authAtom, (auth) => ({
      ...auth,
      connectionId: pair.connectionId,
      oneTimeToken: pair.oneTimeToken,
      logged: true,
      step: null,
      codes: how === 'setup' || how === 'restore' ? 'new' : null,
      backup: how === 'backup',
    }))
    const id = again || crypto.randomUUID()
    holder.write(id)
    void persister.adopt(id).then(() => post('signed-in'))
    for (const begin of beginnings) begin(how)
  }

  return {
    signedIn,
    resume,
    evicted,
    signOut: () => leave('signOut'),
    signOutEverywhere: () => leave('signOutAll'),
    ended,
    onUnauthorized,
    deliverSignOut,

    /** What the socket's login needs; a token is good for one login, so it leaves the state with this. */
    takePair(): Pick<AuthPair, 'connectionId' | 'oneTimeToken'> | undefined {
      const { connectionId, oneTimeToken } = store.get(authAtom)
      if (connectionId === null || oneTimeToken === null) return undefined
      store.set(authAtom, (auth) => ({ ...auth, oneTimeToken: null }))
      return { connectionId, oneTimeToken }
    },

    async refresh(): Promise<void> {
      const { connectionId, oneTimeToken } = await api.call((await endpoints()).refreshTokens, { body: {} })
      store.set(authAtom, (auth) => ({ ...auth, connectionId, oneTimeToken }))
    },

    /** Runs when a session ends here, before the state is emptied. */
    onEnd(listener: () => void) {
      endings.add(listener)
    },
    onBegin(listener: (how: SignInWay) => void) {
      beginnings.add(listener)
    },
  }
}

export const session = createSession({
  mirror,
  api,
  persister,
  holder,
  channel: 'BroadcastChannel' in globalThis ? new BroadcastChannel(CHANNEL) : undefined,
  navigate: (path, state) => navigate(path, { replace: true, state }),
  tell: (message) => say(message),
})
onUnauthorized(() => {
  // Who signs in again comes back to where the session has run out.
  if (store.get(loggedAtom)) keepWanted()
  session.onUnauthorized()
})

export const { signedIn, signOut, signOutEverywhere } = session
