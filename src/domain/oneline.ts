const SYMBOL_MAX = 16
/** Controls, bidi and other invisible format characters, line and paragraph separators, lone surrogates. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu

/** A value that stays on its own line and shows all of itself; '-' when nothing visible is left. */
export const oneLine = (value: string): string => value.replace(INVISIBLE, '').trim() || '-'

/** A token's symbol: one line, at most 16 characters. */
export const symbolLine = (symbol: string): string =>
  oneLine([...oneLine(symbol)].slice(0, SYMBOL_MAX).join(''))
