import { INVISIBLE } from '#contract/line.ts'

const SYMBOL_MAX = 16
const EVERY_INVISIBLE = new RegExp(INVISIBLE, 'gu')

/** A value that stays on its own line and shows all of itself; '-' when nothing visible is left. */
export const oneLine = (value: string): string => value.replace(EVERY_INVISIBLE, '').trim() || '-'

/** A token's symbol: one line, at most 16 characters. */
export const symbolLine = (symbol: string): string =>
  oneLine([...oneLine(symbol)].slice(0, SYMBOL_MAX).join(''))
