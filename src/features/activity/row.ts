import type { Transaction } from '#contract/transaction.ts'
import { signedAmount } from '#domain/amount.ts'
import { badgeOf } from '#domain/attempt.ts'
import type { BadgeText } from '#domain/badge.ts'
import { initialOf } from '#domain/contact.ts'
import { dateText, timeText } from '#domain/date.ts'
import { transactionFacts } from '#domain/facts.ts'
import { type Names, nameOf } from '#domain/names.ts'
import { counterparty, directionFor, isMinted, isRejected, transactionTitle } from '#domain/txview.ts'
import { NONE } from '#domain/usd.ts'
import { saying } from '#text/catalogue.ts'

const said = ({ tone, text }: BadgeText): BadgeText => ({ tone, text: saying(text) })

/** What both layouts show of one transaction. */
export const activityRow = (transaction: Transaction, walletId: string, names: Names = new Map()) => {
  const { amount, assetDecimals, assetSymbol, assetTokenId } = transaction
  const { moved, item, network, direction, minted } = transactionFacts(transaction, walletId)
  const other = (direction === 'outcome' ? transaction.recipient : transaction.sender) ?? undefined
  const named = nameOf(names, other)
  const settled = transaction.status === 'success'
  return {
    id: transaction.id,
    title: saying(transactionTitle(direction)),
    incoming: direction === 'income',
    rejected: isRejected(transaction),
    /** Success goes without saying. */
    badge: settled ? undefined : said(badgeOf(transaction)),
    minted: settled && minted,
    counterparty: counterparty(transaction, direction),
    named: named && {
      name: named.name,
      initial: named.kind === 'wallet' ? undefined : initialOf(named.name),
    },
    /** Which address may be given a name. */
    unnamed: named || minted ? undefined : other,
    amount: signedAmount(direction, amount, assetDecimals, assetSymbol, assetTokenId),
    /** An item of a collection has no price. */
    usd: item ? undefined : (moved.usd ?? NONE),
    chain: network,
    date: dateText(transaction.createdAt),
    time: timeText(transaction.createdAt),
  }
}
export type ActivityRow = ReturnType<typeof activityRow>

/** Whether the row has something to say beside its title. */
export const hasBadge = (transaction: Transaction, walletId: string): boolean =>
  transaction.status !== 'success' || isMinted(transaction, directionFor(transaction, walletId))

export interface RowProps {
  row: ActivityRow
  selected: boolean
  onOpen: (id: string) => void
}
