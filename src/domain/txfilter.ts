import type { Direction, Transaction } from '#contract/transaction.ts'
import { chainName } from './chain.ts'
import { daysBetween } from './date.ts'
import { type Names, nameOf } from './names.ts'
import { directionFor } from './txview.ts'

export interface TransactionFilter {
  /** Part of an address or its name, a symbol, a note, a hash or a transaction id, in any case. */
  search: string
  direction: Direction | ''
  status: Transaction['status'] | ''
  /** Name of a chain. */
  network: string
  /** First and last day of those that are shown, `2024-03-05`, in the viewer's time zone. */
  from: string
  to: string
}

export const NO_FILTER: TransactionFilter = {
  search: '',
  direction: '',
  status: '',
  network: '',
  from: '',
  to: '',
}

export const isFiltered = (filter: TransactionFilter): boolean =>
  Object.values(filter).some((value) => value.trim() !== '')

/** The chains of these transactions, by their names. */
export const networksOf = (transactions: readonly Pick<Transaction, 'blockchain'>[]): string[] =>
  [...new Set(transactions.map(({ blockchain }) => blockchain))].sort((a, b) =>
    chainName(a).localeCompare(chainName(b)),
  )

const texts = (transaction: Transaction, names: Names): (string | null | undefined)[] => [
  transaction.assetSymbol,
  transaction.hash,
  transaction.txid,
  transaction.sender,
  transaction.recipient,
  transaction.description,
  nameOf(names, transaction.sender)?.name,
  nameOf(names, transaction.recipient)?.name,
  ...(transaction.inputs ?? []).map(({ address }) => address),
  ...(transaction.outputs ?? []).map(({ address }) => address),
]

/** What the filter lets through, as the shown wallet sees it; the order stays. */
export const filterTransactions = (
  transactions: readonly Transaction[],
  walletId: string,
  { search, direction, status, network, from, to }: TransactionFilter,
  names: Names = new Map(),
): Transaction[] => {
  const wanted = search.trim().toLowerCase()
  const within = daysBetween(from, to)
  return transactions.filter(
    (transaction) =>
      (status === '' || transaction.status === status) &&
      (network === '' || transaction.blockchain === network) &&
      within(transaction.createdAt) &&
      (direction === '' || directionFor(transaction, walletId) === direction) &&
      (wanted === '' || texts(transaction, names).some((text) => text?.toLowerCase().includes(wanted))),
  )
}
