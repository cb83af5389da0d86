import type { FastifyBaseLogger } from 'fastify'
import type { Custody } from '#server/custody/custody.ts'
import type { Db, Tx } from '#server/db/client.ts'
import type { Leases } from '#server/db/lease.ts'
import type { Emit } from '#server/db/unit.ts'
import type { Clock } from '#server/deps.ts'
import type { Push } from '#server/push/push.ts'

export interface WalletDeps {
  db: Db
  clock: Clock
  log: FastifyBaseLogger
  push: Pick<Push, 'emit'>
  custody: Custody
  leases: Leases
  /** Tells those who see a wallet's name without owning it. */
  renamed?: (tx: Tx, emit: Emit, id: string) => Promise<void>
}
