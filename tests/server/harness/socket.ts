import { io, type Socket } from 'socket.io-client'
import type { AuthPair } from '#contract/auth.ts'
import { PUSH_EVENTS } from '#contract/push.ts'
import {
  LOGIN,
  LOGIN_FAILED,
  LOGIN_SUCCESS,
  SOCKET_NAMESPACE,
  SOCKET_PATH,
  type SocketLoginFailed,
} from '#contract/socket.ts'
import type { Client } from './client.ts'

export interface Heard {
  name: string
  payload: { id: string; at: string; data: Record<string, unknown> }
}

export interface TestSocket {
  socket: Socket
  /** Every push event, in order. */
  heard: Heard[]
  /** Waits until an event of this name has arrived (an earlier one counts). */
  next(name: string): Promise<Heard>
  login(pair: Pick<AuthPair, 'connectionId' | 'oneTimeToken'>): Promise<'success' | SocketLoginFailed>
  closed: Promise<string>
  close(): void
}

interface Options {
  headers?: Record<string, string>
  transports?: string[]
}

export const connectSocket = async (client: Client, options: Options = {}): Promise<TestSocket> => {
  const cookie = client.cookieHeader('/socket.io')
  const socket = io(`${client.url}${SOCKET_NAMESPACE}`, {
    path: SOCKET_PATH,
    transports: options.transports ?? ['websocket'],
    reconnection: false,
    forceNew: true,
    extraHeaders: { origin: client.origin, ...(cookie === undefined ? {} : { cookie }), ...options.headers },
  })
  const heard: Heard[] = []
  const waiting: (() => void)[] = []
  for (const name of Object.keys(PUSH_EVENTS)) {
    socket.on(name, (payload: Heard['payload']) => {
      heard.push({ name, payload })
      for (const check of waiting.splice(0)) check()
    })
  }
  const closed = new Promise<string>((resolve) => {
    socket.on('disconnect', (reason) => resolve(reason))
  })
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve)
    socket.once('connect_error', (error) => {
      socket.close()
      reject(error)
    })
  })

  const next = async (name: string): Promise<Heard> => {
    for (;;) {
      const found = heard.find((event) => event.name === name)
      if (found) return found
      await new Promise<void>((resolve) => waiting.push(resolve))
    }
  }

  return {
    socket,
    heard,
    next,
    login: ({ connectionId, oneTimeToken }) =>
      new Promise((resolve) => {
        socket.once(LOGIN_SUCCESS, () => {
          socket.off(LOGIN_FAILED)
          resolve('success')
        })
        socket.once(LOGIN_FAILED, (failure: SocketLoginFailed) => {
          socket.off(LOGIN_SUCCESS)
          resolve(failure)
        })
        socket.emit(LOGIN, { uid: connectionId, token: oneTimeToken })
      }),
    closed,
    close: () => socket.close(),
  }
}
