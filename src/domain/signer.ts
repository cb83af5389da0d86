import type { ApprovalRequest } from '#contract/approval.ts'
import type { Wallet } from '#contract/wallet.ts'
import { sameAddress } from './address.ts'

type Signer = Pick<Wallet, 'id' | 'status' | 'accounts'>

/** The wallet that must sign an approval: the one the guardian was confirmed with, no other. */
export const approvalSigner = <T extends Signer>(
  approval: Pick<ApprovalRequest, 'approverWalletAddress'>,
  wallets: readonly T[],
): T | undefined =>
  wallets.find(({ accounts }) =>
    accounts.some(
      ({ network, address }) => network === 'evm' && sameAddress(address, approval.approverWalletAddress),
    ),
  )

/** The wallet that signs an invite: the current one if it is active, else the first active one. */
export const inviteSigner = <T extends Signer>(
  wallets: readonly T[],
  currentId: string | null | undefined,
): T | undefined => {
  const active = wallets.filter(({ status }) => status === 'active')
  return active.find(({ id }) => id === currentId) ?? active[0]
}
