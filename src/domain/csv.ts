import type { Transaction } from '#contract/transaction.ts'
import { exactText, symbolText, unitsToText } from './amount.ts'
import { badgeOf } from './attempt.ts'
import { chainName, nativeSymbol } from './chain.ts'
import { feeCoins } from './gas.ts'
import { type Names, nameOf } from './names.ts'
import { directionFor } from './txview.ts'
import { centsToUsd } from './usd.ts'

/**
 * One field of RFC 4180. A text that a spreadsheet would run as a formula gets a leading apostrophe, since token
 * names and descriptions are other people's words; a signed number stays a number.
 */
export const csvField = (text: string): string => {
  const risky = /^[=+@\t\r-]/.test(text) && !/^[+-]?\d+(\.\d+)?$/.test(text)
  const safe = risky ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

const HEAD = [
  'Created at (UTC)',
  'Direction',
  'Status',
  'Amount',
  'Symbol',
  'USD',
  'Fee',
  'Fee symbol',
  'Network',
  'From',
  'To',
  'Hash',
  'Block',
  'Note',
  'From name',
  'To name',
]

const optional = (value: string | number | null | undefined): string => (value == null ? '' : String(value))

const row = (transaction: Transaction, walletId: string, names: Names): string[] => {
  const direction = directionFor(transaction, walletId)
  const amount = exactText(unitsToText(transaction.amount, transaction.assetDecimals))
  return [
    transaction.createdAt,
    direction,
    badgeOf(transaction).text,
    `${direction === 'outcome' ? '-' : ''}${amount}`,
    symbolText(transaction.assetSymbol),
    transaction.amountInUsd == null ? '' : centsToUsd(transaction.amountInUsd),
    transaction.fee == null ? '' : feeCoins(transaction.fee, transaction.blockchain),
    transaction.fee == null ? '' : (nativeSymbol(transaction.blockchain)?.toUpperCase() ?? ''),
    chainName(transaction.blockchain),
    optional(transaction.sender),
    optional(transaction.recipient),
    optional(transaction.hash ?? transaction.txid),
    optional(transaction.blockNumber),
    optional(transaction.description),
    optional(nameOf(names, transaction.sender)?.name),
    optional(nameOf(names, transaction.recipient)?.name),
  ]
}

/** Transactions as a CSV file (RFC 4180) with exact values, as the given wallet sees them. */
export const transactionsCsv = (
  transactions: readonly Transaction[],
  walletId: string,
  names: Names = new Map(),
): string =>
  [HEAD, ...transactions.map((transaction) => row(transaction, walletId, names))]
    .map((fields) => `${fields.map(csvField).join(',')}\r\n`)
    .join('')
