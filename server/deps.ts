import type { FastifyBaseLogger } from 'fastify'
import type { ChainSet } from '#server/chains/family.ts'
import type { PriceSource } from '#server/chains/prices.ts'
import type { Custody, Sealer } from '#server/custody/custody.ts'
import type { Launch } from '#server/dapps/launch.ts'
import type { Db } from '#server/db/client.ts'
import type { Leases } from '#server/db/lease.ts'
import type { SealedPurpose } from '#server/db/sealed.ts'
import type { Env } from '#server/env.ts'
import type { Mailer } from '#server/mail/mailer.ts'
import type { Push } from '#server/push/push.ts'

export interface Clock {
  now(): Date
}

export interface Deps {
  env: Env
  db: Db
  clock: Clock
  log: FastifyBaseLogger
  push: Push
  mail: Mailer
  leases: Leases
  /** Hides text that must be readable again with a key that the database does not hold. */
  sealer(purpose: SealedPurpose): Sealer
  custody: Custody
  chains: ChainSet
  prices: PriceSource
  /** Starts the process of the WalletConnect client. */
  walletConnect: Launch
}

export const systemClock: Clock = { now: () => new Date() }
