import type { FastifyInstance } from 'fastify'
import {
  endOtherSessions,
  endOwnSession,
  getFactors,
  listAccountLog,
  listOwnSessions,
} from '#contract/endpoints/account.ts'
import { LOG_PAGE } from '#contract/limit.ts'
import type { Guard } from '#server/http/access.ts'
import { type Cookies, readDevices } from '#server/http/cookie.ts'
import { page } from '#server/http/page.ts'
import { route } from '#server/http/route.ts'
import type { Ends } from '#server/modules/auth/ends.ts'
import type { Account } from './service.ts'

interface Parts {
  account: Account
  ends: Ends
  cookies: Cookies
}

export const registerAccount = (
  app: FastifyInstance,
  { account, ends, cookies }: Parts,
  guard: Guard,
): void => {
  route(app, guard, listOwnSessions, async ({ query }, { grant }) =>
    page(await account.sessions(grant), query),
  )
  route(app, guard, endOwnSession, ({ params }, { grant }) => ends.endOther(grant, params.id))
  route(app, guard, endOtherSessions, (_, { grant, request }) =>
    ends.endOthers(grant, readDevices(cookies, request)),
  )
  route(app, guard, listAccountLog, async ({ query: { limit = LOG_PAGE, offset } }, { grant }) =>
    page(await account.log(grant), { limit, offset }),
  )
  route(app, guard, getFactors, (_, { grant }) => account.factors(grant))
}
