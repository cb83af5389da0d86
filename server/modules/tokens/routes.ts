import type { FastifyInstance } from 'fastify'
import { getPrice, getTokenInfo, listTokens } from '#contract/endpoints/wallet.ts'
import type { Guard } from '#server/http/access.ts'
import { page } from '#server/http/page.ts'
import { route } from '#server/http/route.ts'
import type { Tokens } from './service.ts'

const ORACLE_PER_MINUTE = 60

export const registerTokens = (app: FastifyInstance, guard: Guard, tokens: Tokens): void => {
  route(app, guard, listTokens, async ({ query }, { user }) => {
    const { limit, offset, ...filter } = query
    return page(await tokens.list(user.id, filter), { limit, offset })
  })
  route(app, guard, getTokenInfo, ({ params }) => tokens.info(params.id))
  route(app, guard, getPrice, ({ query }) => tokens.quote(query.symbol), {
    rate: { perMinute: ORACLE_PER_MINUTE },
  })
}
