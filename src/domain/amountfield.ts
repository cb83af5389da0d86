import { notation } from './notation.ts'

/**
 * The text of an amount field, reduced from what the input element reports after each key or paste.
 * A key is refused rather than dropped: after '1.234' and a refused ',' the digits that follow are not taken
 * either, or '1.234,56' would silently become 1.23456.
 */
export interface AmountField {
  text: string
  /** The 0 that is shown stands for a lone separator; the next digit is its first decimal. */
  separator: boolean
  /** Something was refused. `left` once the field lost focus, from where the next edit counts again. */
  refusal?: 'typing' | 'left'
}

export const EMPTY_FIELD: AmountField = { text: '', separator: false }

export const AMOUNT_HINT = 'Only digits and one decimal separator.'

/** Longer than the largest amount with the most decimals; keeps a pasted book from being computed with. */
const MAX_LENGTH = 128

const AMOUNT = /^\d+(?:\.(\d*))?$/

/** The raw text as an amount: a comma is a dot, a separator without digits before it gets its 0. */
const read = (field: AmountField, raw: string, maxDecimals: number): string | undefined => {
  const dotted = raw.replaceAll(',', '.')
  const digit = field.separator ? /^0(\d)$/.exec(dotted)?.[1] : undefined
  const text = digit ? `0.${digit}` : dotted === '.' ? '0' : dotted.replace(/^\./, '0.')
  const match = AMOUNT.exec(text)
  return match && text.length <= MAX_LENGTH && (match[1]?.length ?? 0) <= maxDecimals ? text : undefined
}

const hasComma = (): boolean => notation().point === ','

/** Where the field shows a comma, the text has a dot. */
const plain = (raw: string): string => (hasComma() ? raw.replaceAll(',', '.') : raw)

/**
 * `1.500`, pasted where a comma goes before decimals, and `1,500` where a point does and commas set thousands apart: a
 * thousand and a half, or one and a half. Typed, either shows what it is taken for.
 */
const isAmbiguous = (raw: string): boolean =>
  (hasComma() ? /^[1-9]\d{0,2}\.\d{3}$/ : /^[1-9]\d{0,2},\d{3}$/).test(raw)

const isWithin = (part: string, whole: string): boolean => {
  let from = 0
  for (const character of part) {
    from = whole.indexOf(character, from) + 1
    if (from === 0) return false
  }
  return true
}

/** True when `raw` only adds to what stood there, as the rest of a refused text would. */
const continues = (field: AmountField, raw: string): boolean =>
  field.text !== '' && raw.length > field.text.length && isWithin(field.text, raw)

/** True when `raw` is what stood there without one piece of it. */
const shortens = (field: AmountField, raw: string): boolean => {
  if (raw.length >= field.text.length) return false
  const kept = [...raw].findIndex((character, index) => character !== field.text[index])
  return kept < 0 || field.text.endsWith(raw.slice(kept))
}

/**
 * The field after an edit. `typed` is the whole text of the input element, and blanks around it are not looked at;
 * what can't be an amount keeps the old text. Emptying, replacing the whole text (`replaced`: all of it was selected,
 * so none of it is in `typed`), or editing after leaving the field ends a refusal; where nothing stood, a refused text
 * has nothing to go on from.
 */
export const editField = (
  field: AmountField,
  typed: string,
  maxDecimals = Number.POSITIVE_INFINITY,
  replaced = false,
): AmountField => {
  const raw = plain(typed.trim())
  if (raw === '') return EMPTY_FIELD
  if (isAmbiguous(typed.trim())) return { ...field, refusal: 'typing' }
  const text = read(replaced ? EMPTY_FIELD : field, raw, maxDecimals)
  const refused = field.refusal === 'typing' && !replaced
  if (text === undefined || (refused && continues(field, raw))) return { ...field, refusal: 'typing' }
  const edited = { text, separator: raw === '.' || raw === ',' }
  return refused && shortens(field, raw) ? { ...edited, refusal: 'typing' } : edited
}

export const leaveField = (field: AmountField): AmountField =>
  field.refusal ? { ...field, refusal: 'left' } : field

export const fieldHint = (field: AmountField): string | undefined => (field.refusal ? AMOUNT_HINT : undefined)

/** The amount as decimal text: '5.' is '5'; undefined while the field is empty. */
export const fieldAmount = (field: AmountField): string | undefined =>
  field.text === '' ? undefined : field.text.replace(/\.$/, '')
