import type { FastifyInstance, FastifyRequest } from 'fastify'
import { conflict, invalid, notFound } from '#server/error.ts'
import { registerAssets, sendPage } from './assets.ts'
import { BlocksBody, FaucetBody, KycBody, MailboxQuery, MineBody, Nothing, parse } from './body.ts'
import type { SandboxChain } from './chains.ts'
import { type GuardOptions, refusal, sandboxGuard } from './guard.ts'
import { registerDemoGuardians } from './guardianroutes.ts'
import type { Mailbox } from './mailbox.ts'
import { attachRelay, makeRelay, RELAY_PATH } from './relay.ts'
import type { OwnWallet } from './store.ts'

export type SandboxParts = {
  chains: readonly SandboxChain[]
  mailbox: Mailbox
  /** Folder with the files of the page (`server/sandbox/page`). */
  pageDir: string
  publicUrl?: string | undefined
  /** Another WalletConnect relay than the sandbox's own. */
  relayUrl?: string | undefined
  testnetPageUrl?: string | undefined
  /** Where the demo guardians' authenticators are kept; without it they last as long as the process. */
  guardiansFile?: string | undefined
  /** Wallets of those who signed in last. */
  wallets?(): Promise<OwnWallet[]>
  /** Starts over with empty data, after the answer; undefined where this process must not empty them. */
  reset?: (() => void) | undefined
}

const NO_RESET =
  'The data are in the database of DATABASE_URL, which may hold more than the sandbox. Empty it yourself, then start again.'

const chainNamed = (chains: readonly SandboxChain[], blockchain: string): SandboxChain => {
  const chain = chains.find((candidate) => candidate.blockchain === blockchain)
  if (!chain) {
    const known = chains.map((candidate) => candidate.blockchain).join(', ')
    throw invalid(`The sandbox runs no chain ${blockchain}: choose one of ${known}`)
  }
  return chain
}

const describe = (request: FastifyRequest, parts: SandboxParts) => {
  const origin = parts.publicUrl ?? `http://${request.headers.host}`
  return {
    mailbox: `${origin}/sandbox/mailbox`,
    faucet: `${origin}/sandbox/faucet`,
    kyc: `${origin}/sandbox/kyc`,
    mine: `${origin}/sandbox/mine`,
    blocks: `${origin}/sandbox/blocks`,
    relay: parts.relayUrl ?? `${origin.replace(/^http/, 'ws')}${RELAY_PATH}`,
    testnetPage: parts.testnetPageUrl,
    wallets: `${origin}/sandbox/wallets`,
    chains: parts.chains.map(({ blockchain, rpcUrl, nativeSymbol, tokens }) => ({
      blockchain,
      rpc: rpcUrl,
      nativeSymbol,
      tokens: tokens.map(({ symbol, type, address, decimals }) => ({ symbol, type, address, decimals })),
    })),
  }
}

/** The TestNet page lives on another origin and may complete KYC, so its browser asks first. */
const registerKyc = (app: FastifyInstance, parts: SandboxParts, testnetOrigin: string | undefined) => {
  app.addHook('onRequest', async (request, reply) => {
    if (testnetOrigin !== undefined && request.headers.origin === testnetOrigin)
      reply.header('access-control-allow-origin', testnetOrigin).header('vary', 'Origin')
  })
  app.options('/kyc', { config: { testnet: true } }, async (_request, reply) =>
    reply
      .header('access-control-allow-methods', 'POST')
      .header('access-control-allow-headers', 'content-type')
      .code(204)
      .send(),
  )
  app.post('/kyc', { config: { testnet: true } }, async (request) => {
    const { address } = parse(KycBody, request.body)
    const allow = parts.chains.find((chain) => chain.allow)?.allow
    if (!allow) throw invalid('No chain of this sandbox has a permission contract')
    return { hash: await allow(address) }
  })
}

const serveRelay = (app: FastifyInstance, options: GuardOptions) => {
  const relay = makeRelay({ log: app.log })
  attachRelay(
    app.server,
    relay,
    ({ headers, socket }) => !refusal({ headers, port: socket.localPort, testnet: true }, options),
  )
  app.addHook('preClose', async () => relay.close())
}

/**
 * Adds the sandbox's hooks under /sandbox. They bypass sign-in on purpose, so call this only after
 * `assertSandboxAllowed`.
 */
export const registerSandbox = async (app: FastifyInstance, parts: SandboxParts): Promise<void> => {
  const testnetOrigin = parts.testnetPageUrl && new URL(parts.testnetPageUrl).origin
  const options: GuardOptions = { publicUrl: parts.publicUrl, testnetOrigin }
  serveRelay(app, options)

  await app.register(
    async (scope) => {
      scope.addHook('onRequest', sandboxGuard(options))
      scope.addHook('onSend', async (_request, reply) => {
        reply.header('cache-control', 'no-store').header('x-content-type-options', 'nosniff')
        reply.header('referrer-policy', 'no-referrer')
      })

      scope.setNotFoundHandler(async () => {
        throw notFound('The sandbox has no such address: see /sandbox')
      })

      scope.get('/', async (request, reply) => {
        reply.header('vary', 'Accept')
        if (request.headers.accept?.includes('text/html')) return sendPage(reply, parts.pageDir)
        return describe(request, parts)
      })
      scope.get('/mailbox', async (request) => ({
        items: parts.mailbox.list(parse(MailboxQuery, request.query).to),
      }))
      scope.post('/faucet', async (request) => {
        const { blockchain, ...gift } = parse(FaucetBody, request.body)
        return { hash: await chainNamed(parts.chains, blockchain).give(gift) }
      })
      scope.post('/mine', async (request) => {
        const { blockchain, blocks } = parse(MineBody, request.body)
        return { height: await chainNamed(parts.chains, blockchain).mine(blocks) }
      })
      scope.post('/blocks', async (request) => {
        const { blockchain, held } = parse(BlocksBody, request.body)
        await chainNamed(parts.chains, blockchain).hold(held)
        return { held }
      })
      scope.get('/wallets', async () => ({ items: (await parts.wallets?.()) ?? [] }))
      scope.post(
        '/reset',
        { onResponse: async (_, reply) => reply.statusCode === 202 && parts.reset?.() },
        async (request, reply) => {
          parse(Nothing, request.body)
          if (!parts.reset) throw conflict(NO_RESET)
          return reply.code(202).send({})
        },
      )
      await scope.register(async (kyc) => registerKyc(kyc, parts, testnetOrigin))
      registerDemoGuardians(scope, parts)
      registerAssets(scope, parts.pageDir, parts.mailbox)
    },
    { prefix: '/sandbox' },
  )
}
