import type { Direction, Transaction } from '#contract/transaction.ts'
import { directionFor } from './txview.ts'

export interface TransactionFilter {
  /** Part of an address, a symbol, a hash or a transaction id, in any case. */
  search: string
  direction: Direction | ''
  status: Transaction['status'] | ''
}

export const NO_FILTER: TransactionFilter = { search: '', direction: '', status: '' }

const texts = (transaction: Transaction): (string | null | undefined)[] => [
  transaction.assetSymbol,
  transaction.hash,
  transaction.txid,
  transaction.sender,
  transaction.recipient,
  ...(transaction.inputs ?? []).map(({ address }) => address),
  ...(transaction.outputs ?? []).map(({ address }) => address),
]

/** What the filter lets through, as the shown wallet sees it; the order stays. */
export const filterTransactions = (
  transactions: readonly Transaction[],
  walletId: string,
  { search, direction, status }: TransactionFilter,
): Transaction[] => {
  const wanted = search.trim().toLowerCase()
  return transactions.filter(
    (transaction) =>
      (status === '' || transaction.status === status) &&
      (direction === '' || directionFor(transaction, walletId) === direction) &&
      (wanted === '' || texts(transaction).some((text) => text?.toLowerCase().includes(wanted))),
  )
}
