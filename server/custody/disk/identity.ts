import { createPrivateKey, createPublicKey, type KeyObject, sign } from 'node:crypto'
import { custodySealer, type KeyRing } from '#server/custody/keyring.ts'
import type { Store } from '#server/custody/store.ts'
import { newKey } from './okp.ts'

const PATH = 'identity'

/** Custody's own Ed25519 key (RFC 8032): what it says to other parts of the server carries its signature. */
export interface Identity {
  /** SPKI, DER in base64. */
  publicKey: string
  /** Signature over the UTF-8 bytes of `text`, base64url. */
  sign(text: string): string
}

const REMEMBERED_MAX = 10_000

/** Ed25519 is deterministic, so a signature may be given again. */
const identityOf = (key: KeyObject): Identity => {
  const made = new Map<string, string>()
  return {
    publicKey: createPublicKey(key).export({ type: 'spki', format: 'der' }).toString('base64'),
    sign(text) {
      const known = made.get(text)
      if (known) return known
      if (made.size >= REMEMBERED_MAX) made.clear()
      const fresh = sign(null, Buffer.from(text), key).toString('base64url')
      made.set(text, fresh)
      return fresh
    },
  }
}

const read = (der: Buffer): KeyObject => createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })

/** The key of this store, made at its first opening. A lost one is made anew: what it signed is signed again. */
export const openIdentity = async (store: Store, ring: KeyRing): Promise<Identity> => {
  const sealer = custodySealer(ring, 'identity')
  const known = await store.read(PATH)
  if (known !== undefined) return identityOf(read(sealer.open(known, [])))
  const privateKey = newKey('ed25519')
  const der = privateKey.export({ type: 'pkcs8', format: 'der' })
  await store.create(PATH, sealer.seal(der, []))
  der.fill(0)
  return identityOf(privateKey)
}

export const resealIdentity = async (store: Store, ring: KeyRing): Promise<number> => {
  const sealer = custodySealer(ring, 'identity')
  const sealed = await store.read(PATH)
  if (sealed === undefined || sealer.isCurrent(sealed)) return 0
  await store.replace(PATH, sealer.seal(sealer.open(sealed, []), []))
  return 1
}
