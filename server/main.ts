import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FastifyBaseLogger } from 'fastify'
import { isBitcoin } from '#domain/chain.ts'
import { makeSingle } from './async/single.ts'
import { httpPrices } from './chains/coingecko.ts'
import { listedPrices, noPrices } from './chains/prices.ts'
import { systemClock } from './deps.ts'
import { type Env, readEnv, testnetPageUrl } from './env.ts'
import { lockDataDir } from './lock.ts'
import { makeLog } from './log.ts'
import { realNeeds, sandboxNeeds } from './needs.ts'
import { type Running, run } from './run.ts'
import { startSandboxChains } from './sandbox/chains.ts'
import { startCustodyProcess, startSignersProcess } from './sandbox/custody.ts'
import { startMailbox } from './sandbox/mailbox.ts'
import { sandboxPrices } from './sandbox/prices.ts'
import { RELAY_PATH } from './sandbox/relay.ts'
import { forgetSandbox } from './sandbox/reset.ts'
import { registerSandbox } from './sandbox/routes.ts'
import { newestWallets } from './sandbox/store.ts'
import { startTestnet } from './sandbox/testnet/server.ts'
import { sandboxVapid } from './sandbox/vapid.ts'

/** Beside the bundle when built, else what the last build left. */
const CLIENT_DIRS = ['../client', '../dist/client'].map((path) =>
  fileURLToPath(new URL(path, import.meta.url)),
)
const PAGE_DIR = fileURLToPath(new URL('./sandbox/page', import.meta.url))
const TESTNET_DIR = fileURLToPath(new URL('./sandbox/testnet/page', import.meta.url))
const clientDir = () => CLIENT_DIRS.find((folder) => existsSync(join(folder, 'index.html')))

const startReal = async (env: Env, log: FastifyBaseLogger): Promise<Running> => {
  const { allowed, ...needs } = realNeeds(env)
  for (const { name, sentence } of allowed) log.warn({ allowed: name }, sentence)
  if (env.custodyAnchor === undefined)
    log.warn(
      'CUSTODY_ANCHOR is not set: backups of custody and database of one earlier moment would pass as today. See README.md.',
    )
  return run({
    env,
    log,
    ...needs,
    prices:
      env.priceUrl === undefined ? noPrices : httpPrices({ baseUrl: env.priceUrl, clock: systemClock, log }),
    clientDir: clientDir(),
  })
}

const startSandbox = async (env: Env, log: FastifyBaseLogger, reset: () => void): Promise<Running> => {
  const { keyRing, custodyKeyFile } = await sandboxNeeds(env, process.env.NODE_ENV)
  const mailbox = await startMailbox(log)
  const ownBitcoin = env.esploraUrl === undefined && env.bitcoinNetwork === 'regtest'
  const { chains, stop } = await startSandboxChains({ dataDir: env.dataDir, log, evmOnly: !ownBitcoin })
  const evm = chains.filter(({ blockchain }) => !isBitcoin(blockchain))
  const stops: (() => Promise<unknown>)[] = [stop, () => mailbox.stop()]
  const close = () => Promise.all(stops.map((end) => end()))
  const wcRelayUrl = env.wcRelayUrl ?? `ws://127.0.0.1:${env.port}${RELAY_PATH}`
  const tokens = chains.flatMap((chain) =>
    chain.tokens.map((token) => ({ ...token, blockchain: chain.blockchain })),
  )
  try {
    // Unless TESTNET_PAGE_URL names another one.
    if (env.testnetPageUrl === testnetPageUrl(env.port)) {
      const testnet = await startTestnet({
        port: env.port + 1,
        pageDir: TESTNET_DIR,
        sandboxPageDir: PAGE_DIR,
        relayUrl: wcRelayUrl,
        kycUrl: `http://127.0.0.1:${env.port}/sandbox/kyc`,
        appUrl: env.publicUrl ?? `http://localhost:${env.port}`,
        blockchains: evm.map(({ blockchain }) => blockchain),
        log,
      })
      stops.push(testnet.stop)
    }
    const { dataDir, policyDelaySeconds } = env
    const signers = await startSignersProcess({ dataDir, policyDelaySeconds, log })
    stops.push(signers.stop)
    const custody = await startCustodyProcess({
      dataDir: env.dataDir,
      keyFile: custodyKeyFile,
      policyDelaySeconds: env.policyDelaySeconds,
      anchor: env.custodyAnchor,
      log,
    })
    stops.push(custody.stop)
    const running = await run({
      env: {
        ...env,
        custodyUrl: custody.url,
        wcRelayUrl,
        vapid: env.vapid ?? (await sandboxVapid(env.dataDir)),
        rpcUrls: {
          ...env.rpcUrls,
          ...Object.fromEntries(evm.map(({ blockchain, rpcUrl }) => [blockchain, rpcUrl])),
        },
        esploraUrl: env.esploraUrl ?? chains.find(({ blockchain }) => isBitcoin(blockchain))?.rpcUrl,
      },
      log,
      keyRing,
      smtpUrl: env.smtpUrl ?? mailbox.smtpUrl,
      prices: listedPrices(sandboxPrices(tokens), new Date()),
      clientDir: clientDir(),
      extend: (app, { db }) =>
        registerSandbox(app, {
          chains,
          mailbox,
          pageDir: PAGE_DIR,
          publicUrl: env.publicUrl,
          relayUrl: env.wcRelayUrl,
          testnetPageUrl: env.testnetPageUrl,
          guardiansFile: join(env.dataDir, 'demo-guardians.json'),
          wallets: () => newestWallets(db),
          reset: env.databaseUrl === undefined ? reset : undefined,
        }),
    })
    return {
      ...running,
      async close() {
        await running.close()
        await close()
      },
    }
  } catch (error) {
    await close()
    throw error
  }
}

/** A sandbox that can end itself, forget everything and begin anew, in the same process and at the same address. */
const startAgain = async (env: Env, log: FastifyBaseLogger): Promise<Running> => {
  let running: Running
  const over = makeSingle(async () => {
    try {
      await running.close()
      await forgetSandbox(env.dataDir)
      running = await begin({ ...env, port: running.port })
    } catch (error) {
      fail(error)
    }
  })
  const begin = (place: Env) => startSandbox(place, log, () => void over.run())
  running = await begin(env)
  return {
    port: running.port,
    async close() {
      await over.idle()
      await running.close()
    },
  }
}

const say = (text: string) => process.stdout.write(`${text}\n`)

const announce = (env: Env, port: number) => {
  const url = env.publicUrl ?? `http://localhost:${port}`
  say(`Countersign is ready:   ${url}`)
  if (!env.sandbox) return
  say(`Sandbox (test money):   ${url}/sandbox`)
  say(`TestNet page (a DApp):  ${env.testnetPageUrl}`)
}

/** Milliseconds; whatever hangs longer is left to the next start, which expects a sudden end. */
const CLOSE_WITHIN = 20_000

const closeOnSignal = (close: () => Promise<void>) => {
  let closing = false
  const onSignal = () => {
    if (closing) process.exit(1)
    closing = true
    setTimeout(() => process.exit(1), CLOSE_WITHIN).unref()
    close().then(
      () => process.exit(0),
      () => process.exit(1),
    )
  }
  process.on('SIGINT', onSignal)
  process.on('SIGTERM', onSignal)
}

const main = async () => {
  const env = readEnv(process.env)
  const log = makeLog(env.production ? 'info' : 'warn')
  // Nothing else of a real server lies there: several of them may share the folder.
  const lock = env.sandbox || env.databaseUrl === undefined ? lockDataDir(env.dataDir) : undefined
  try {
    const running = await (env.sandbox ? startAgain(env, log) : startReal(env, log))
    closeOnSignal(async () => {
      await running.close()
      lock?.release()
    })
    announce(env, running.port)
  } catch (error) {
    lock?.release()
    throw error
  }
}

/** What the person who starts it can put right comes as one sentence; anything else with its stack. */
const explain = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error)
  if ('code' in error && error.code === 'EADDRINUSE') {
    return `${error.message}. Stop what uses it, or set PORT to another number.`
  }
  return error.constructor === Error || error.name === 'CustodyRefusal'
    ? error.message
    : (error.stack ?? error.message)
}

const fail = (error: unknown) => {
  process.stderr.write(`${explain(error)}\n`)
  process.exit(1)
}

main().catch(fail)
