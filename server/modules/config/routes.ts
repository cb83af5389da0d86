import type { FastifyInstance } from 'fastify'
import type { AccountNetwork } from '#contract/blockchain.ts'
import { getConfig } from '#contract/endpoints/config.ts'
import type { Deps } from '#server/deps.ts'
import type { Env } from '#server/env.ts'
import type { Guard } from '#server/http/access.ts'
import type { OwnOrigin } from '#server/http/origin.ts'
import { route } from '#server/http/route.ts'

/** No explorer knows a chain that only runs in the sandbox, whichever it stands in for. */
const noExplorers = ({ sandbox, rpcUrls }: Env): Record<string, string> => {
  const local = Object.entries(rpcUrls).filter(([, url]) => sandbox && new URL(url).hostname === '127.0.0.1')
  return Object.fromEntries(local.map(([blockchain]) => [blockchain, '']))
}

/** Accounts call the main network 'bitcoin'. */
const bitcoinAccount = ({ bitcoinNetwork }: Env): AccountNetwork =>
  bitcoinNetwork === 'mainnet' ? 'bitcoin' : bitcoinNetwork

export const registerConfig = (
  app: FastifyInstance,
  { env, chains }: Pick<Deps, 'env' | 'chains'>,
  guard: Guard,
  ownOrigin: OwnOrigin,
): void => {
  route(app, guard, getConfig, async (_, { request }) => ({
    testnetPageUrl: env.testnetPageUrl,
    bitcoinNetwork: bitcoinAccount(env),
    chains: chains.list(),
    explorers: noExplorers(env),
    policyDelaySeconds: env.policyDelaySeconds,
    vapidPublicKey: env.vapid?.publicKey,
    googleEnabled: env.google !== undefined,
    sandbox: env.sandbox ? `${ownOrigin(request)}/sandbox` : undefined,
  }))
}
