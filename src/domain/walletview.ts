import type { Wallet } from '#contract/wallet.ts'
import { isFrozen } from './hold.ts'

type Status = Wallet['status']

/** What the Wallets screen draws for a wallet. */
export type WalletView = 'full' | 'restricted' | 'processing' | 'confirmation' | 'approval' | 'cancelled'

const VIEWS: Readonly<Record<Status, WalletView>> = {
  active: 'full',
  created: 'processing',
  processing: 'processing',
  'pending-confirmation': 'confirmation',
  'pending-approval': 'approval',
  canceled: 'cancelled',
  rejected: 'cancelled',
  removed: 'cancelled',
  failure: 'cancelled',
  'processing-amend': 'restricted',
  'pending-amend-confirmation': 'restricted',
  'pending-amend-approval': 'restricted',
  'processing-removal': 'restricted',
  'pending-removal-confirmation': 'restricted',
  'pending-removal-approval': 'restricted',
  unknown: 'restricted',
}

/** `restricted` is the full view with every action disabled and a badge of the status. */
export const walletView = (status: Status): WalletView => VIEWS[status]

/** What is done with a wallet whose actions are off. */
export const changeOf = (status: Status): 'amend' | 'removal' | 'unknown' => {
  if (status.includes('amend')) return 'amend'
  return status.includes('removal') ? 'removal' : 'unknown'
}

const HIDDEN: readonly Status[] = ['removed', 'rejected', 'canceled', 'failure']

export const isVisible = (wallet: Pick<Wallet, 'status'>): boolean => !HIDDEN.includes(wallet.status)

/** Wallets that lists, switchers and counts know. */
export const visibleWallets = <T extends Pick<Wallet, 'status'>>(wallets: readonly T[]): T[] =>
  wallets.filter(isVisible)

/** Identity verification; a wallet without the feature counts as not verified. */
export const isKycCompleted = (wallet: Pick<Wallet, 'features'>): boolean =>
  wallet.features.some((feature) => feature.type === 'redbelly-kyc' && feature.payload.completed === true)

/** Send and Receive work only in an active wallet whose owner is verified. */
export const canTransfer = (wallet: Pick<Wallet, 'features' | 'status'>): boolean =>
  wallet.status === 'active' && isKycCompleted(wallet)

/** Receiving goes on in a wallet that is frozen. */
export const canSend = (wallet: Pick<Wallet, 'features' | 'status'>): boolean =>
  canTransfer(wallet) && !isFrozen(wallet)

/** Only these are offered for sending and receiving. */
export const transferWallets = <T extends Pick<Wallet, 'features' | 'status'>>(wallets: readonly T[]): T[] =>
  wallets.filter(canTransfer)

/** The wallet whose onboarding shows: the only visible one, while it is not verified, whatever its status. */
export const onboardingWallet = <T extends Pick<Wallet, 'features' | 'status'>>(
  wallets: readonly T[],
): T | undefined => {
  const [only, ...more] = visibleWallets(wallets)
  return only && more.length === 0 && !isKycCompleted(only) ? only : undefined
}

/**
 * The wallet that is current after a change of the list. A canceled or rejected wallet stays current until its owner
 * switches; a removed or failed one, or one that is gone, gives way to the first visible one.
 */
export const currentWallet = <T extends Pick<Wallet, 'id' | 'status'>>(
  wallets: readonly T[],
  currentId: string | null | undefined,
): T | undefined => {
  const current = wallets.find(({ id }) => id === currentId)
  const stays = current && current.status !== 'removed' && current.status !== 'failure'
  return stays ? current : wallets.find(isVisible)
}

/** As `currentWallet`, at the start of a visit, when every hidden wallet gives way. */
export const initialWallet = <T extends Pick<Wallet, 'id' | 'status'>>(
  wallets: readonly T[],
  currentId: string | null | undefined,
): T | undefined => currentWallet(visibleWallets(wallets), currentId)
