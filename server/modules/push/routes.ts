import { Agent } from 'node:https'
import type { FastifyInstance } from 'fastify'
import { subscribePush, unsubscribePush } from '#contract/endpoints/user.ts'
import type { Deps } from '#server/deps.ts'
import type { Guard } from '#server/http/access.ts'
import { route } from '#server/http/route.ts'
import { publicLookup } from '#server/modules/dapps/fetch.ts'
import { makeSendPush } from './send.ts'
import { makeWebPush } from './service.ts'

export const registerWebPush = (
  app: FastifyInstance,
  deps: Deps,
  guard: Guard,
  agent = new Agent({ lookup: publicLookup }),
): void => {
  const { env, push } = deps
  const send = env.vapid && makeSendPush(env.vapid, agent)
  const webPush = makeWebPush({ ...deps, pushHosts: env.pushHosts, send })
  route(app, guard, subscribePush, ({ body }, { user, session }) =>
    webPush.subscribe(user.id, session.id, body),
  )
  route(app, guard, unsubscribePush, ({ body }, { user }) => webPush.unsubscribe(user.id, body.endpoint))
  push.hear(webPush.hear)
  app.addHook('preClose', () => webPush.close())
}
