import { createServer, type Server as HttpServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type DefaultEventsMap, type Namespace, Server, type Socket } from 'socket.io'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { PushEvent } from '#contract/push.ts'
import { createLive, MAX_LOGIN_FAILURES, SOCKET_OPTIONS } from '#net/live.ts'

type Answer = 'success' | 401 | 403

let http: HttpServer
let io: Server
let room: Namespace<DefaultEventsMap, DefaultEventsMap>
let origin: string
let sockets: Socket[]
let logins: { uid: string; token: string }[]
let answers: Answer[]
let live: ReturnType<typeof createLive> | undefined

beforeEach(async () => {
  sockets = []
  logins = []
  answers = []
  http = createServer()
  io = new Server(http, { path: '/socket.io', transports: ['websocket'] })
  room = io.of('/application')
  room.on('connection', (socket) => {
    sockets.push(socket)
    socket.on('auth:login', (login) => {
      logins.push(login)
      const answer = answers.shift() ?? 'success'
      if (answer === 'success') socket.emit('auth:login-success', { uid: login.uid })
      else socket.emit('auth:login-failed', { status: answer, name: 'UnauthorizedError', message: 'No' })
    })
  })
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(http.address() as AddressInfo).port}`
})

afterEach(async () => {
  live?.close()
  await io.close()
})

const setUp = (more: Partial<Parameters<typeof createLive>[0]> = {}) => {
  let token: string | null = 'token-0'
  let count = 0
  const events: PushEvent[] = []
  const unknown: string[] = []
  const timers: (() => void)[] = []
  const onLogin = vi.fn()
  const refresh = vi.fn(async () => {
    count += 1
    token = `token-${count}`
  })
  live = createLive({
    origin,
    takePair: () => {
      const oneTimeToken = token
      token = null
      return oneTimeToken === null ? undefined : { connectionId: 'c1', oneTimeToken }
    },
    refresh,
    onLogin,
    onEvent: (event) => events.push(event),
    onUnknown: (name) => unknown.push(name),
    setTimer: (run) => timers.push(run),
    ...more,
  })
  return { live, onLogin, refresh, events, unknown, timers }
}

test('the numbers of the back-off, websocket only', () => {
  expect(SOCKET_OPTIONS).toEqual({
    path: '/socket.io',
    transports: ['websocket'],
    reconnectionDelay: 1000,
    reconnectionDelayMax: 5000,
    randomizationFactor: 0.5,
    timeout: 20000,
    autoConnect: false,
  })
})

test('logs in with the pair, then hands on what it can read', async () => {
  const { live, onLogin, refresh, events, unknown } = setUp()
  live.open()
  await vi.waitFor(() => expect(onLogin).toHaveBeenCalledOnce())
  expect(logins).toEqual([{ uid: 'c1', token: 'token-0' }])
  expect(refresh).not.toHaveBeenCalled()

  sockets[0]?.emit('wallet:removed', { id: '1', at: '2026-01-01T00:00:00.000Z', data: { id: 'w1' } })
  sockets[0]?.emit('wallet:removed', { nonsense: true })
  sockets[0]?.emit('wallet:renamed', {})
  await vi.waitFor(() => expect(unknown).toEqual(['wallet:removed', 'wallet:renamed']))
  expect(events).toEqual([
    { name: 'wallet:removed', id: '1', at: '2026-01-01T00:00:00.000Z', data: { id: 'w1' } },
  ])
})

test('asks a server that knows pulses whether it is there, and no other', async () => {
  let asked = 0
  room.on('connection', (socket) => {
    socket.removeAllListeners('auth:login')
    socket.on('auth:login', () => socket.emit('auth:login-success', { version: sockets.length, oldest: 1 }))
    socket.on('pulse', (answer: () => void) => {
      asked += 1
      answer()
    })
  })
  const { live, onLogin } = setUp({ isWatched: () => true })
  live.open()
  await vi.waitFor(() => expect(onLogin).toHaveBeenCalledOnce())
  live.wake()
  sockets[0]?.conn.close()
  await vi.waitFor(() => expect(live.connected).toBe(false))
  expect(asked).toBe(0)
  live.wake()
  await vi.waitFor(() => expect(asked).toBe(1))
})

describe('a login that fails', () => {
  test('with 401 asks for a new token and logs in again', async () => {
    answers = [401, 'success']
    const { live, onLogin, refresh } = setUp()
    live.open()
    await vi.waitFor(() => expect(onLogin).toHaveBeenCalledOnce())
    expect(refresh).toHaveBeenCalledOnce()
    expect(logins.map(({ token }) => token)).toEqual(['token-0', 'token-1'])
  })

  test('with 401 three times in a row waits for a sign of life', async () => {
    answers = [401, 401, 401]
    const { live, onLogin, refresh } = setUp()
    live.open()
    await vi.waitFor(() => expect([logins.length, live.connected]).toEqual([MAX_LOGIN_FAILURES, false]))
    expect(refresh).toHaveBeenCalledTimes(2)
    expect(onLogin).not.toHaveBeenCalled()

    live.wake()
    await vi.waitFor(() => expect(onLogin).toHaveBeenCalledOnce())
    expect(logins).toHaveLength(4)
  })

  test('with 403 gives up, whatever the user looks at', async () => {
    answers = [403]
    const { live, onLogin, timers } = setUp()
    live.open()
    await vi.waitFor(() => expect([room.sockets.size, logins.length, live.connected]).toEqual([0, 1, false]))
    live.wake()
    expect(live.connected).toBe(false)
    expect(timers).toEqual([])
    expect(logins).toHaveLength(1)

    live.close()
    live.open()
    await vi.waitFor(() => expect(onLogin).toHaveBeenCalledOnce())
  })
})

describe('coming back', () => {
  test('without a token it asks for one first', async () => {
    const { live, onLogin, refresh } = setUp()
    live.open()
    await vi.waitFor(() => expect(onLogin).toHaveBeenCalledOnce())
    sockets[0]?.conn.close()
    await vi.waitFor(() => expect(live.connected).toBe(false))
    live.wake()
    await vi.waitFor(() => expect(onLogin).toHaveBeenCalledTimes(2))
    expect(refresh).toHaveBeenCalledOnce()
    expect(logins[1]).toEqual({ uid: 'c1', token: 'token-1' })
  })

  test('a lost connection is told, one that is closed here is not', async () => {
    const onLost = vi.fn()
    const { live, onLogin } = setUp({ onLost })
    live.open()
    await vi.waitFor(() => expect(onLogin).toHaveBeenCalledOnce())
    sockets[0]?.conn.close()
    await vi.waitFor(() => expect(onLost).toHaveBeenCalledOnce())
    live.wake()
    await vi.waitFor(() => expect(onLogin).toHaveBeenCalledTimes(2))
    live.close()
    await vi.waitFor(() => expect(live.connected).toBe(false))
    expect(onLost).toHaveBeenCalledOnce()
  })

  test('a drop by the server is followed by a new login', async () => {
    const { live, onLogin, timers } = setUp()
    live.open()
    await vi.waitFor(() => expect(onLogin).toHaveBeenCalledOnce())
    sockets[0]?.disconnect()
    await vi.waitFor(() => expect(timers).toHaveLength(1))
    timers[0]?.()
    await vi.waitFor(() => expect(onLogin).toHaveBeenCalledTimes(2))
  })

  test('a token that cannot be had is tried for again later', async () => {
    const { live, onLogin, refresh, timers } = setUp()
    answers = [401]
    refresh.mockRejectedValueOnce(new Error('No network'))
    live.open()
    await vi.waitFor(() => expect(timers).toHaveLength(1))
    expect(onLogin).not.toHaveBeenCalled()
    timers[0]?.()
    await vi.waitFor(() => expect(onLogin).toHaveBeenCalledOnce())
  })

  test('not after close', async () => {
    const { live, onLogin, timers } = setUp()
    live.open()
    await vi.waitFor(() => expect(onLogin).toHaveBeenCalledOnce())
    live.close()
    live.wake()
    await vi.waitFor(() => expect(room.sockets.size).toBe(0))
    expect(live.connected).toBe(false)
    expect(timers).toEqual([])
  })
})
