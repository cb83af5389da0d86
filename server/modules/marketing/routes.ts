import type { FastifyInstance } from 'fastify'
import { trackMarketing } from '#contract/endpoints/user.ts'
import type { Deps } from '#server/deps.ts'
import type { Guard } from '#server/http/access.ts'
import { route } from '#server/http/route.ts'
import { makeUsers } from '#server/modules/users/service.ts'

export const registerMarketing = (app: FastifyInstance, deps: Deps, guard: Guard): void => {
  const users = makeUsers(deps)
  route(app, guard, trackMarketing, ({ query }, { user }) =>
    users.keepMarketingId(user.id, query.marketingId),
  )
}
