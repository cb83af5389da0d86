const digitsOf = (hex: string): string => hex.replace(/^0x/i, '')

/** Size of hex data in bytes; half a byte counts as one. */
export const hexSize = (hex: string | null | undefined): number => Math.ceil(digitsOf(hex ?? '').length / 2)

/** `68 bytes`, `1 byte` */
export const hexSizeText = (hex: string | null | undefined): string => {
  const size = hexSize(hex)
  return `${size} ${size === 1 ? 'byte' : 'bytes'}`
}

export const isHex = (text: string): boolean => /^0x[0-9a-f]*$/i.test(text)

/** The text that hex data spells in UTF-8; undefined when it spells none or holds control characters. */
export const hexToText = (hex: string): string | undefined => {
  const digits = digitsOf(hex)
  if (digits.length % 2 || !/^[0-9a-f]+$/i.test(digits)) return undefined
  try {
    const text = decodeURIComponent(digits.replace(/../g, '%$&'))
    return /[^\P{Cc}\t\n\r]/u.test(text) ? undefined : text
  } catch {
    return undefined
  }
}
