import type { Deps } from '#server/deps.ts'
import type { Transactions } from '#server/modules/transactions/service.ts'
import type { Wallets } from '#server/modules/wallets/service.ts'

export type DappDeps = Pick<
  Deps,
  'env' | 'db' | 'clock' | 'log' | 'leases' | 'sealer' | 'custody' | 'chains' | 'walletConnect'
> & {
  push: Pick<Deps['push'], 'emit'>
  wallets: Wallets
  transactions: Transactions
  /** Where people find this server. */
  linkBase(): string
}
