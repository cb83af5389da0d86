export interface Icon {
  type: string
  /** Base64; '' where the dApp has none that can be shown. */
  data: string
}

const MAX_DATA_BYTES = 64 * 1024
const DATA_URL = /^data:image\/(?:png|jpeg|webp|gif);base64,([A-Za-z0-9+/]+={0,2})$/

const starts = (bytes: Buffer, text: string, at = 0) =>
  bytes.subarray(at, at + text.length).toString('latin1') === text

/** By its first bytes, whatever anyone calls it. Never SVG, which can carry code. */
export const typeOf = (bytes: Buffer): string | undefined => {
  if (starts(bytes, '\x89PNG\r\n\x1a\n')) return 'image/png'
  if (starts(bytes, '\xff\xd8\xff')) return 'image/jpeg'
  if (starts(bytes, 'GIF87a') || starts(bytes, 'GIF89a')) return 'image/gif'
  if (starts(bytes, 'RIFF') && starts(bytes, 'WEBP', 8)) return 'image/webp'
  return undefined
}

export const iconOfBytes = (bytes: Buffer): Icon | undefined => {
  const type = typeOf(bytes)
  return type === undefined ? undefined : { type, data: bytes.toString('base64') }
}

/** A picture inside its own address. */
export const iconOfData = (address: string): Icon | undefined => {
  if (address.length > MAX_DATA_BYTES * 1.4) return undefined
  const [, text] = DATA_URL.exec(address) ?? []
  const bytes = text === undefined ? undefined : Buffer.from(text, 'base64')
  return bytes && bytes.length <= MAX_DATA_BYTES ? iconOfBytes(bytes) : undefined
}
