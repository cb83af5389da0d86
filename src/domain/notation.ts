import type { Locale } from 'date-fns'

/** How numbers and dates are written. Dates are patterns of date-fns. */
export interface Notation {
  /** Before decimals. */
  point: '.' | ','
  /** Between thousands; in other languages never a point, which English readers take for the other one. */
  group: ',' | '\u202f'
  date: string
  time: string
  day: string
  /** Names of months; those of English without one. */
  locale?: Locale
}

export const ENGLISH: Notation = {
  point: '.',
  group: ',',
  date: 'dd MMM yyyy',
  time: 'h:mm a z',
  day: 'd MMM',
}

let current = ENGLISH

export const notation = (): Notation => current

/** What is written from now on, wherever it is shown; what is exchanged or exported stays as it is. */
export const writeAs = (chosen: Notation): void => {
  current = chosen
}

/** Decimal text such as `1234.5`, without groups, as it is shown: `1234,5`. */
export const shown = (decimal: string): string => decimal.replace('.', current.point)

/** `1,234,567.00012`: decimal text as it is shown, its whole part in groups. */
export const grouped = (decimal: string): string => {
  const [whole = '', fraction] = decimal.split('.')
  const groups = whole.replace(/\B(?=(\d{3})+$)/g, current.group)
  return fraction === undefined ? groups : `${groups}${current.point}${fraction}`
}
