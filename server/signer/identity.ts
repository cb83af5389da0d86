import { createPrivateKey, createPublicKey, diffieHellman, type KeyObject, sign, verify } from 'node:crypto'
import * as z from 'zod/mini'
import { newKey, publicBytes } from '#server/custody/disk/okp.ts'
import { byteSealer } from '#server/custody/disk/seal.ts'
import { custodySealer, type KeyRing } from '#server/custody/keyring.ts'
import type { Store } from '#server/custody/store.ts'

/** 32 bytes in base64url. */
const Half = z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/))
/** Who a signer is to the others: its Ed25519 key (RFC 8032) and its X25519 key (RFC 7748), in this order. */
export const Identified = z.string().check(z.regex(/^[A-Za-z0-9_-]{43}\.[A-Za-z0-9_-]{43}$/))

/** A signature by a signer's identity. */
export const Signature = z.string().check(z.regex(/^[A-Za-z0-9_-]{86}$/))

/** What only the one it is for can open, and only as what the sender meant it for. */
export const Letter = z.strictObject({
  /** Used for this letter alone. */
  ephemeral: Half,
  sealed: z.string().check(z.maxLength(4096)),
})
export type Letter = z.infer<typeof Letter>

export interface Identity {
  readonly publicKey: string
  /** Over the UTF-8 bytes of `text`. */
  sign(text: string): string
  /** `about` says what it is a part of: it opens as nothing else. */
  write(to: string, text: string, about: readonly string[]): Letter
  /** Throws where it is not from `from`, not for this one, or about something else. */
  read(from: string, letter: Letter, about: readonly string[]): string
}

type Curve = 'Ed25519' | 'X25519'

const publicKey = (crv: Curve, x: string): KeyObject =>
  createPublicKey({ key: { kty: 'OKP', crv, x }, format: 'jwk' })
const halves = (identity: string): { own: KeyObject; seal: KeyObject } => {
  const [own = '', seal = ''] = Identified.parse(identity).split('.')
  return { own: publicKey('Ed25519', own), seal: publicKey('X25519', seal) }
}

export const isSignedAs = (identity: string, text: string, signature: string): boolean =>
  verify(null, Buffer.from(text), halves(identity).own, Buffer.from(signature, 'base64url'))

/**
 * Both the letter's own key and the sender's identity make the key that seals it: nobody else can have written it, and
 * whoever learns the sender's identity later cannot open it.
 */
const sealerOf = (once: Buffer, always: Buffer) =>
  byteSealer([{ id: 'letter', key: Buffer.concat([once, always]) }], 'signer/letter')

const x = (key: KeyObject): string => publicBytes(key).toString('base64url')

const identityOf = (own: KeyObject, seal: KeyObject): Identity => {
  const self = `${x(own)}.${x(seal)}`
  return {
    publicKey: self,
    sign: (text) => sign(null, Buffer.from(text), own).toString('base64url'),
    write(to, text, about) {
      const once = newKey('x25519')
      const theirs = halves(to).seal
      const sealer = sealerOf(
        diffieHellman({ privateKey: once, publicKey: theirs }),
        diffieHellman({ privateKey: seal, publicKey: theirs }),
      )
      const ephemeral = x(once)
      return { ephemeral, sealed: sealer.seal(Buffer.from(text), [self, to, ephemeral, ...about]) }
    },
    read(from, { ephemeral, sealed }, about) {
      const sealer = sealerOf(
        diffieHellman({ privateKey: seal, publicKey: publicKey('X25519', ephemeral) }),
        diffieHellman({ privateKey: seal, publicKey: halves(from).seal }),
      )
      return sealer.open(sealed, [from, self, ephemeral, ...about]).toString('utf8')
    },
  }
}

export const IDENTITY = 'identity'
/** Both keys, PKCS #8 in base64. */
const Kept = z.strictObject({ own: z.string(), seal: z.string() })

const textOf = (key: KeyObject): string => key.export({ type: 'pkcs8', format: 'der' }).toString('base64')
const keyOf = (text: string): KeyObject =>
  createPrivateKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'pkcs8' })

export const resealIdentity = async (store: Store, ring: KeyRing): Promise<number> => {
  const sealer = custodySealer(ring, 'signer-identity')
  const sealed = await store.read(IDENTITY)
  if (sealed === undefined || sealer.isCurrent(sealed)) return 0
  await store.replace(IDENTITY, sealer.seal(sealer.open(sealed, []), []))
  return 1
}

/** Of this store, made at its first opening. The others know a signer by it: a new one has to be told to them. */
export const openIdentity = async (store: Store, ring: KeyRing): Promise<Identity> => {
  const sealer = custodySealer(ring, 'signer-identity')
  const known = await store.read(IDENTITY)
  if (known !== undefined) {
    const { own, seal } = Kept.parse(JSON.parse(sealer.open(known, []).toString('utf8')))
    return identityOf(keyOf(own), keyOf(seal))
  }
  const own = newKey('ed25519')
  const seal = newKey('x25519')
  const kept = { own: textOf(own), seal: textOf(seal) }
  await store.create(IDENTITY, sealer.seal(Buffer.from(JSON.stringify(kept)), []))
  return identityOf(own, seal)
}
