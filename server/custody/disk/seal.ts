import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { CustodyRefusal } from '#server/custody/refusal.ts'

/** One master key of the ring: 32 bytes, never used directly. */
export interface Master {
  id: string
  key: Buffer
}

/** Seals bytes for one purpose; `aad` names the owner and the record that the bytes belong to. */
export interface ByteSealer {
  seal(plain: Uint8Array, aad: readonly string[]): string
  open(sealed: string, aad: readonly string[]): Buffer
  isCurrent(sealed: string): boolean
}

const VERSION = 'v1'
/** How every sealed text begins. */
const SEALED = `${VERSION}.`
/** How every text begins that this key sealed: there its id stands, wherever the text is kept. */
export const keyMark = (id: string): string => `${SEALED}${id}.`
/** False for open text, as older versions left some. */
export const isSealed = (text: string): boolean => text.startsWith(SEALED)

const CIPHER = 'aes-256-gcm'
const IV_BYTES = 12
const TAG_BYTES = 16

/**
 * AES-256-GCM (NIST SP 800-38D) under a key derived per purpose by HKDF-SHA256 (RFC 5869).
 * Sealed text: `v1.{key id}.{iv}.{ciphertext and tag}`, the last two in base64url. Version, purpose, key id and
 * `aad` are authenticated. `masters` has at least one key; the first one seals, all of them open.
 */
export const byteSealer = (masters: readonly Master[], purpose: string): ByteSealer => {
  const derived = new Map<string, Buffer>()
  const [current] = masters
  if (!current) throw new CustodyRefusal('KeyRing', 'The key ring holds no key; at least one line is needed.')

  const keyFor = ({ id, key }: Master): Buffer => {
    const known = derived.get(id)
    if (known) return known
    const fresh = Buffer.from(hkdfSync('sha256', key, '', `countersign/${VERSION}/${purpose}`, 32))
    derived.set(id, fresh)
    return fresh
  }
  const bind = (id: string, aad: readonly string[]): Buffer =>
    Buffer.from(JSON.stringify([VERSION, purpose, id, ...aad]))

  return {
    seal(plain, aad) {
      const iv = randomBytes(IV_BYTES)
      const cipher = createCipheriv(CIPHER, keyFor(current), iv).setAAD(bind(current.id, aad))
      const body = Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()])
      return [VERSION, current.id, iv.toString('base64url'), body.toString('base64url')].join('.')
    },

    open(sealed, aad) {
      const [version, id, iv = '', body = '', ...rest] = sealed.split('.')
      const bytes = Buffer.from(body, 'base64url')
      const nonce = Buffer.from(iv, 'base64url')
      if (version !== VERSION || rest.length > 0 || nonce.length !== IV_BYTES || bytes.length < TAG_BYTES)
        throw new CustodyRefusal(
          'Broken',
          `A sealed ${purpose} is not in the form ${VERSION}.keyId.iv.ciphertext; restore it from a backup.`,
        )
      const master = masters.find((candidate) => candidate.id === id)
      if (!master)
        throw new CustodyRefusal(
          'Broken',
          `A sealed ${purpose} needs key '${id}', which the key ring does not hold; add that line back to it.`,
        )
      const decipher = createDecipheriv(CIPHER, keyFor(master), nonce, { authTagLength: TAG_BYTES })
        .setAAD(bind(master.id, aad))
        .setAuthTag(bytes.subarray(-TAG_BYTES))
      try {
        return Buffer.concat([decipher.update(bytes.subarray(0, -TAG_BYTES)), decipher.final()])
      } catch (cause) {
        throw new CustodyRefusal(
          'Broken',
          `A sealed ${purpose} does not open: it was changed, belongs to another record, or key '${id}' is another key.`,
          {},
          { cause },
        )
      }
    },

    isCurrent: (sealed) => sealed.startsWith(keyMark(current.id)),
  }
}
