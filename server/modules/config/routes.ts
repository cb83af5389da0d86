import type { FastifyInstance } from 'fastify'
import { getConfig } from '#contract/endpoints/config.ts'
import type { Deps } from '#server/deps.ts'
import type { Guard } from '#server/http/access.ts'
import type { OwnOrigin } from '#server/http/origin.ts'
import { route } from '#server/http/route.ts'

export const registerConfig = (
  app: FastifyInstance,
  { env, chains }: Pick<Deps, 'env' | 'chains'>,
  guard: Guard,
  ownOrigin: OwnOrigin,
): void => {
  route(app, guard, getConfig, async (_, { request }) => ({
    testnetPageUrl: env.testnetPageUrl,
    bitcoinNetwork: env.bitcoinNetwork,
    chains: chains.list(),
    explorers: {},
    vapidPublicKey: env.vapid?.publicKey,
    googleEnabled: env.google !== undefined,
    sandbox: env.sandbox ? `${ownOrigin(request)}/sandbox` : undefined,
  }))
}
