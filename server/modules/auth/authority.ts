import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import type { SocketLoginFailed } from '#contract/socket.ts'
import type { Deps } from '#server/deps.ts'
import type { Authority } from '#server/http/access.ts'
import { type Cookies, HALF, readCookie, SESSION } from '#server/http/cookie.ts'
import { upgradeOrigin } from '#server/http/origin.ts'
import { makeTrust } from '#server/http/proxy.ts'
import type { Admit } from '#server/push/push.ts'
import type { Sessions } from './known.ts'
import { answered } from './refusal.ts'
import { isLiveSession, spendToken } from './session.ts'

/** Who is behind the cookies of a call. */
export const makeAuthority = (
  { custody }: Pick<Deps, 'custody'>,
  sessions: Sessions,
  cookies: Cookies,
): Authority => ({
  async caller(request) {
    const grant = cookies.read(request, SESSION)
    const found = grant ? await sessions.find(grant) : undefined
    if (!found || !grant) return undefined
    const { id, userId, email, kind } = found
    return { user: { id: userId, email }, session: { id, kind }, grant }
  },
  async half(request) {
    const half = cookies.read(request, HALF)
    if (!half) return undefined
    const found = await answered(custody.halfSession({ half }), { SignedOut: null, BadInput: null })
    return found === null ? undefined : { pre: { half, ...found } }
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
  sessions: Sessions,
): Admit => {
  const place = { publicUrl: env.publicUrl, trust: makeTrust(env.trustProxy) }
  const originOf = (request: IncomingMessage) => upgradeOrigin(request, place)
  return {
    mayConnect: (request) => request.headers.origin === originOf(request),
    async login(request, { uid, token }) {
      const cookie = readCookie(
        app.parseCookie(request.headers.cookie ?? ''),
        SESSION,
        originOf(request).startsWith('https:'),
      )
      const session = cookie ? await sessions.find(cookie) : undefined
      if (!session) return refused(403, 'The session has ended')
      if (session.connectionId !== uid) return refused(403, 'The connection belongs to another session')
      if (!(await spendToken(db, session.id, token, clock.now()))) {
        return refused(401, 'The token is unknown, used or expired')
      }
      return { ok: true, userId: session.userId, sessionId: session.id }
    },
    isLive: (sessionId) => isLiveSession(db, sessionId, clock.now()),
    live: sessions.live,
  }
}
