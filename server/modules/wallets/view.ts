import { MIN_CONSENSUS } from '#contract/limit.ts'
import type { Feature, Wallet } from '#contract/wallet.ts'
import type { Custody } from '#server/custody/custody.ts'
import type { WalletRow } from './store.ts'

type Approval = Extract<Feature, { type: 'approval-flow' }>['payload']

/** As custody keeps it: what the database says of approvals would be worth nothing. */
const approvalOf = async (custody: Custody, wallet: WalletRow): Promise<Approval> => {
  if (wallet.accounts.length === 0) return { enabled: false, consensus: MIN_CONSENSUS }
  const [policies, { lingering }] = await Promise.all([
    custody.policies({ walletId: wallet.id }),
    custody.required({ walletId: wallet.id }),
  ])
  const current = policies.at(-1)
  return {
    enabled: current?.enabled ?? false,
    consensus: current?.consensus ?? MIN_CONSENSUS,
    ...(lingering && {
      startsAt: lingering.startsAt,
      until: { consensus: lingering.consensus, confirmed: lingering.confirmed },
    }),
  }
}

/** The wallet as its owner gets it. */
export const viewWallet = async (custody: Custody, wallet: WalletRow): Promise<Wallet> => ({
  id: wallet.id,
  name: wallet.name,
  vaultId: wallet.vaultId,
  accounts: wallet.accounts.map(({ id, network, address }) => ({ id, network, address })),
  status: wallet.status,
  features: [
    { type: 'redbelly-kyc', payload: { completed: wallet.kycCompleted } },
    { type: 'approval-flow', payload: await approvalOf(custody, wallet) },
  ],
  user: { id: wallet.userId, email: wallet.email },
  createdAt: wallet.createdAt.toISOString(),
})
