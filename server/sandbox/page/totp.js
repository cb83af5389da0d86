const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

const fromBase32 = (text) => {
  const clean = text.toUpperCase().replace(/[\s-]|=+$/g, '')
  if (clean.length < 8 || !/^[A-Z2-7]+$/.test(clean))
    throw new Error('A secret has only the letters A to Z and the digits 2 to 7')
  const bytes = []
  let bits = 0
  let value = 0
  for (const letter of clean) {
    value = ((value << 5) | ALPHABET.indexOf(letter)) & 0xfff
    bits += 5
    if (bits < 8) continue
    bits -= 8
    bytes.push((value >>> bits) & 0xff)
  }
  return new Uint8Array(bytes)
}

/** A bare base32 secret, or an otpauth link with its own digits, period and algorithm. */
export const parseSecret = (text) => {
  if (!text.trim().startsWith('otpauth:'))
    return { key: fromBase32(text), digits: 6, period: 30, hash: 'SHA-1' }
  const { host, searchParams } = new URL(text.trim().replace('otpauth:', 'https:'))
  if (host !== 'totp') throw new Error('Only time-based links (otpauth://totp/…) work here')
  return {
    key: fromBase32(searchParams.get('secret') ?? ''),
    digits: Number(searchParams.get('digits') ?? 6),
    period: Number(searchParams.get('period') ?? 30),
    hash: (searchParams.get('algorithm') ?? 'SHA1').toUpperCase().replace(/^SHA-?/, 'SHA-'),
  }
}

/** RFC 6238: the code at a moment, and the seconds for which it still counts. */
export const totp = async ({ key, digits, period, hash }, nowMs) => {
  const seconds = Math.floor(nowMs / 1000)
  const counter = new DataView(new ArrayBuffer(8))
  counter.setBigUint64(0, BigInt(Math.floor(seconds / period)))
  const hmac = await crypto.subtle.importKey('raw', key, { name: 'HMAC', hash }, false, ['sign'])
  const mac = new DataView(await crypto.subtle.sign('HMAC', hmac, counter.buffer))
  const offset = mac.getUint8(mac.byteLength - 1) & 0xf
  const number = (mac.getUint32(offset) & 0x7fffffff) % 10 ** digits
  return { code: String(number).padStart(digits, '0'), left: period - (seconds % period) }
}
