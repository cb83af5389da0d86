import type { Asset } from '#contract/asset.ts'
import type { Transaction } from '#contract/transaction.ts'
import { exactText, unitsToText, unitText } from '#domain/amount.ts'
import { availableUnits } from '#domain/asset.ts'
import { badgeOf, isCancelling } from '#domain/attempt.ts'
import { isBitcoin } from '#domain/chain.ts'
import { feeSum, sumText, transactionFacts } from '#domain/facts.ts'
import { type Names, nameOf } from '#domain/names.ts'
import { assetPrice, type TokenIndex } from '#domain/portfolio.ts'
import { directionFor, transactionTitle } from '#domain/txview.ts'
import { NONE } from '#domain/usd.ts'
import { activityText } from '#text/activity.ts'
import { saying, worded } from '#text/catalogue.ts'
import { transactionText } from '#text/transaction.ts'
import {
  type Balance,
  feeWords,
  type Party,
  paidWords,
  type SheetFacts,
  type SheetState,
  underText,
  type Words,
} from './facts.ts'
import { ownTimeline } from './timeline.ts'

const STATES: Readonly<Record<Transaction['status'], SheetState>> = {
  'pending-approval': 'waiting',
  broadcasting: 'sending',
  success: 'done',
  failed: 'failed',
  rejected: 'rejected',
  cancelled: 'cancelled',
  unknown: 'waiting',
}

const text = transactionText.ended

/** The server's word for a transaction that not enough guardians approved in time. */
export const EXPIRED = 'Expired'

/** Why nothing came of it. The chain's own reasons say what became of the money. */
const endingOf = (transaction: Transaction): SheetFacts['ending'] => {
  const { status, rejectReason, approval, fee, blockNumber } = transaction
  if (status !== 'rejected' && status !== 'cancelled' && status !== 'failed') return undefined
  const isOnChain = fee != null || blockNumber != null
  if (isOnChain) return rejectReason ? { lead: worded(rejectReason) } : undefined
  const nothing = { rest: text.nothingSent }
  if (rejectReason === EXPIRED) return { lead: text.expired, ...nothing }
  if (status === 'rejected') {
    const isDeclined = approval?.guardians.some(({ decision }) => decision === 'rejected')
    return isDeclined ? { lead: text.declined, ...nothing } : nothing
  }
  if (status === 'failed' && rejectReason) return { lead: worded(rejectReason) }
  return nothing
}

const feeOf = (
  state: SheetState,
  transaction: Transaction,
  { walletId, tokens }: Pick<Known, 'walletId' | 'tokens'>,
): Words | undefined => {
  const { paid, direction } = transactionFacts(transaction, walletId)
  if (paid) return paidWords(paid)
  const { feeCeiling, blockchain, approval, attempts } = transaction
  if (feeCeiling != null && direction === 'outcome') {
    const ceiling = feeSum(feeCeiling, blockchain, assetPrice({ blockchain }, tokens))
    return feeWords({ ceiling, fixed: isBitcoin(blockchain) && !approval && !attempts })
  }
  const isOver = state === 'rejected' || state === 'cancelled' || state === 'failed'
  const isSent = transaction.blockNumber != null
  return isOver && !isSent && direction === 'outcome' ? { text: transactionText.feeWords.none } : undefined
}

type Held = {
  assets: readonly Asset[]
  transactions: readonly Transaction[]
  walletId: string
}

/**
 * What can be spent once it has happened. Today's balance says that only of the latest transaction on its network, and
 * only where one asset alone can be meant.
 */
const balanceOf = (
  state: SheetState,
  transaction: Transaction,
  { assets, transactions, walletId }: Held,
): Balance | undefined => {
  const { blockchain, assetSymbol, assetDecimals, assetTokenId, createdAt, amount } = transaction
  const later = (other: Transaction) => other.blockchain === blockchain && other.createdAt > createdAt
  // Of what is being cancelled nobody knows yet whether it leaves.
  if (assetTokenId || isCancelling(transaction) || transactions.some(later)) return undefined
  const [asset, another] = assets.filter(
    (each) =>
      each.blockchain === blockchain &&
      each.symbol.toLowerCase() === assetSymbol.toLowerCase() &&
      !each.tokenId,
  )
  if (!asset || another || (asset.decimals ?? assetDecimals) !== assetDecimals) return undefined
  const say = (units: bigint) => exactText(unitsToText(units, assetDecimals))
  const after = availableUnits(asset)
  const isLeaving = state === 'waiting' || state === 'sending'
  // How much of the coin that pays the fee leaves with it is known once it is paid.
  const isKnown = isLeaving && asset.type === 'ERC20' && directionFor(transaction, walletId) === 'outcome'
  return {
    before: isKnown ? say(after + BigInt(amount)) : undefined,
    after: say(after),
    unit: unitText(assetSymbol),
  }
}

type Known = Held & {
  transaction: Transaction
  /** Of the wallet that sees it. */
  walletName: string | undefined
  names: Names
  tokens: TokenIndex
}

/** A transaction that was submitted or has come in, as one wallet sees it. */
export const historySheet = ({ transaction, walletName, names, tokens, ...held }: Known): SheetFacts => {
  const { walletId } = held
  const facts = transactionFacts(transaction, walletId)
  const { moved, coin, item, network, direction, minted, sender, recipient } = facts
  const state = STATES[transaction.status]
  const party = (address: string | undefined, isOurs: boolean): Party => {
    const name = isOurs ? walletName : nameOf(names, address)?.name
    const nameable = address !== undefined && !isOurs && !name && !minted
    return { address, name, own: isOurs, nameable, words: nameable ? transactionText.notInBook : undefined }
  }
  const kind = saying(transactionTitle(direction))
  const badge = badgeOf(transaction)
  return {
    state,
    badges: [
      { ...badge, text: saying(badge.text) },
      ...(minted ? [{ tone: 'neutral' as const, text: activityText.minted }] : []),
    ],
    coin,
    headline: `${direction === 'outcome' ? '-' : '+'}${sumText(moved)}`,
    under: item ? kind : underText(moved.usd ?? NONE, kind),
    ending: endingOf(transaction),
    from: party(sender, direction === 'outcome'),
    to: party(recipient, direction === 'income'),
    item,
    network,
    fee: feeOf(state, transaction, { walletId, tokens }),
    balance: balanceOf(state, transaction, held),
    // The description of a call is what a dApp calls itself.
    note: transaction.kind === 'send' ? transaction.description || undefined : undefined,
    timeline: ownTimeline(transaction),
  }
}
