import { atom } from 'jotai'
import * as z from 'zod/mini'
import { ApprovalRequest } from '#contract/approval.ts'
import { Token } from '#contract/asset.ts'
import { GuardedWallet, Invite } from '#contract/guardian.ts'
import { User } from '#contract/user.ts'
import { Wallet } from '#contract/wallet.ts'
import { persistedAtom } from './registry.ts'
import { store } from './store.ts'

/** All wallets whatever their status, oldest first. */
export const walletsAtom = persistedAtom<Wallet[]>('wallets', z.array(Wallet), [])
export const activeWalletIdAtom = persistedAtom<string | null>('active-wallet', z.nullable(z.string()), null)
export const tokensAtom = persistedAtom<Token[]>('tokens', z.array(Token), [])
export const guardedWalletsAtom = persistedAtom<GuardedWallet[]>(
  'guarded-wallets',
  z.array(GuardedWallet),
  [],
)
export const userAtom = persistedAtom<User | null>('user', z.nullable(User), null)
export const invitesAtom = persistedAtom<Invite[]>('invites', z.array(Invite), [])
export const approvalsAtom = persistedAtom<ApprovalRequest[]>('approvals', z.array(ApprovalRequest), [])

const HIDDEN: ReadonlySet<string> = new Set(['removed', 'rejected', 'canceled', 'failure'])
/** A wallet with one of these has disappeared, even when it was the active one. */
const GONE: ReadonlySet<string> = new Set(['removed', 'failure'])

export const isVisible = (wallet: Wallet): boolean => !HIDDEN.has(wallet.status)

/** The wallet to show: the current one while it is there, else the first visible one. */
export const settleActive = (wallets: readonly Wallet[], activeId: string | null): string | null => {
  const current = wallets.find((wallet) => wallet.id === activeId)
  if (current && !GONE.has(current.status)) return current.id
  return wallets.find(isVisible)?.id ?? null
}

export const visibleWalletsAtom = atom((get) => get(walletsAtom).filter(isVisible))
export const activeWalletAtom = atom((get) => {
  const wallets = get(walletsAtom)
  const id = settleActive(wallets, get(activeWalletIdAtom))
  return wallets.find((wallet) => wallet.id === id)
})

export const pendingInvitesAtom = atom((get) =>
  get(invitesAtom).filter((invite) => invite.status === 'pending'),
)
export const pendingApprovalsAtom = atom((get) =>
  get(approvalsAtom).filter((approval) => approval.status === 'pending'),
)
/** Something waits in the Guardian Hub. */
export const hubDotAtom = atom((get) => get(pendingInvitesAtom).length + get(pendingApprovalsAtom).length > 0)

/** Changes one wallet at once, before the server has answered. */
export const changeWallet = (id: string, change: (wallet: Wallet) => Wallet): void => {
  store.set(walletsAtom, (wallets) => wallets.map((wallet) => (wallet.id === id ? change(wallet) : wallet)))
}
