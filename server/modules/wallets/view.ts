import { MIN_CONSENSUS } from '#contract/limit.ts'
import type { Feature, Wallet } from '#contract/wallet.ts'
import type { ProvenWallet } from './proof.ts'

type Approval = Extract<Feature, { type: 'approval-flow' }>['payload']

/** As custody keeps it: what the database says of approvals would be worth nothing. */
const approvalOf = ({ overview }: ProvenWallet): Approval => {
  if (!overview) return { enabled: false, consensus: MIN_CONSENSUS }
  const { enabled, consensus, confirmed, lingering } = overview
  return {
    enabled,
    consensus,
    confirmed,
    ...(lingering && {
      startsAt: lingering.startsAt,
      until: { consensus: lingering.consensus, confirmed: lingering.confirmed },
    }),
  }
}

/** The wallet as its owner gets it. An address that custody does not vouch for is left out. */
export const viewWallet = (wallet: ProvenWallet): Wallet => ({
  id: wallet.id,
  name: wallet.name,
  vaultId: wallet.vaultId,
  accounts: [
    ...wallet.accounts.map(({ id, network, address }) => ({ id, network, address })),
    ...wallet.unverified.map(({ id, network }) => ({ id, network, address: '', unverified: true })),
  ],
  status: wallet.status,
  features: [
    { type: 'redbelly-kyc', payload: { completed: wallet.kycCompleted } },
    { type: 'approval-flow', payload: approvalOf(wallet) },
    ...(wallet.overview?.held ? [{ type: 'hold' as const, payload: wallet.overview.held }] : []),
  ],
  user: { id: wallet.userId, email: wallet.email },
  createdAt: wallet.createdAt.toISOString(),
})
