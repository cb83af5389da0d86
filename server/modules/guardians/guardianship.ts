import type { FastifyInstance } from 'fastify'
import type { Deps } from '#server/deps.ts'
import type { Guard } from '#server/http/access.ts'
import type { Outbox } from '#server/mail/outbox.ts'
import type { ApprovalRecords } from '#server/modules/approvals/records.ts'
import { registerApprovals } from '#server/modules/approvals/routes.ts'
import { makeApprovals } from '#server/modules/approvals/service.ts'
import type { WalletServices } from '#server/modules/transactions/walletservices.ts'
import { registerGuardians } from './routes.ts'
import { makeGuardians } from './service.ts'

type GuardianshipDeps = Pick<Deps, 'db' | 'clock' | 'log' | 'leases' | 'custody'> & {
  push: Pick<Deps['push'], 'emit'>
  records: ApprovalRecords
  outbox: Outbox
  walletServices: Pick<WalletServices, 'wallets' | 'transactions'>
  /** Origin of links in mails. */
  linkBase(): string
}

/** Who guards which wallet, and what they decide about its transactions. */
export const makeGuardianship = ({
  walletServices: { wallets, transactions },
  ...deps
}: GuardianshipDeps) => {
  const approvals = makeApprovals({ ...deps, wallets, transactions })
  const guardians = makeGuardians({ ...deps, wallets, approvals })
  return {
    approvals,
    guardians,

    /** Takes up what an earlier process left: changes of guardians first, then what they decide about. */
    async start(): Promise<void> {
      await guardians.start()
      await approvals.start()
    },

    async stop(): Promise<void> {
      await approvals.stop()
      await guardians.stop()
    },
  }
}

export type Guardianship = ReturnType<typeof makeGuardianship>

export const registerGuardianship = (
  app: FastifyInstance,
  guard: Guard,
  guardianship: Guardianship,
): void => {
  registerGuardians(app, guard, guardianship.guardians)
  registerApprovals(app, guard, guardianship.approvals)
  app.addHook('onReady', () => guardianship.start())
  app.addHook('preClose', () => guardianship.stop())
}
