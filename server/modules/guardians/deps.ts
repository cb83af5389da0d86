import type { FastifyBaseLogger } from 'fastify'
import type { Custody } from '#server/custody/custody.ts'
import type { Db } from '#server/db/client.ts'
import type { Leases } from '#server/db/lease.ts'
import type { Clock } from '#server/deps.ts'
import type { Outbox } from '#server/mail/outbox.ts'
import type { ApprovalFlow } from '#server/modules/approvals/service.ts'
import type { Wallets } from '#server/modules/wallets/service.ts'
import type { Push } from '#server/push/push.ts'

export interface GuardianDeps {
  db: Db
  clock: Clock
  log: FastifyBaseLogger
  push: Pick<Push, 'emit'>
  outbox: Outbox
  leases: Leases
  custody: Custody
  wallets: Wallets
  approvals: Pick<ApprovalFlow, 'settleWallet'>
  /** Origin of links in mails. */
  linkBase(): string
}
