import type { WcQuote } from '#contract/dapp.ts'
import { exactText, unitsToText } from './amount.ts'
import { cryptoUsd, gasUsd, usdText } from './usd.ts'

/** Texts about what a dApp's transaction moves, costs and leaves, in native coins. */
export interface DappCost {
  /** `$ 12.50`; undefined while the coin's price is unknown. */
  valueUsd: string | undefined
  /** Exact coins, without their symbol. */
  fee: string | undefined
  /** `$ 0.000032` */
  feeUsd: string | undefined
  /** As `fee`. */
  ceiling: string | undefined
  /** As `fee`: what is left if it costs the most that it may; undefined when it cannot be paid. */
  after: string | undefined
  /** What it takes, where that is more than there is. */
  short: { needed: string; available: string } | undefined
  /** Why it would not be carried out; undefined where it cannot be paid, which says why. */
  problem: string | undefined
}

type Order = {
  /** Wei. */
  value: bigint
  quote: WcQuote | undefined
  /** Symbol as it is shown. */
  symbol: string
  /** Of the native coin in USD. */
  price: string | null | undefined
}

const NO_QUOTE = {
  fee: undefined,
  feeUsd: undefined,
  ceiling: undefined,
  after: undefined,
  short: undefined,
  problem: undefined,
}

export const dappCost = ({ value, quote, symbol, price }: Order): DappCost => {
  const coins = (wei: bigint) => exactText(unitsToText(wei))
  const text = (wei: bigint) => `${coins(wei)} ${symbol}`
  const valueUsd = price ? usdText(cryptoUsd(unitsToText(value), price)) : undefined
  if (!quote) return { valueUsd, ...NO_QUOTE }
  const available = BigInt(quote.available)
  const needed = value + BigInt(quote.feeCeiling ?? 0)
  const isShort = needed > available
  return {
    valueUsd,
    fee: quote.fee ? coins(BigInt(quote.fee)) : undefined,
    feeUsd: quote.fee && price ? `$ ${gasUsd(unitsToText(quote.fee), price)}` : undefined,
    ceiling: quote.feeCeiling ? coins(BigInt(quote.feeCeiling)) : undefined,
    after: isShort || !quote.feeCeiling ? undefined : coins(available - needed),
    short: isShort ? { needed: text(needed), available: text(available) } : undefined,
    problem: isShort ? undefined : (quote.problem ?? undefined),
  }
}
