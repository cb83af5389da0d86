import { otpSecret } from './otpuri.ts'

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
/** Seconds for which a code counts, and its digits. */
const PERIOD = 30
const DIGITS = 6

/** The secret in what somebody pasted: itself, or the otpauth link that carries it; undefined when it is none. */
export const parseSecret = (text: string): string | undefined => {
  const secret = (text.trim().startsWith('otpauth:') ? (otpSecret(text) ?? '') : text)
    .toUpperCase()
    .replace(/[\s-]|=+$/g, '')
  return secret.length >= 8 && /^[A-Z2-7]+$/.test(secret) ? secret : undefined
}

/** Base32 (RFC 4648) to bytes. */
export const secretBytes = (secret: string): Uint8Array<ArrayBuffer> => {
  const bytes = new Uint8Array(Math.floor((secret.length * 5) / 8))
  let bits = 0
  let value = 0
  let at = 0
  for (const letter of secret) {
    value = ((value << 5) | ALPHABET.indexOf(letter)) & 0xfff
    bits += 5
    if (bits < 8) continue
    bits -= 8
    bytes[at] = (value >>> bits) & 0xff
    at += 1
  }
  return bytes
}

/** What is signed at that moment (milliseconds): the number of the period, in eight bytes (RFC 6238). */
export const totpCounter = (now: number): Uint8Array<ArrayBuffer> => {
  const counter = new Uint8Array(8)
  new DataView(counter.buffer).setBigUint64(0, BigInt(Math.floor(now / 1000 / PERIOD)))
  return counter
}

/** The code in an HMAC-SHA-1 (RFC 4226, 5.3). */
export const totpCode = (mac: ArrayBuffer): string => {
  const view = new DataView(mac)
  const offset = view.getUint8(view.byteLength - 1) & 0xf
  const number = (view.getUint32(offset) & 0x7fffffff) % 10 ** DIGITS
  return String(number).padStart(DIGITS, '0')
}

/** Seconds for which the code of that moment still counts. */
export const totpLeft = (now: number): number => PERIOD - (Math.floor(now / 1000) % PERIOD)
