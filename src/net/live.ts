import type { Socket } from 'socket.io-client'
import type { AuthPair } from '#contract/auth.ts'
import {
  SOCKET_RANDOMIZATION_FACTOR,
  SOCKET_RECONNECTION_DELAY,
  SOCKET_RECONNECTION_DELAY_MAX,
  SOCKET_TIMEOUT,
} from '#contract/limit.ts'
import { type PushEvent, parsePush } from '#contract/push.ts'
import {
  LOGIN,
  LOGIN_FAILED,
  LOGIN_SUCCESS,
  PULSE,
  PULSE_SINCE,
  SOCKET_NAMESPACE,
  SOCKET_PATH,
  SocketLoginFailed,
  SocketLoginSuccess,
} from '#contract/socket.ts'
import { createPulse } from './pulse.ts'

export const SOCKET_OPTIONS = {
  path: SOCKET_PATH,
  transports: ['websocket'],
  reconnectionDelay: SOCKET_RECONNECTION_DELAY,
  reconnectionDelayMax: SOCKET_RECONNECTION_DELAY_MAX,
  randomizationFactor: SOCKET_RANDOMIZATION_FACTOR,
  timeout: SOCKET_TIMEOUT,
  autoConnect: false,
}

/** Logins that may fail one after another before the socket waits for a sign of life from the user. */
export const MAX_LOGIN_FAILURES = 3

export interface LiveDeps {
  /** Where the server is: empty for the page's own origin. */
  origin?: string
  /** Takes the pair out of the state: a token is good for one login only. */
  takePair(): Pick<AuthPair, 'connectionId' | 'oneTimeToken'> | undefined
  /** Asks the server for a new pair and puts it into the state. */
  refresh(): Promise<unknown>
  onLogin(): void
  /** No event comes until the next login. */
  onLost?(): void
  /** Somebody looks at the page: the server is asked again and again whether it is there. */
  isWatched?(): boolean
  /** The connection looks open, but the server does not answer. */
  onSilent?(): void
  /** After that: it does again, on the same connection. */
  onHeard?(): void
  /** The server has said which version it speaks. */
  onVersion?(said: { version: number; oldest: number }): void
  onEvent(event: PushEvent): void
  /** An event that this version does not know or cannot read. */
  onUnknown?(name: string, why: string): void
  load?(): Promise<Pick<typeof import('socket.io-client'), 'io'>>
  setTimer?(run: () => void, delay: number): unknown
}

/**
 * The live connection. It logs in by itself, asks for a new token when the server answers 401, gives up on
 * 403, and hands on every event that it can read.
 */
export const createLive = (deps: LiveDeps) => {
  const { load = () => import('socket.io-client'), setTimer = setTimeout } = deps
  let wanted = false
  let refused = false
  let failures = 0
  let socket: Socket | undefined

  const pulse = createPulse({
    isWatched: () => deps.isWatched?.() ?? false,
    ask: (onAnswer) => socket?.emit(PULSE, onAnswer),
    onSilent: () => deps.onSilent?.(),
    onHeard: () => deps.onHeard?.(),
    onDead: () => socket?.disconnect().connect(),
  })

  const reconnect = () => {
    if (!wanted || refused || !socket || socket.connected) return
    socket.disconnect().connect()
  }

  const retryLater = (delay: number) => {
    socket?.disconnect()
    setTimer(reconnect, delay)
  }

  const logIn = async () => {
    let pair = deps.takePair()
    if (!pair) {
      try {
        await deps.refresh()
      } catch {
        if (wanted) retryLater(SOCKET_RECONNECTION_DELAY_MAX)
        return
      }
      pair = deps.takePair()
    }
    if (pair && wanted && socket?.connected) {
      socket.emit(LOGIN, { uid: pair.connectionId, token: pair.oneTimeToken })
    }
  }

  const onFailed = (payload: unknown) => {
    const failed = SocketLoginFailed.safeParse(payload)
    if (!failed.success || failed.data.status === 403) {
      refused = true
      socket?.disconnect()
      return
    }
    failures += 1
    if (failures >= MAX_LOGIN_FAILURES) socket?.disconnect()
    else void logIn()
  }

  const onAny = (name: string, payload: unknown) => {
    if (name === LOGIN_SUCCESS) {
      failures = 0
      const said = SocketLoginSuccess.safeParse(payload)
      if (said.success) deps.onVersion?.(said.data)
      deps.onLogin()
      if (said.data && said.data.version >= PULSE_SINCE) pulse.start()
    } else if (name === LOGIN_FAILED) {
      onFailed(payload)
    } else {
      const event = parsePush(name, payload, (why) => deps.onUnknown?.(name, why))
      if (event) deps.onEvent(event)
    }
  }

  const start = async () => {
    const { io } = await load()
    if (!wanted || socket) return
    socket = io(`${deps.origin ?? ''}${SOCKET_NAMESPACE}`, SOCKET_OPTIONS)
    socket.on('connect', () => void logIn())
    socket.on('disconnect', (reason) => {
      pulse.stop()
      if (wanted) deps.onLost?.()
      if (reason === 'io server disconnect' && wanted && !refused)
        setTimer(reconnect, SOCKET_RECONNECTION_DELAY)
    })
    socket.onAny(onAny)
    socket.connect()
  }

  return {
    /** Keeps the connection up until close(). */
    open() {
      if (wanted) return
      wanted = true
      refused = false
      failures = 0
      if (socket) reconnect()
      else void start().catch(() => setTimer(() => wanted && void start(), SOCKET_RECONNECTION_DELAY_MAX))
    },
    close() {
      wanted = false
      socket?.disconnect()
    },
    /** The user looks at the page or the network is back: connect at once, without the back-off. */
    wake() {
      failures = 0
      reconnect()
      pulse.wake()
    },
    get connected() {
      return socket?.connected ?? false
    },
  }
}
