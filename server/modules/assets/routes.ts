import type { FastifyInstance } from 'fastify'
import { listAssets } from '#contract/endpoints/wallet.ts'
import type { Guard } from '#server/http/access.ts'
import { route } from '#server/http/route.ts'
import type { Assets } from './service.ts'

export const registerAssets = (app: FastifyInstance, guard: Guard, assets: Assets): void => {
  route(app, guard, listAssets, ({ query: { walletId, ...query } }, { user }) =>
    assets.answer(user.id, walletId, query),
  )
}
