import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyBaseLogger } from 'fastify'
import { Server, type Socket } from 'socket.io'
import * as z from 'zod/mini'
import { TRACE_HEADER } from '#contract/error.ts'
import { PUSH_EVENTS, type PushData, type PushName } from '#contract/push.ts'
import {
  LOGIN,
  LOGIN_FAILED,
  LOGIN_SUCCESS,
  PULSE,
  SOCKET_LOGIN_TIMEOUT,
  SOCKET_NAMESPACE,
  SOCKET_PATH,
  SocketLogin,
} from '#contract/socket.ts'
import { CONTRACT_VERSION, OLDEST_KNOWN } from '#contract/version.ts'
import type { Clock } from '#server/deps.ts'
import type { Cluster } from './cluster.ts'
import type { Admission, Admit, Hear, Push } from './push.ts'

const MAX_FAILED_LOGINS = 10
const MAX_MESSAGE_BYTES = 16_384
/** How often sockets are held against the sessions that are live, in ms: word of an end may be lost on its way. */
const LOOK_MS = 60_000

const userRoom = (userId: string) => `user:${userId}`
const sessionRoom = (sessionId: string) => `session:${sessionId}`

/** Of a socket that has logged in. */
interface Known {
  sessionId?: string
}

const MALFORMED: Admission = {
  ok: false,
  status: 401,
  name: 'UnauthorizedError',
  message: 'The login should carry uid and token',
}

const expectLogin = (
  socket: Socket,
  admit: Admit,
  { loginTimeout, oldestClient, log }: { loginTimeout: number; oldestClient: number; log: FastifyBaseLogger },
) => {
  const drop = setTimeout(() => socket.disconnect(true), loginTimeout)
  let failed = 0
  let loggedIn = false

  const login = async (payload: unknown): Promise<Admission> => {
    const parsed = SocketLogin.safeParse(payload)
    return parsed.success ? admit.login(socket.request, parsed.data) : MALFORMED
  }
  const onLogin = async (payload: unknown) => {
    if (loggedIn) return
    const admission = await login(payload)
    if (!admission.ok) {
      failed += 1
      const { status, name, message } = admission
      socket.emit(LOGIN_FAILED, { status, name, message })
      if (failed >= MAX_FAILED_LOGINS) socket.disconnect(true)
      return
    }
    loggedIn = true
    clearTimeout(drop)
    const { userId, sessionId } = admission
    socket.data = { sessionId } satisfies Known
    await socket.join([userRoom(userId), sessionRoom(sessionId)])
    // The session may have ended between the check and the room that would have heard of it.
    if (!(await admit.isLive(sessionId))) {
      socket.disconnect(true)
      return
    }
    const { uid } = SocketLogin.parse(payload)
    socket.emit(LOGIN_SUCCESS, { uid, version: CONTRACT_VERSION, oldest: oldestClient })
  }
  socket.on(LOGIN, (payload: unknown) => {
    onLogin(payload).catch((error: unknown) => {
      log.error({ err: error }, 'A socket login failed')
      socket.disconnect(true)
    })
  })
  socket.on(PULSE, (answer: unknown) => {
    if (typeof answer === 'function') answer()
  })
  socket.on('disconnect', () => clearTimeout(drop))
}

/** What processes ask of each other. */
const Asked = z.discriminatedUnion('ask', [
  z.object({ ask: z.literal('tell'), rooms: z.array(z.string()), name: z.string(), payload: z.unknown() }),
  z.object({ ask: z.literal('end'), rooms: z.array(z.string()) }),
  z.object({ ask: z.literal('drop'), sessionId: z.string() }),
])
type Asked = z.infer<typeof Asked>

/**
 * Push over WebSockets: one namespace, a room per user and one per session. A client comes back by itself when
 * its connection breaks, but not when the server says goodbye: so only ended sessions get a goodbye. Sockets of this
 * process never wait for the other processes.
 */
export const makeSocketPush = (options: {
  clock: Clock
  log: FastifyBaseLogger
  /** Milliseconds. */
  loginTimeout?: number
  /** Milliseconds. */
  lookEvery?: number
  /** Contract version of the oldest page that is answered. */
  oldestClient?: number
  /** When other processes serve the same users. */
  cluster?: Cluster | undefined
}): Push => {
  const { clock, log, loginTimeout = SOCKET_LOGIN_TIMEOUT, lookEvery = LOOK_MS } = options
  const { oldestClient = OLDEST_KNOWN, cluster } = options
  const listeners: Hear[] = []
  let mayConnect: Admit['mayConnect'] = () => false
  let looking: NodeJS.Timeout | undefined
  const io = new Server({
    path: SOCKET_PATH,
    serveClient: false,
    transports: ['websocket'],
    maxHttpBufferSize: MAX_MESSAGE_BYTES,
    connectTimeout: loginTimeout,
    allowRequest: (request, decide) => decide(null, mayConnect(request)),
  })
  const application = io.of(SOCKET_NAMESPACE)

  const envelope = <N extends PushName>(name: N, data: PushData<N>) => {
    const shaped = PUSH_EVENTS[name].safeParse(data)
    if (!shaped.success) throw new Error(`The data of ${name} is wrong: ${shaped.error.message}`)
    return { id: randomUUID(), at: clock.now().toISOString(), data: shaped.data }
  }

  const here = (asked: Asked): void => {
    switch (asked.ask) {
      case 'tell':
        application.to(asked.rooms).emit(asked.name, asked.payload)
        break
      case 'end':
        application.in(asked.rooms).disconnectSockets(true)
        break
      case 'drop':
        for (const id of application.adapter.rooms.get(sessionRoom(asked.sessionId)) ?? [])
          application.sockets.get(id)?.conn.close()
        break
      default:
        asked satisfies never
    }
  }
  cluster?.hear((text) => here(Asked.parse(JSON.parse(text))))
  const everywhere = (asked: Asked): void => {
    here(asked)
    cluster?.say(JSON.stringify(asked))
  }

  const sendTo = <N extends PushName>(rooms: string[], name: N, data: PushData<N>) => {
    try {
      everywhere({ ask: 'tell', rooms, name, payload: envelope(name, data) })
    } catch (error) {
      log.error({ err: error, event: name }, 'An event was not sent')
    }
  }

  /** They come back with their cookie, which is asked about then. */
  const dropEnded = async (admit: Admit): Promise<void> => {
    const all = [...application.sockets.values()].flatMap(({ data }) => (data as Known).sessionId ?? [])
    const known = [...new Set(all)]
    const live = await admit.live(known)
    for (const sessionId of known) if (!live.has(sessionId)) here({ ask: 'drop', sessionId })
  }

  return {
    emit(userId, name, data) {
      sendTo([userRoom(userId)], name, data)
      for (const listener of listeners) listener(userId, name, data)
    },
    hear: (listener) => {
      listeners.push(listener)
    },
    logOut(sessionIds, reason) {
      if (sessionIds.length === 0) return
      const rooms = sessionIds.map(sessionRoom)
      sendTo(rooms, 'log-out', { reason })
      everywhere({ ask: 'end', rooms })
    },
    drop: (sessionId) => everywhere({ ask: 'drop', sessionId }),
    attach(server, admit) {
      mayConnect = admit.mayConnect
      application.on('connection', (socket) =>
        expectLogin(socket, admit, { loginTimeout, oldestClient, log }),
      )
      io.attach(server)
      const look = () =>
        dropEnded(admit).catch((error: unknown) =>
          log.warn({ err: error }, 'Sockets could not be held against their sessions'),
        )
      cluster?.missed(look)
      looking = setInterval(look, lookEvery)
      io.engine.on('headers', (headers: Record<string, string>) => {
        headers[TRACE_HEADER] = randomUUID()
      })
      // What is refused before it becomes a socket has no such event.
      server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
        if (request.url?.startsWith(SOCKET_PATH)) response.setHeader(TRACE_HEADER, randomUUID())
      })
    },
    async close() {
      clearInterval(looking)
      io.engine?.close()
      await Promise.all([io.of('/').adapter.close(), application.adapter.close()])
      await cluster?.close()
    },
  }
}
