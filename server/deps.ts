import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '#server/db/client.ts'
import type { Leases } from '#server/db/lease.ts'
import type { Env } from '#server/env.ts'
import type { Mailer } from '#server/mail/mailer.ts'
import type { Push } from '#server/push/push.ts'

export interface Clock {
  now(): Date
}

/** Authenticated encryption with a key that the database does not hold; `aad` binds the text to its record. */
export interface Sealer {
  seal(text: string, aad: string): string
  open(sealed: string, aad: string): string
}

export interface Deps {
  env: Env
  db: Db
  clock: Clock
  log: FastifyBaseLogger
  push: Push
  mail: Mailer
  leases: Leases
  sealer(purpose: string): Sealer
}

export const systemClock: Clock = { now: () => new Date() }
