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

/** Its guardians are asked whether it may cost more than they approved. */
export const askedAnew = ({ status, raise }: Pick<Transaction, 'status' | 'raise'>) =>
  status === 'broadcasting' ? (raise ?? undefined) : undefined

/** Its status, where it can be seen that it is being cancelled on its network, or waits for a higher fee. */
export const badgeOf = (
  transaction: Pick<Transaction, 'status' | 'attempts' | 'hash' | 'raise'>,
): BadgeText => {
  if (isCancelling(transaction)) return { tone: 'warn', text: 'Cancelling...' }
  const asked = askedAnew(transaction)?.approval
  if (asked) {
    const { approved, required } = asked.lacks ?? asked
    return { tone: 'warn', text: `Fee approval ${approved}/${required}` }
  }
  return transactionBadge(transaction.status)
}

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
