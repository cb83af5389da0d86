import type { Contact } from '#contract/contact.ts'
import type { Transaction } from '#contract/transaction.ts'
import type { Wallet } from '#contract/wallet.ts'
import { comparableAddress } from './address.ts'
import { byNewest, directionFor, isRejected } from './txview.ts'

/** What a user calls an address: one of his wallets, or somebody in his address book. */
export interface Named {
  name: string
  kind: 'wallet' | 'person'
  /** Of the wallet or the contact. */
  id: string
  /** As it was saved. */
  address: string
}

export type Names = ReadonlyMap<string, Named>

/** By the address's one spelling. A wallet's own name goes before what a contact says of it. */
export const makeNames = (
  contacts: readonly Contact[],
  wallets: readonly Pick<Wallet, 'id' | 'name' | 'accounts'>[],
): Names => {
  const names = new Map<string, Named>()
  for (const { id, name, addresses } of contacts) {
    for (const { address } of addresses)
      names.set(comparableAddress(address), { name, kind: 'person', id, address })
  }
  for (const { id, name, accounts } of wallets) {
    for (const { address } of accounts)
      if (address) names.set(comparableAddress(address), { name, kind: 'wallet', id, address })
  }
  return names
}

export const nameOf = (names: Names, address: string | null | undefined): Named | undefined =>
  address ? names.get(comparableAddress(address)) : undefined

export interface Dealings {
  /** Transfers from there or to there that moved something, or are about to. */
  count: number
  /** When something was sent there last. */
  sentAt: string | undefined
}

type Dealt = Pick<Transaction, 'id' | 'status' | 'direction' | 'sender' | 'recipient' | 'createdAt'>

/** What went between a user's wallets and others, by address, as far as these transactions tell. */
export const dealingsOf = (transactions: Iterable<Dealt>): ReadonlyMap<string, Dealings> => {
  const seen = new Set<string>()
  const found = new Map<string, Dealings>()
  for (const transaction of transactions) {
    const { id, direction, sender, recipient, createdAt } = transaction
    const other = direction === 'outcome' ? recipient : sender
    if (!other || seen.has(id) || isRejected(transaction)) continue
    seen.add(id)
    const key = comparableAddress(other)
    const { count = 0, sentAt = '' } = found.get(key) ?? {}
    const sent = direction === 'outcome' && createdAt > sentAt ? createdAt : sentAt
    found.set(key, { count: count + 1, sentAt: sent || undefined })
  }
  return found
}

type Sent = Dealt &
  Pick<
    Transaction,
    'accountTxs' | 'amount' | 'assetDecimals' | 'assetSymbol' | 'assetTokenId' | 'blockchain' | 'kind'
  >

/** To whom one of these wallets has sent something, the latest first, each once with its latest transfer. */
export const paidOf = (
  wallets: readonly { id: string; transactions: readonly Sent[] }[],
): (Sent & { recipient: string })[] => {
  const all = wallets.flatMap(({ id, transactions }) =>
    transactions.flatMap((transaction) => {
      const { status, recipient, amount, kind } = transaction
      const isSent = status === 'success' || status === 'broadcasting'
      // Anybody can have a token say that nothing of it went from here to an address of his choice.
      const isMoved = BigInt(amount) > 0n
      // A call pays a contract.
      const isOurs = directionFor(transaction, id) === 'outcome' && (kind == null || kind === 'send')
      return recipient && isSent && isMoved && isOurs ? [{ ...transaction, recipient }] : []
    }),
  )
  const seen = new Set<string>()
  return all.sort(byNewest).filter(({ recipient }) => {
    const key = comparableAddress(recipient)
    return !seen.has(key) && seen.add(key)
  })
}
