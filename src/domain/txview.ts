import type { Direction, Transaction } from '#contract/transaction.ts'
import { shortAddress } from './address.ts'
import { isBitcoin } from './chain.ts'

/** As the shown wallet sees it; a transfer between two own wallets is outgoing in one and incoming in the other. */
export const directionFor = (
  transaction: Pick<Transaction, 'accountTxs' | 'direction'>,
  walletId: string,
): Direction =>
  transaction.accountTxs.find((entry) => entry.walletId === walletId)?.direction ?? transaction.direction

export const transactionTitle = (direction: Direction): string =>
  direction === 'outcome' ? 'Send Funds' : 'Receive Funds'

const count = (items: readonly unknown[] | null | undefined, word: string): string => {
  const length = items?.length ?? 0
  return `${length} ${word}${length === 1 ? '' : 's'}`
}

export const inputCount = (inputs: Transaction['inputs']): string => count(inputs, 'input')
export const outputCount = (outputs: Transaction['outputs']): string => count(outputs, 'output')

/**
 * `To 0x5290...9EE7`, `From …`, or, when that side is not one address, `2 inputs, 1 output`; where nobody is named at
 * all, what is said of it instead: `Received in block 7`.
 */
export const counterparty = (
  transaction: Pick<Transaction, 'recipient' | 'sender' | 'inputs' | 'outputs' | 'description'>,
  direction: Direction,
): string => {
  const { recipient, sender, inputs, outputs, description } = transaction
  if (direction === 'outcome' && recipient) return `To ${shortAddress(recipient)}`
  if (direction === 'income' && sender) return `From ${shortAddress(sender)}`
  if (!inputs && !outputs && description) return description
  return `${inputCount(inputs)}, ${outputCount(outputs)}`
}

/** How many of the blocks that make a Bitcoin transaction final it has; undefined where that says nothing. */
export const confirmationCount = (
  { blockchain, status, confirmations }: Pick<Transaction, 'blockchain' | 'status' | 'confirmations'>,
  needed: number,
): number | undefined => {
  if (!isBitcoin(blockchain)) return undefined
  if (status === 'success') return needed
  return status === 'broadcasting' ? Math.min(confirmations ?? 0, needed) : undefined
}

/** Takes any text, because a newer server may know more statuses. */
export const transactionStatusText = (status: string): string => {
  switch (status) {
    case 'success':
      return 'Success'
    case 'rejected':
      return 'Rejected'
    case 'cancelled':
      return 'Cancelled'
    case 'failed':
      return 'Failed'
    case 'broadcasting':
      return 'Sending to blockchain...'
    case 'pending-approval':
      return 'Pending approval...'
    default:
      return 'Pending'
  }
}

/** Failed, cancelled and rejected transactions moved nothing and carry the reject icon. */
export const isRejected = ({ status }: Pick<Transaction, 'status'>): boolean =>
  status === 'failed' || status === 'cancelled' || status === 'rejected'

/** Newest first. */
export const byNewest = (a: Pick<Transaction, 'createdAt'>, b: Pick<Transaction, 'createdAt'>): number =>
  Date.parse(b.createdAt) - Date.parse(a.createdAt)

const ZERO = /^0x0{40}$/

/** New units come from the zero address: nobody sent them. */
export const isMinted = ({ sender }: Pick<Transaction, 'sender'>, direction: Direction): boolean =>
  direction === 'income' && ZERO.test(sender ?? '')
