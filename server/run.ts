import type { AddressInfo } from 'node:net'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { buildApp } from './app.ts'
import type { PriceSource } from './chains/prices.ts'
import type { KeyRing } from './custody/custody.ts'
import { type Deps, systemClock } from './deps.ts'
import type { Env } from './env.ts'
import { makeClosing, openParts } from './parts.ts'

export interface Surroundings {
  env: Env
  log: FastifyBaseLogger
  keyRing: KeyRing
  custodyRing?: KeyRing | undefined
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

/** Opens every part, then listens: whoever can connect finds everything ready. */
export const run = async (around: Surroundings): Promise<Running> => {
  const { env, log, keyRing, custodyRing, smtpUrl, prices } = around
  const closing = makeClosing(log)
  try {
    const { deps, close } = await openParts({
      env,
      log,
      keyRing,
      custodyRing,
      smtpUrl,
      prices,
      clock: systemClock,
    })
    closing.add(close)
    await deps.chains.start()
    const app = await buildApp(deps, { clientDir: around.clientDir, extend: around.extend })
    closing.add(() => app.close())
    await app.listen({ port: env.port, host: env.host })
    return { port: (app.server.address() as AddressInfo).port, close: closing.run }
  } catch (error) {
    await closing.run()
    throw error
  }
}
