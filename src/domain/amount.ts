import { DEFAULT_DECIMALS } from '#contract/limit.ts'
import type { Direction } from '#contract/transaction.ts'
import { compareFixed, type Fixed, fixedText, parseFixed, plainText, roundFixed } from './fixed.ts'
import { grouped, shown } from './notation.ts'

const MAX_DECIMALS = 255

const checkDecimals = (decimals: number): number => {
  if (Number.isInteger(decimals) && decimals >= 0 && decimals <= MAX_DECIMALS) return decimals
  throw new RangeError(`Decimals should be a whole number from 0 to ${MAX_DECIMALS}, not ${decimals}`)
}

/** Smallest units to decimal text, exact: ('1500000', 6) is '1.5'. Missing decimals count as 18. */
export const unitsToText = (units: string | bigint, decimals?: number | null): string =>
  plainText({ digits: BigInt(units), scale: checkDecimals(decimals ?? DEFAULT_DECIMALS) })

/** Decimal text to smallest units, or undefined when the text has more decimals than the asset. */
export const textToUnits = (text: string, decimals?: number | null): bigint | undefined => {
  const places = checkDecimals(decimals ?? DEFAULT_DECIMALS)
  const value = parseFixed(text)
  const rounded = roundFixed(value, places)
  return compareFixed(value, rounded) === 0 ? rounded.digits : undefined
}

const CENT = parseFixed('0.01')
const MICRO = parseFixed('0.000001')
const THOUSAND = parseFixed('1000')

/** The same digits, worth `10^places` times less. */
const shift = (value: Fixed, places: number): Fixed => ({ ...value, scale: value.scale + places })

const tiered = (value: Fixed): string => {
  const plain = roundFixed(value, 2)
  if (compareFixed(plain, THOUSAND) < 0) return shown(fixedText(plain))
  const thousands = roundFixed(shift(value, 3), 1)
  if (compareFixed(thousands, THOUSAND) < 0) return `${shown(fixedText(thousands))}K`
  return `${shown(fixedText(roundFixed(shift(value, 6), 1)))}M`
}

/** Amount display: '0' below 0.01, two decimals below 1000, then '1.5K' and '1.5M'; half up. */
export const amountText = (value: string): string => {
  const amount = parseFixed(value)
  return compareFixed(amount, CENT) < 0 ? '0' : tiered(amount)
}

/** As `amountText`, but from 0.000001 to 0.01 with up to six decimals, so that small coins stay visible. */
export const smallAmountText = (value: string): string => {
  const amount = parseFixed(value)
  if (compareFixed(amount, MICRO) < 0) return '0'
  return compareFixed(amount, CENT) < 0 ? shown(plainText(roundFixed(amount, 6))) : tiered(amount)
}

const EXPONENT_LIMIT = 78

/** The whole value. An exponent appears only from 1e+78 up and from 1e-78 down. */
export const exactText = (value: string): string => {
  const text = plainText(parseFixed(value))
  const [whole = '', fraction = ''] = text.replace('-', '').split('.')
  const digits = whole + fraction
  const first = digits.search(/[1-9]/)
  const exponent = whole.length - 1 - first
  if (first < 0 || Math.abs(exponent) < EXPONENT_LIMIT) return text
  const [head, tail] = [digits.charAt(first), digits.slice(first + 1).replace(/0+$/, '')]
  const mantissa = tail ? `${head}.${tail}` : head
  return `${text.startsWith('-') ? '-' : ''}${mantissa}e${exponent < 0 ? '-' : '+'}${Math.abs(exponent)}`
}

/** `1,234,567.00012`: exact, its whole part in groups. */
export const groupedText = (value: string): string => grouped(exactText(value))

/** Characters of a symbol that are shown; whoever makes a token may call it what he likes. */
const SYMBOL_MAX = 16

/** In upper case, on one line, and no longer than people can take in. */
export const symbolText = (symbol: string): string => {
  const letters = [...symbol.replace(/\p{C}/gu, '').toUpperCase()]
  return letters.length <= SYMBOL_MAX ? letters.join('') : `${letters.slice(0, SYMBOL_MAX - 1).join('')}…`
}

const ITEM_MAX = 13

/** `#12`; a long id of an item keeps its ends: `#115792...9935`. */
export const itemText = (tokenId: string): string =>
  tokenId.length <= ITEM_MAX ? `#${tokenId}` : `#${tokenId.slice(0, 6)}...${tokenId.slice(-4)}`

/** What an amount counts: a coin, or one item of a collection. */
export const unitText = (symbol: string, tokenId?: string | null): string =>
  tokenId ? `${symbolText(symbol)} ${itemText(tokenId)}` : symbolText(symbol)

/** `1999999 RBNT`: what people decide about is never rounded. */
export const exactAmount = (
  units: string,
  decimals: number | null | undefined,
  symbol: string,
  tokenId?: string | null,
): string => `${shown(exactText(unitsToText(units, decimals)))} ${unitText(symbol, tokenId)}`

const tooSmall = (value: string): boolean => {
  const amount = parseFixed(value)
  return amount.digits > 0n && compareFixed(amount, MICRO) < 0
}

/**
 * `-1.50 RBNT` or `+0.001235 BTC`. Indivisible things (decimals 0) are counted, not measured: `-1 APE #12`. Something is
 * never shown as nothing: one satoshi is `<0.000001`.
 */
export const signedAmount = (
  direction: Direction,
  units: string,
  decimals: number | null | undefined,
  symbol: string,
  tokenId?: string | null,
): string => {
  const value = unitsToText(units, decimals)
  const small = tooSmall(value) ? `<${shown(fixedText(MICRO))}` : smallAmountText(value)
  const size = decimals === 0 ? wholeText(value) : small
  return `${direction === 'outcome' ? '-' : '+'}${size} ${unitText(symbol, tokenId)}`
}

/** Decimals that a fee keeps before it is shortened. */
const FEE_PLACES = 8

/** A fee at a glance, rounded up, so that it never says less than is paid; undefined when the exact one is short. */
export const shortFee = (exact: string): string | undefined => {
  const fee = parseFixed(exact)
  if (fee.scale <= FEE_PLACES) return undefined
  const unit = { digits: 1n, scale: FEE_PLACES }
  if (compareFixed(fee, unit) < 0) return `<${fixedText(unit)}`
  const cut = 10n ** BigInt(fee.scale - FEE_PLACES)
  return plainText({ digits: (fee.digits + cut - 1n) / cut, scale: FEE_PLACES })
}

/** What is left at a glance, rounded down, so that it never says more than there is; undefined as above. */
export const shortRest = (exact: string): string | undefined => {
  const rest = parseFixed(exact)
  if (rest.scale <= FEE_PLACES) return undefined
  const cut = 10n ** BigInt(rest.scale - FEE_PLACES)
  return plainText({ digits: rest.digits / cut, scale: FEE_PLACES })
}

/** Whole things: '2' stays '2'; from 1000 on as `amountText`. */
export const wholeText = (value: string): string =>
  compareFixed(parseFixed(value), THOUSAND) < 0 ? shown(value) : amountText(value)
