import type { GuardedWallet, Invite, WalletApprover } from '#contract/guardian.ts'
import type { ApproverRow, Seat } from './store.ts'

/** As the guardian sees it. */
export const viewInvite = ({ approver, owner, walletAddress, walletName }: Seat): Invite => ({
  id: approver.id,
  status: approver.status,
  userEmail: owner.email,
  walletAddress,
  walletName,
  expiresAt: approver.expiresAt.toISOString(),
})

/** As the owner sees it. */
export const viewApprover = (approver: ApproverRow): WalletApprover => ({
  id: approver.id,
  walletId: approver.walletId,
  approverEmail: approver.email,
  approverWalletAddress: approver.address,
  status: approver.status,
})

export const viewGuarded = ({ approver, walletName, owner }: Seat): GuardedWallet => ({
  id: approver.id,
  name: walletName,
  user: { email: owner.email },
  approverStatus: approver.status,
})
