import type { FastifyInstance } from 'fastify'
import { getMyUser, getUser, listRoles, listUsers, updateMyUser } from '#contract/endpoints/user.ts'
import type { Deps } from '#server/deps.ts'
import type { Guard } from '#server/http/access.ts'
import { page } from '#server/http/page.ts'
import { route } from '#server/http/route.ts'
import { makeUsers } from './service.ts'

export const registerUsers = (app: FastifyInstance, deps: Deps, guard: Guard): void => {
  const users = makeUsers(deps)
  route(app, guard, listUsers, async ({ query }, { user }) => page(await users.visibleTo(user.id), query))
  route(app, guard, getMyUser, (_, { user }) => users.get(user.id))
  route(app, guard, updateMyUser, ({ body }, { user }) => users.update(user.id, body))
  route(app, guard, listRoles, () => users.roles())
  route(app, guard, getUser, ({ params }, { user }) => users.seenBy(user.id, params.id))
}
