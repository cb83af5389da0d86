/** Line breaks, tabs and separators of any kind. */
const BLANK = /[\t-\r\p{Z}]+/gu
/** Control, format (zero-width and bidi included), surrogate, private-use and unassigned characters. */
const HIDDEN = /\p{C}/gu
/** Letters can be buried under endless combining marks. */
const STACKED = /(\p{M}{2})\p{M}+/gu

/**
 * Text that a stranger chose (a token's name) as one visible line of at most `max` code points; '' when nothing
 * is left of it.
 */
export const plainLine = (text: string, max: number): string => {
  const visible = text.normalize('NFC').replace(BLANK, ' ').replace(HIDDEN, '').replace(STACKED, '$1')
  return [...visible.trim()].slice(0, max).join('').trim()
}
