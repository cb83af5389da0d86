import type { FastifyBaseLogger } from 'fastify'
import type { ChainSet } from '#server/chains/family.ts'
import type { Custody } from '#server/custody/custody.ts'
import type { Db } from '#server/db/client.ts'
import type { Leases } from '#server/db/lease.ts'
import type { Clock } from '#server/deps.ts'
import type { Assets } from '#server/modules/assets/service.ts'
import type { Tokens } from '#server/modules/tokens/service.ts'
import type { Wallets } from '#server/modules/wallets/service.ts'
import type { Push } from '#server/push/push.ts'
import type { Approvals } from './approvals.ts'

export interface TransactionDeps {
  env: { approvalTtlSeconds: number }
  db: Db
  clock: Clock
  log: FastifyBaseLogger
  push: Pick<Push, 'emit'>
  leases: Leases
  custody: Custody
  chains: ChainSet
  wallets: Wallets
  assets: Assets
  tokens: Tokens
  approvals: Approvals
}
