import * as z from 'zod/mini'
import { UNNAMED_VERSION } from './version.ts'

export const SOCKET_PATH = '/socket.io'
export const SOCKET_NAMESPACE = '/application'
/** A socket that has not logged in by then is dropped (milliseconds). */
export const SOCKET_LOGIN_TIMEOUT = 10000

export const LOGIN = 'auth:login'
export const LOGIN_SUCCESS = 'auth:login-success'
export const LOGIN_FAILED = 'auth:login-failed'

export const SocketLogin = z.object({ uid: z.string(), token: z.string() })
export type SocketLogin = z.infer<typeof SocketLogin>

/** A page asks whether the server is still there, and is acknowledged; a server of before this contract version says nothing. */
export const PULSE = 'pulse'
export const PULSE_SINCE = 2

/** What the server says of itself when a login succeeds. */
export const SocketLoginSuccess = z.object({
  version: z._default(z.number(), UNNAMED_VERSION),
  oldest: z._default(z.number(), UNNAMED_VERSION),
})

export const SocketLoginFailed = z.object({
  /** 401: token unknown, used or expired: get a new one. 403: session ended: give up. */
  status: z.catch(z.union([z.literal(401), z.literal(403)]), 403),
  name: z.string(),
  message: z.string(),
})
export type SocketLoginFailed = z.infer<typeof SocketLoginFailed>
