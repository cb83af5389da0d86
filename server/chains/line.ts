/** Control, format (zero-width and bidi included), separator, surrogate, private-use and unassigned characters. */
const HIDDEN = /[\p{C}\p{Zl}\p{Zp}]/gu
/** Letters can be buried under endless combining marks. */
const STACKED = /(\p{M}{2})\p{M}+/gu

/**
 * Text that a stranger chose (a token's name) as one visible line of at most `max` code points; '' when nothing
 * is left of it.
 */
export const plainLine = (text: string, max: number): string =>
  [
    ...text
      .normalize('NFC')
      .replace(/\s/gu, ' ')
      .replace(HIDDEN, '')
      .replace(STACKED, '$1')
      .replace(/ +/g, ' ')
      .trim(),
  ]
    .slice(0, max)
    .join('')
    .trim()
