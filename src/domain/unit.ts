import { UNSEEN } from '#contract/line.ts'
import { itemText, symbolText } from './amount.ts'

/** Begins with digits, falls into words, has letters that nobody sees, or is written from right to left, which turns digits around it, too. */
const LIKE_AN_AMOUNT = new RegExp(
  String.raw`^\P{L}*\p{N}|[${UNSEEN}\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]`,
  'u',
)

/** Left to right whatever stands in it, and apart from what stands around it. */
const apart = (text: string): string => `\u2066"${text.replaceAll('"', '')}"\u2069`

/** As `unitText`, behind an amount that somebody decides about: a symbol that could read like a part of it is quoted. */
export const clearUnit = (symbol: string, tokenId?: string | null): string => {
  const text = symbolText(symbol)
  const unit = LIKE_AN_AMOUNT.test(text) ? apart(text) : text
  return tokenId ? `${unit} ${itemText(tokenId)}` : unit
}
