import type { ApprovalRequest, RecipientHint } from '#contract/approval.ts'
import type { Asset } from '#contract/asset.ts'
import type { Direction, Transaction } from '#contract/transaction.ts'
import { exactText, unitsToText } from './amount.ts'
import { chainBadge } from './asset.ts'
import { chainName, feeUnit, isBitcoin } from './chain.ts'
import { dateTimeText } from './date.ts'
import { parseFixed } from './fixed.ts'
import { feeCoins } from './gas.ts'
import { shown } from './notation.ts'
import { assetPrice, isGenuine, type TokenIndex } from './portfolio.ts'
import { requestHints } from './sendwarning.ts'
import { directionFor, isMinted } from './txview.ts'
import { clearUnit } from './unit.ts'
import { centsText, cryptoUsd, feeCents, feeUsdText, gasUsd, usdText } from './usd.ts'

/**
 * The facts of a transaction: the texts by which people decide about it or look it up, made here for every place that
 * shows them. The same transfer has the same facts while it is written, while it waits and when it is history.
 */

/** So much of something, exact: what people decide by is never rounded. */
export interface Sum {
  /** `1999999` */
  amount: string
  /** `RBNT`; an item of a collection with its number: `APE #12`. */
  unit: string
  /** `$ 12.50`; undefined without a price. */
  usd: string | undefined
}

export type FeeSum = Sum & {
  /** In whole cents, never less than is paid: `$ 0.01`; undefined without a price. */
  cents: string | undefined
}

export interface Facts {
  moved: Sum
  /** Which item of a collection moves, with all its digits: `#12`. */
  item: string | undefined
  network: string
  sender: string | undefined
  recipient: string | undefined
}

/** What may be wrong about a recipient, though it is allowed, and the known one that it could be mistaken for. */
export interface Doubts {
  hints: readonly RecipientHint[]
  lookalikeOf: string | undefined
}

/** How what moves is drawn: only what has a price may look like the coin whose name it has. */
export interface Coin {
  symbol: string
  genuine: boolean
  chain: string | undefined
  nft: boolean
}

export type SendFacts = Facts & {
  coin: Coin
  /** What it costs most probably. */
  fee: FeeSum
  /** What it may cost, and never more. */
  ceiling: FeeSum
}

export type ApprovalFacts = Facts &
  Doubts & {
    coin: Coin
    ceiling: FeeSum | undefined
    /** What was approved, where only a higher fee of what hangs is asked for. */
    ceilingBefore: FeeSum | undefined
    walletName: string
    expires: string
    description: string | undefined
    /** It leaves next to nothing in its wallet. */
    almostAll: boolean
    call: ApprovalRequest['call']
  }

export type TransactionFacts = Facts & {
  coin: Coin
  direction: Direction
  /** New units, which nobody sent. */
  minted: boolean
  /** What it did cost. */
  paid: FeeSum | undefined
}

/** `1999999 RBNT` */
export const sumText = ({ amount, unit }: Pick<Sum, 'amount' | 'unit'>): string => `${shown(amount)} ${unit}`

const isPrice = (price: string | null | undefined): price is string =>
  price != null && parseFixed(price).digits > 0n

type Moved = {
  /** Decimal text in whole assets. */
  amount: string
  symbol: string
  tokenId?: string | null | undefined
  blockchain: string
  /** USD for a whole asset. */
  price?: string | null | undefined
  sender: string | null | undefined
  recipient: string | null | undefined
}

export const movedFacts = (moved: Moved): Facts => {
  const { amount, symbol, tokenId, blockchain, price, sender, recipient } = moved
  return {
    moved: {
      amount: exactText(amount),
      unit: clearUnit(symbol, tokenId),
      // An item of a collection has no price.
      usd: !tokenId && isPrice(price) ? usdText(cryptoUsd(amount, price)) : undefined,
    },
    item: tokenId ? `#${tokenId}` : undefined,
    network: chainName(blockchain),
    sender: sender ?? undefined,
    recipient: recipient ?? undefined,
  }
}

/** A fee in coins of its network, on Bitcoin in satoshi; `units` in smallest ones, `price` of a whole coin in USD. */
export const feeSum = (units: string | bigint, blockchain: string, price?: string | null): FeeSum => {
  const coins = feeCoins(units, blockchain)
  return {
    amount: isBitcoin(blockchain) ? units.toString() : coins,
    unit: feeUnit(blockchain),
    usd: isPrice(price) ? `$ ${shown(gasUsd(coins, price))}` : undefined,
    cents: isPrice(price) ? feeCents(coins, price) : undefined,
  }
}

type Drawn = Pick<Asset, 'symbol' | 'blockchain' | 'address' | 'type' | 'tokenId'>

const coinOf = (asset: Drawn, tokens: TokenIndex): Coin => ({
  symbol: asset.symbol,
  genuine: isGenuine(asset, tokens),
  chain: chainBadge(asset.symbol, asset.blockchain),
  nft: asset.type === 'ERC721',
})

export type Draft = {
  asset: Asset
  /** Decimal text in whole assets. */
  amount: string
  sender: string | null | undefined
  recipient: string
  tokens: TokenIndex
  /** Smallest units of the native coin. */
  fee: bigint
  ceiling: bigint
  /** USD for a whole native coin. */
  coinPrice: string | null | undefined
}

export const sendFacts = (draft: Draft): SendFacts => {
  const { asset, amount, sender, recipient, tokens, fee, ceiling, coinPrice } = draft
  const { symbol, blockchain } = asset
  const tokenId = asset.type === 'ERC721' ? asset.tokenId : undefined
  const price = assetPrice(asset, tokens)
  return {
    ...movedFacts({ amount, symbol, tokenId, blockchain, price, sender, recipient }),
    coin: coinOf(asset, tokens),
    fee: feeSum(fee, blockchain, coinPrice),
    ceiling: feeSum(ceiling, blockchain, coinPrice),
  }
}

export const approvalFacts = (approval: ApprovalRequest, tokens: TokenIndex): ApprovalFacts => {
  const { assetSymbol: symbol, assetTokenId: tokenId, assetAddress: address, blockchain } = approval
  const asset: Drawn = { symbol, blockchain, address, tokenId, ...(tokenId && { type: 'ERC721' }) }
  const { feeCeiling, sender, recipient, walletName, expiresAt, description, call, raises } = approval
  const fee = (units: string | null | undefined) =>
    units == null ? undefined : feeSum(units, blockchain, assetPrice({ blockchain }, tokens))
  return {
    ...movedFacts({
      amount: unitsToText(approval.amount, approval.assetDecimals),
      price: assetPrice(asset, tokens),
      ...{ symbol, tokenId, blockchain, sender, recipient },
    }),
    coin: coinOf(asset, tokens),
    ceiling: fee(feeCeiling),
    ceilingBefore: fee(raises?.feeCeiling),
    walletName,
    expires: dateTimeText(expiresAt),
    description: description || undefined,
    hints: requestHints(approval),
    lookalikeOf: approval.lookalikeOf ?? undefined,
    almostAll: approval.almostAll ?? false,
    call,
  }
}

/** Its values in USD are those of the day when it happened, which the server keeps. */
export const transactionFacts = (transaction: Transaction, walletId: string): TransactionFacts => {
  const { amount, assetDecimals: decimals, assetSymbol: symbol, assetTokenId: tokenId } = transaction
  const { blockchain, sender, recipient, fee, feeInUSD, amountInUsd } = transaction
  const direction = directionFor(transaction, walletId)
  const facts = movedFacts({
    amount: unitsToText(amount, decimals),
    ...{ symbol, tokenId, blockchain, sender, recipient },
  })
  const usd = tokenId || amountInUsd == null ? undefined : centsText(amountInUsd)
  const feeUsd = feeInUSD == null ? undefined : feeUsdText(feeInUSD)
  return {
    ...facts,
    moved: { ...facts.moved, usd },
    coin: {
      symbol,
      // Only what is on the list of tokens had a price then.
      genuine: amountInUsd != null,
      chain: chainBadge(symbol, blockchain),
      nft: Boolean(tokenId),
    },
    direction,
    minted: isMinted(transaction, direction),
    paid: fee == null ? undefined : { ...feeSum(fee, blockchain), usd: feeUsd, cents: feeUsd },
  }
}
