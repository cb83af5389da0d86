import type { FastifyInstance } from 'fastify'
import {
  approveSession,
  cancelRequest,
  confirmRequest,
  connectSession,
  disconnectAllSessions,
  disconnectSession,
  getRequest,
  getSession,
  getSessionIcon,
  listActiveSessions,
  listPendingSessions,
  listRequests,
  listSessions,
  pingSession,
  quoteRequest,
  rejectSession,
} from '#contract/endpoints/dapp.ts'
import { callerIn, type Guard } from '#server/http/access.ts'
import { page } from '#server/http/page.ts'
import { route } from '#server/http/route.ts'
import type { Dapps } from './service.ts'

export const registerDapps = (app: FastifyInstance, guard: Guard, dapps: Dapps): void => {
  const { sessions, requests, reach, icons } = dapps
  route(app, guard, listSessions, ({ query }, { user }) => sessions.read(user.id, query))
  route(app, guard, listActiveSessions, async ({ query }, { user }) =>
    page(await sessions.list(user.id, { walletId: query.walletId, status: 'connected' }), query),
  )
  route(app, guard, listPendingSessions, async ({ query }, { user }) =>
    page(await sessions.list(user.id, { walletId: query.walletId, status: 'pending-approval' }), query),
  )
  route(app, guard, connectSession, ({ body }, { user }) => reach.connect(user.id, body))
  route(app, guard, disconnectAllSessions, async ({ body }, { user }) => ({
    count: await reach.disconnectAll(user.id, body.walletId),
  }))
  route(app, guard, pingSession, async ({ body }, { user }) => ({
    ok: await reach.ping(user.id, body.sessionId),
  }))
  route(app, guard, getSession, ({ params }, { user }) => sessions.get(user.id, params.id))
  route(app, guard, getSessionIcon, async ({ params }, { user, reply }) => {
    const { type, bytes } = await icons.get(user.id, params.id)
    return reply
      .header('content-type', type)
      .header('cache-control', 'private, max-age=86400')
      .header('content-security-policy', "default-src 'none'; sandbox")
      .header('x-content-type-options', 'nosniff')
      .send(bytes)
  })
  route(app, guard, approveSession, ({ params, body }, { user }) =>
    reach.approve(user.id, params.id, body.walletId),
  )
  route(app, guard, rejectSession, ({ params, body }, { user }) =>
    reach.reject(user.id, params.id, body.walletId),
  )
  route(app, guard, disconnectSession, ({ params, body }, { user }) =>
    reach.disconnect(user.id, params.id, body.walletId),
  )
  route(app, guard, listRequests, ({ query }, { user }) => requests.list(user.id, query))
  route(app, guard, getRequest, ({ params }, { user }) => requests.get(user.id, params.id))
  route(app, guard, quoteRequest, ({ params }, { user }) => requests.quote(user.id, params.id))
  route(app, guard, confirmRequest, ({ params, body }, context) =>
    requests.confirm(callerIn(context), params.id, body),
  )
  route(app, guard, cancelRequest, ({ params }, context) => requests.cancel(callerIn(context), params.id))

  app.addHook('onListen', async () => dapps.start())
  app.addHook('preClose', () => dapps.stop())
}
