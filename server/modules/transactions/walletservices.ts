import type { FastifyInstance } from 'fastify'
import type { Deps } from '#server/deps.ts'
import type { Guard } from '#server/http/access.ts'
import { registerAssets } from '#server/modules/assets/routes.ts'
import { makeAssets } from '#server/modules/assets/service.ts'
import { makeKyc } from '#server/modules/kyc/service.ts'
import { registerTokens } from '#server/modules/tokens/routes.ts'
import { makeTokens } from '#server/modules/tokens/service.ts'
import type { WalletDeps } from '#server/modules/wallets/deps.ts'
import { registerWallets } from '#server/modules/wallets/routes.ts'
import { makeWallets } from '#server/modules/wallets/service.ts'
import { type Approvals, noApprovals } from './approvals.ts'
import { makeOperations } from './operation.ts'
import { held } from './outbox.ts'
import { registerTransactions } from './routes.ts'
import { makeTransactions } from './service.ts'

export type WalletServiceDeps = Pick<
  Deps,
  'env' | 'db' | 'clock' | 'log' | 'leases' | 'custody' | 'chains' | 'prices'
> & { push: Pick<Deps['push'], 'emit'> } & Pick<WalletDeps, 'renamed'>

/** Wallets, what is in them and what moves, each by argument to the next. */
export const makeWalletServices = (deps: WalletServiceDeps, approvals: Approvals = noApprovals) => {
  const tokens = makeTokens(deps)
  const wallets = makeWallets({
    ...deps,
    opening: async (blockchain) => {
      const token = await tokens.native(blockchain)
      return (tx, emit, holder) => assets.open(tx, emit, { holder, token, item: '' })
    },
  })
  const assets = makeAssets({ ...deps, wallets, held })
  const parts = { ...deps, wallets, tokens, assets, approvals }
  const transactions = makeTransactions(parts)
  const kyc = makeKyc({ ...deps, wallets })
  return {
    wallets,
    tokens,
    assets,
    transactions,
    kyc,
    operations: makeOperations(parts, transactions),

    /** Takes up what an earlier process left and watches from here on. */
    async start(): Promise<void> {
      await wallets.start()
      await transactions.start()
      kyc.start()
    },

    async stop(): Promise<void> {
      await kyc.stop()
      await transactions.stop()
      await wallets.stop()
    },
  }
}

export type WalletServices = ReturnType<typeof makeWalletServices>

export const registerWalletServices = (
  app: FastifyInstance,
  deps: WalletServiceDeps,
  guard: Guard,
  walletServices: WalletServices,
): void => {
  registerWallets(app, guard, {
    wallets: walletServices.wallets,
    chains: deps.chains,
    custody: deps.custody,
  })
  registerAssets(app, guard, walletServices.assets)
  registerTokens(app, guard, walletServices.tokens)
  registerTransactions(app, guard, walletServices.transactions)
  app.addHook('onReady', () => walletServices.start())
  app.addHook('preClose', () => walletServices.stop())
}
