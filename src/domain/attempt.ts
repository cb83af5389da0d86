import type { Transaction } from '#contract/transaction.ts'
import { type BadgeText, transactionBadge } from './badge.ts'
import { directionFor } from './txview.ts'

/** Sent from this wallet and in no block yet: it can be sped up, or cancelled on its network. */
export const isHanging = (transaction: Transaction, walletId: string): boolean =>
  transaction.status === 'broadcasting' &&
  transaction.blockNumber == null &&
  transaction.hash != null &&
  directionFor(transaction, walletId) === 'outcome'

/** What is handed in, or in a block that is not final, pays nobody in the place of what was sent. */
export const isCancelling = ({
  status,
  attempts,
  hash,
}: Pick<Transaction, 'status' | 'attempts' | 'hash'>): boolean =>
  status === 'broadcasting' && attempts?.find((attempt) => attempt.hash === hash)?.cancels === true

/** Its status, where it can be seen that it is being cancelled on its network. */
export const badgeOf = (transaction: Pick<Transaction, 'status' | 'attempts' | 'hash'>): BadgeText =>
  isCancelling(transaction) ? { tone: 'warn', text: 'Cancelling...' } : transactionBadge(transaction.status)

/** waiting: handed in last. outbid: before that. mined and behind: one is in a block that is not final. */
export type Fate = 'waiting' | 'outbid' | 'mined' | 'behind' | 'won' | 'lost'

/** What has become of an attempt at a transaction: the one whose hash the transaction has is the latest, or the one in a block. */
export const fateOf = (
  { status, blockNumber, hash: own }: Pick<Transaction, 'status' | 'blockNumber' | 'hash'>,
  hash: string,
): Fate => {
  if (status !== 'broadcasting') return hash === own && blockNumber != null ? 'won' : 'lost'
  if (blockNumber != null) return hash === own ? 'mined' : 'behind'
  return hash === own ? 'waiting' : 'outbid'
}
