import { createPrivateKey, createPublicKey, type KeyObject, randomBytes } from 'node:crypto'

/** PKCS #8 of these keys up to their 32 bytes, RFC 8410. */
const PREFIX = {
  ed25519: Buffer.from('302e020100300506032b657004220420', 'hex'),
  x25519: Buffer.from('302e020100300506032b656e04220420', 'hex'),
}

/**
 * A new private key: any 32 bytes are one (RFC 8032, RFC 7748). Node's own `generateKeyPairSync` may stop the process for
 * good: what made the key is collected later and then waits for the key's lock, which an export of that key holds in this
 * same thread while the collector runs.
 */
export const newKey = (curve: keyof typeof PREFIX): KeyObject => {
  const der = Buffer.concat([PREFIX[curve], randomBytes(32)])
  const key = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })
  der.fill(0)
  return key
}

/** The 32 bytes of its public half: the end of its SPKI, which is written without that lock. */
export const publicBytes = (key: KeyObject): Buffer =>
  createPublicKey(key).export({ type: 'spki', format: 'der' }).subarray(-32)
