import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { buildApp } from './app.ts'
import type { PriceSource } from './chains/prices.ts'
import { makeChains } from './chains/set.ts'
import { type KeyRing, openCustody } from './custody/custody.ts'
import { openDatabase } from './db/client.ts'
import { makeLeases } from './db/lease.ts'
import { type Deps, systemClock } from './deps.ts'
import type { Env } from './env.ts'
import { makeMailer } from './mail/mailer.ts'
import { openCluster } from './push/cluster.ts'
import { makeSocketPush } from './push/socket.ts'

export interface Surroundings {
  env: Env
  log: FastifyBaseLogger
  keyRing: KeyRing
  smtpUrl: string
  prices: PriceSource
  clientDir: string | undefined
  /** More routes than the product's own. */
  extend?: (app: FastifyInstance, deps: Deps) => Promise<void>
}

export interface Running {
  port: number
  close(): Promise<void>
}

/** Closes in the opposite order of opening, everything, whatever fails. */
const makeClosing = (log: FastifyBaseLogger) => {
  const steps: (() => Promise<unknown>)[] = []
  return {
    add: (step: () => Promise<unknown>) => steps.unshift(step),
    async run() {
      for (const step of steps.splice(0)) {
        await step().catch((error: unknown) => log.error({ err: error }, 'A part did not close'))
      }
    },
  }
}

/** Opens every part, then listens: whoever can connect finds everything ready. */
export const run = async (around: Surroundings): Promise<Running> => {
  const { env, log, keyRing } = around
  const closing = makeClosing(log)
  try {
    const database = await openDatabase({
      databaseUrl: env.databaseUrl,
      dataDir: join(env.dataDir, 'database'),
      log,
    })
    closing.add(database.close)
    const custody = await openCustody({
      dir: join(env.dataDir, 'custody'),
      keyRing,
      clock: systemClock,
      policyDelayS: env.policyDelaySeconds,
    })
    closing.add(custody.close)
    const chains = makeChains({ rpcUrls: env.rpcUrls, local: env.sandbox, log })
    await chains.start()
    closing.add(chains.stop)
    const cluster = env.databaseUrl === undefined ? undefined : await openCluster(env.databaseUrl, log)
    const deps: Deps = {
      env,
      log,
      db: database.db,
      clock: systemClock,
      push: makeSocketPush({ clock: systemClock, log, cluster }),
      mail: makeMailer({ smtpUrl: around.smtpUrl, from: env.mailFrom }),
      leases: makeLeases(database.db),
      sealer: (purpose) => keyRing.sealer(purpose),
      custody,
      chains,
      prices: around.prices,
    }
    closing.add(deps.leases.release)
    const app = await buildApp(deps, { clientDir: around.clientDir, extend: around.extend })
    closing.add(() => app.close())
    await app.listen({ port: env.port, host: env.host })
    return { port: (app.server.address() as AddressInfo).port, close: closing.run }
  } catch (error) {
    await closing.run()
    throw error
  }
}
