import { atom } from 'jotai'
import * as z from 'zod/mini'
import { ApprovalRequest } from '#contract/approval.ts'
import { Token } from '#contract/asset.ts'
import { Contact } from '#contract/contact.ts'
import { GuardedWallet, Invite } from '#contract/guardian.ts'
import { User } from '#contract/user.ts'
import { Wallet } from '#contract/wallet.ts'
import { hasHubDot, pendingItems } from '#domain/pending.ts'
import { currentWallet, initialWallet, visibleWallets } from '#domain/walletview.ts'
import { mirror } from './mirror.ts'
import { persistedAtom } from './persisted.ts'
import { type Store, store } from './store.ts'

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
/** The user's address book. */
export const contactsAtom = persistedAtom<Contact[]>('contacts', z.array(Contact), [])

/** The id of the wallet to show: the current one while it is there, else the first visible one. */
export const settleActive = (wallets: readonly Wallet[], activeId: string | null): string | null =>
  currentWallet(wallets, activeId)?.id ?? null

/** At the start of a visit a wallet that was canceled or rejected gives way to the first visible one. */
export const settleAtStart = (on: Store): void => {
  const wallets = on.get(walletsAtom)
  if (wallets.length > 0) on.set(activeWalletIdAtom, (id) => initialWallet(wallets, id)?.id ?? null)
}

export const visibleWalletsAtom = atom((get) => visibleWallets(get(walletsAtom)))
export const activeWalletAtom = atom((get) => currentWallet(get(walletsAtom), get(activeWalletIdAtom)))

export const pendingInvitesAtom = atom((get) => pendingItems(get(invitesAtom)))
export const pendingApprovalsAtom = atom((get) => pendingItems(get(approvalsAtom)))
/** Something waits in the Guardian Hub. */
export const hubDotAtom = atom((get) => hasHubDot(get(invitesAtom), get(approvalsAtom)))

/** Changes one wallet at once, before the server has answered. A list that was asked for earlier does not undo it. */
export const changeWallet = (id: string, change: (wallet: Wallet) => Wallet): void => {
  mirror.arrivals.note('wallet', id)
  store.set(walletsAtom, (wallets) => wallets.map((wallet) => (wallet.id === id ? change(wallet) : wallet)))
}
