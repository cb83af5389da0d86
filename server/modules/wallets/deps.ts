import type { FastifyBaseLogger } from 'fastify'
import type { Blockchain } from '#contract/blockchain.ts'
import type { ChainSet } from '#server/chains/family.ts'
import type { Custody } from '#server/custody/custody.ts'
import type { Db, Tx } from '#server/db/client.ts'
import type { Leases } from '#server/db/lease.ts'
import type { Emit } from '#server/db/unit.ts'
import type { Clock } from '#server/deps.ts'
import type { Push } from '#server/push/push.ts'
import type { Holder } from './store.ts'

export interface WalletDeps {
  db: Db
  clock: Clock
  log: FastifyBaseLogger
  push: Pick<Push, 'emit'>
  custody: Custody
  leases: Leases
  chains: Pick<ChainSet, 'all'>
  /** Tells those who see a wallet's name without owning it. */
  renamed?: (tx: Tx, emit: Emit, id: string) => Promise<void>
  /** What has to be written beside a new account on this chain. */
  opening?: (blockchain: Blockchain) => Promise<(tx: Tx, emit: Emit, holder: Holder) => Promise<void>>
}
