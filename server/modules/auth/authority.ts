import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import type { SocketLoginFailed } from '#contract/socket.ts'
import type { Deps } from '#server/deps.ts'
import type { Authority } from '#server/http/access.ts'
import { type Cookies, HALF, readCookie, SESSION } from '#server/http/cookie.ts'
import { upgradeOrigin } from '#server/http/origin.ts'
import type { Admit } from '#server/push/push.ts'
import { findHalf } from './half.ts'
import { findSession, isLiveSession, spendToken, touchSession } from './session.ts'

/** Who is behind the cookies of a call. */
export const makeAuthority = ({ db, clock }: Pick<Deps, 'db' | 'clock'>, cookies: Cookies): Authority => ({
  async caller(request) {
    const cookie = cookies.read(request, SESSION)
    const now = clock.now()
    const found = cookie === undefined ? undefined : await findSession(db, cookie, now)
    if (!found) return undefined
    const { session, email } = found
    await touchSession(db, session, now)
    return { user: { id: session.userId, email }, session: { id: session.id, kind: session.kind } }
  },
  async half(request) {
    const cookie = cookies.read(request, HALF)
    const found = cookie === undefined ? undefined : await findHalf(db, cookie, clock.now())
    return found && { pre: { id: found.half.id, userId: found.half.userId, email: found.email } }
  },
})

const refused = (status: SocketLoginFailed['status'], message: string) => ({
  ok: false as const,
  status,
  name: status === 401 ? 'UnauthorizedError' : 'ForbiddenError',
  message,
})

/** Cookie, connection id and one-time token must all belong to one live session. */
export const makeAdmit = (
  app: FastifyInstance,
  { db, clock, env }: Pick<Deps, 'db' | 'clock' | 'env'>,
): Admit => {
  const originOf = (request: IncomingMessage) => upgradeOrigin(request, env)
  return {
    mayConnect: (request) => request.headers.origin === originOf(request),
    async login(request, { uid, token }) {
      const cookie = readCookie(
        app.parseCookie(request.headers.cookie ?? ''),
        SESSION,
        originOf(request).startsWith('https:'),
      )
      const now = clock.now()
      const found = cookie === undefined ? undefined : await findSession(db, cookie, now)
      if (!found) return refused(403, 'The session has ended')
      const { session } = found
      if (session.connectionId !== uid) return refused(403, 'The connection belongs to another session')
      if (!(await spendToken(db, session.id, token, now))) {
        return refused(401, 'The token is unknown, used or expired')
      }
      return { ok: true, userId: session.userId, sessionId: session.id }
    },
    isLive: (sessionId) => isLiveSession(db, sessionId, clock.now()),
  }
}
