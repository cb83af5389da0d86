import { NONE } from './usd.ts'

const shorten = (text: string | null | undefined, head: number, tail: number): string => {
  if (!text) return NONE
  return text.length <= head + tail ? text : `${text.slice(0, head)}...${text.slice(-tail)}`
}

/** `0x5290...9EE7`: for lists and approvals. */
export const shortAddress = (address: string | null | undefined): string => shorten(address, 6, 4)

/** `0x52908...69EE7`: for the user's own wallet addresses. */
export const ownAddress = (address: string | null | undefined): string => shorten(address, 7, 5)

/** In place of an account's address that the server could not verify. */
export const ADDRESS_UNVERIFIED = 'This address could not be verified. Do not use it.'

/** `0x` and 40 hex digits in any case. */
export const isEvmAddress = (text: string): boolean => /^0x[0-9a-fA-F]{40}$/.test(text)

/** Pasted blanks and line breaks around go; an all-capitals bech32 address becomes lower case (BIP 173). */
export const normalAddress = (text: string): string => {
  const trimmed = text.trim()
  return /^(BC|TB|BCRT)1[0-9A-Z]+$/.test(trimmed) ? trimmed.toLowerCase() : trimmed
}

/** One spelling of an address: hex and bech32 ignore case, base58 does not. */
export const comparableAddress = (address: string): string => {
  const text = normalAddress(address)
  return isEvmAddress(text) ? text.toLowerCase() : text
}

export const sameAddress = (a: string | null | undefined, b: string | null | undefined): boolean =>
  a != null && b != null && comparableAddress(a) === comparableAddress(b)

/**
 * The known address that this one could be mistaken for: another address that looks the same once shortened.
 * Undefined when the address itself is known.
 */
export const lookAlike = (address: string, known: readonly string[]): string | undefined => {
  if (known.some((other) => sameAddress(address, other))) return undefined
  const shape = shortAddress(comparableAddress(address).toLowerCase())
  return known.find((other) => shortAddress(comparableAddress(other).toLowerCase()) === shape)
}
