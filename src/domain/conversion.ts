import { type AmountField, EMPTY_FIELD, editField, fieldAmount } from './amountfield.ts'
import { Decimal } from './decimal.ts'
import { cryptoUsd } from './usd.ts'

const USD_DECIMALS = 2
const CRYPTO_DECIMALS = 6

/** USD to coins: half up to six decimals, or fewer when the asset has fewer; no trailing zeros. */
export const usdToCrypto = (usd: string, price: string, decimals: number): string =>
  new Decimal(usd).div(price).toDecimalPlaces(Math.min(CRYPTO_DECIMALS, decimals)).toFixed()

/** The two amount fields of the send form. Editing one fills the other. */
export interface AmountPair {
  crypto: AmountField
  usd: AmountField
}

export const EMPTY_PAIR: AmountPair = { crypto: EMPTY_FIELD, usd: EMPTY_FIELD }

export interface Rate {
  /** USD for one whole asset; without it the USD field stays empty. */
  price?: string | null | undefined
  decimals: number
}

const filled = (text: string): AmountField => ({ text, separator: false })

const usdOf = (amount: string | undefined, { price }: Rate): AmountField =>
  amount && hasPrice(price) ? filled(cryptoUsd(amount, price)) : EMPTY_FIELD

/** Decimal text that nobody typed, such as `9.123`, whatever sign the fields show. */
export const fillCrypto = (amount: string, rate: Rate): AmountPair => ({
  crypto: filled(amount),
  usd: usdOf(amount, rate),
})

/** An edit of the crypto field: USD becomes price times amount, two decimals half up. */
export const editCrypto = (pair: AmountPair, raw: string, rate: Rate, replaced = false): AmountPair => {
  const crypto = editField(pair.crypto, raw, undefined, replaced)
  if (crypto.text === pair.crypto.text) return { ...pair, crypto }
  return { crypto, usd: usdOf(fieldAmount(crypto), rate) }
}

/** An edit of the USD field, which takes two decimals. */
export const editUsd = (
  pair: AmountPair,
  raw: string,
  { price, decimals }: Rate,
  replaced = false,
): AmountPair => {
  if (!hasPrice(price)) return pair
  const usd = editField(pair.usd, raw, USD_DECIMALS, replaced)
  if (usd.text === pair.usd.text) return { ...pair, usd }
  const amount = fieldAmount(usd)
  return { usd, crypto: amount ? filled(usdToCrypto(amount, price, decimals)) : EMPTY_FIELD }
}

/** True when the asset's price is known and allows a division. */
export const hasPrice = (price: string | null | undefined): price is string =>
  price != null && new Decimal(price).gt(0)
