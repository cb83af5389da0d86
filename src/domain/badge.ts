import type { WcRequest, WcSession } from '#contract/dapp.ts'
import type { WalletApprover } from '#contract/guardian.ts'
import type { Transaction } from '#contract/transaction.ts'
import type { Wallet } from '#contract/wallet.ts'
import { transactionStatusText } from './txview.ts'

/** ok is green, warn yellow, bad red, accent blue. */
export type Tone = 'ok' | 'warn' | 'bad' | 'accent' | 'neutral'

export interface BadgeText {
  tone: Tone
  text: string
}

/** 'pending-approval' as people read it: 'Pending approval'. */
const words = (status: string): string => {
  const text = status.replaceAll('-', ' ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}

const SESSION: Readonly<Record<WcSession['status'], Tone>> = {
  connected: 'ok',
  'pending-approval': 'warn',
  rejected: 'bad',
  disconnected: 'bad',
  created: 'neutral',
  unknown: 'neutral',
}
const REQUEST: Readonly<Record<WcRequest['status'], Tone>> = {
  pending: 'warn',
  rejected: 'bad',
  confirmed: 'ok',
  executed: 'ok',
  unknown: 'neutral',
}
const WALLET: Readonly<Record<Wallet['status'], Tone>> = {
  active: 'ok',
  created: 'neutral',
  processing: 'neutral',
  'pending-confirmation': 'warn',
  'pending-approval': 'warn',
  'processing-amend': 'neutral',
  'pending-amend-confirmation': 'warn',
  'pending-amend-approval': 'warn',
  'processing-removal': 'neutral',
  'pending-removal-confirmation': 'warn',
  'pending-removal-approval': 'warn',
  canceled: 'bad',
  rejected: 'bad',
  removed: 'bad',
  failure: 'bad',
  unknown: 'neutral',
}
const APPROVER: Readonly<Record<WalletApprover['status'], Tone>> = {
  confirmed: 'ok',
  pending: 'warn',
  rejected: 'bad',
  retired: 'neutral',
  unknown: 'neutral',
}
const TRANSACTION: Readonly<Record<Transaction['status'], Tone>> = {
  success: 'ok',
  'pending-approval': 'warn',
  broadcasting: 'accent',
  cancelled: 'bad',
  rejected: 'bad',
  failed: 'bad',
  unknown: 'neutral',
}

export const sessionBadge = (status: WcSession['status']): BadgeText => ({
  tone: SESSION[status],
  text: words(status),
})
export const requestBadge = (status: WcRequest['status']): BadgeText => ({
  tone: REQUEST[status],
  text: words(status),
})
export const walletBadge = (status: Wallet['status']): BadgeText => ({
  tone: WALLET[status],
  text: words(status),
})
export const approverBadge = (status: WalletApprover['status']): BadgeText => ({
  tone: APPROVER[status],
  text: words(status),
})
export const transactionBadge = (status: Transaction['status']): BadgeText => ({
  tone: TRANSACTION[status],
  text: transactionStatusText(status),
})
