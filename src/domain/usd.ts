import {
  compareFixed,
  type Fixed,
  fixedText,
  multiplyFixed,
  parseFixed,
  plainText,
  roundFixed,
} from './fixed.ts'
import { grouped } from './notation.ts'

/** What a cell shows when there is nothing to show. */
export const NONE = '-'

const CENT = parseFixed('0.01')

const written = (text: string): string => `$ ${grouped(text)}`

/** `$ 1,234.56`; exactly zero is `$ 0`. */
export const usdText = (value: string): string => {
  const amount = parseFixed(value)
  return amount.digits === 0n ? '$ 0' : written(fixedText(roundFixed(amount, 2)))
}

/** As `usdText`; prices below one cent keep up to six decimals: `$ 0.001235`. */
export const priceText = (value: string): string => {
  const price = parseFixed(value)
  return compareFixed(price, CENT) < 0 ? written(plainText(roundFixed(price, 6))) : usdText(value)
}

/** Amount times price, two decimals, half up: 0.05 × 1.5 is '0.08'. */
export const cryptoUsd = (amount: string, price: string): string => product(amount, price, 2)

/** A fee in coins times the coin's price, six decimals, half up. */
export const gasUsd = (coins: string, price: string): string => product(coins, price, 6)

/** A fee in coins in whole cents, rounded up, so that it never says less than is paid: `$ 0.01`. */
export const feeCents = (coins: string, price: string): string => {
  const { digits, scale } = multiplyFixed(parseFixed(coins), parseFixed(price))
  const unit = 10n ** BigInt(Math.max(scale - 2, 0))
  return usdText(fixedText(scale > 2 ? { digits: (digits + unit - 1n) / unit, scale: 2 } : { digits, scale }))
}

const product = (amount: string, price: string, places: number): string =>
  fixedText(roundFixed(multiplyFixed(parseFixed(amount), parseFixed(price)), places))

/** Cents may carry a fraction (0.4 cent), so they are read as text. */
const dollars = (cents: number): Fixed => {
  const value = parseFixed(String(cents))
  return { ...value, scale: value.scale + 2 }
}

/** 123456 is '1234.56', 0 is '0.00'. */
export const centsToUsd = (cents: number): string => fixedText(roundFixed(dollars(cents), 2))

/** 123456 is `$ 1,234.56`; an unknown value is '-'. */
export const centsText = (cents: number | null | undefined): string =>
  cents == null ? NONE : usdText(plainText(dollars(cents)))

/** A fee below one cent, zero included, counts as '0.01', because cents hold nothing smaller; unknown is '-'. */
export const feeUsd = (cents: number | null | undefined): string =>
  cents == null ? NONE : centsToUsd(Math.max(cents, 1))

/** `$ 0.01`, or '-' when the fee is unknown. */
export const feeUsdText = (cents: number | null | undefined): string =>
  cents == null ? NONE : usdText(feeUsd(cents))
