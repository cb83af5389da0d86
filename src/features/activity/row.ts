import type { Transaction } from '#contract/transaction.ts'
import { signedAmount } from '#domain/amount.ts'
import { transactionBadge } from '#domain/badge.ts'
import { chainName } from '#domain/chain.ts'
import { dateText, timeText } from '#domain/date.ts'
import { counterparty, directionFor, isRejected, transactionTitle } from '#domain/txview.ts'
import { centsText } from '#domain/usd.ts'

/** What both layouts show of one transaction. */
export const activityRow = (transaction: Transaction, walletId: string) => {
  const direction = directionFor(transaction, walletId)
  return {
    id: transaction.id,
    title: transactionTitle(direction),
    incoming: direction === 'income',
    rejected: isRejected(transaction),
    /** Success goes without saying. */
    badge: transaction.status === 'success' ? undefined : transactionBadge(transaction.status),
    counterparty: counterparty(transaction, direction),
    amount: signedAmount(direction, transaction.amount, transaction.assetDecimals, transaction.assetSymbol),
    usd: centsText(transaction.amountInUsd),
    chain: chainName(transaction.blockchain),
    date: dateText(transaction.createdAt),
    time: timeText(transaction.createdAt),
  }
}
export type ActivityRow = ReturnType<typeof activityRow>

export interface RowProps {
  row: ActivityRow
  selected: boolean
  onOpen: (id: string) => void
}
