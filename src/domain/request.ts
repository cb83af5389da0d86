import { isEvmAddress } from './address.ts'
import { unitsToText } from './amount.ts'
import { hexSize, hexToText, isHex } from './hex.ts'

/** Readings of a dApp's request parameters. They come from outside: nothing of their shape is sure. */

export interface PersonalSign {
  /** Message as hex data. */
  data: string
  address: string
}

/** Parameters of personal_sign in either order, [data, address] or [address, data]; undefined when malformed. */
export const personalSign = ([first, second]: readonly unknown[]): PersonalSign | undefined => {
  if (typeof first !== 'string' || typeof second !== 'string') return undefined
  if (isEvmAddress(second)) return { data: first, address: second }
  return isEvmAddress(first) ? { data: second, address: first } : undefined
}

/** The bytes that are signed, as hex data: some dApps send plain text. Undefined for text that is no text. */
export const messageHex = (data: string): string | undefined => {
  if (isHex(data)) return data
  try {
    const bytes = encodeURIComponent(data).replace(/%(..)|./g, (character, digits?: string) =>
      (digits ?? character.charCodeAt(0).toString(16)).toLowerCase(),
    )
    return `0x${bytes}`
  } catch {
    return undefined
  }
}

/** Something that cannot be printed: controls, format characters, what Unicode has not assigned. */
const UNPRINTABLE = /[^\P{C}\t\n\r]/u

/** Exactly 32 bytes may be the hash of anything, a transaction included, unless they spell a text. */
export const isRawHash = (data: string): boolean => {
  if (!isHex(data) || hexSize(data) !== 32) return false
  const text = hexToText(data)
  return text === undefined || UNPRINTABLE.test(text)
}

export interface SendTransaction {
  from: string
  /** Absent when the transaction creates a contract. */
  to: string | undefined
  /** Native coins as decimal text. */
  value: string
  /** As the dApp sent it. */
  rawValue: string
  data: string
}

const field = (object: object, name: string): string | undefined => {
  const value: unknown = Object.entries(object).find(([key]) => key === name)?.[1]
  return typeof value === 'string' ? value : undefined
}

/** Parameters of eth_sendTransaction; undefined when malformed. */
export const sendTransaction = ([transaction]: readonly unknown[]): SendTransaction | undefined => {
  if (typeof transaction !== 'object' || transaction === null) return undefined
  const from = field(transaction, 'from')
  const rawValue = field(transaction, 'value') ?? '0x0'
  // Nothing is written as '' by some; where both are given, they are equal.
  const data = field(transaction, 'data') || field(transaction, 'input') || '0x'
  if (!from || !/^0x[0-9a-f]{1,64}$/i.test(rawValue) || !isHex(data)) return undefined
  return { from, to: field(transaction, 'to'), value: unitsToText(BigInt(rawValue)), rawValue, data }
}
