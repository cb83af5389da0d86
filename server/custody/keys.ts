import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { bytesToHex, type Hex, type Signature } from 'viem'
import { publicKeyToAddress } from 'viem/accounts'
import * as z from 'zod/mini'
import { custodySealer, type KeyRing } from './keyring.ts'
import { CustodyRefusal } from './refusal.ts'
import { type Store, safeName } from './store.ts'

const KeyFile = z.object({
  version: z.literal(1),
  walletId: z.string(),
  userId: z.string(),
  keyId: z.string(),
  address: z.pipe(
    z.string().check(z.regex(/^0x[0-9a-fA-F]{40}$/)),
    z.transform((text) => text as Hex),
  ),
  createdAt: z.string(),
  sealed: z.string(),
})
/** One wallet's secp256k1 key as it lies on the disk. The other fields are bound to `sealed`. */
export type KeyFile = z.infer<typeof KeyFile>

export interface Keys {
  /** Throws CustodyRefusal 'UnknownWallet'. */
  find(walletId: string): Promise<KeyFile>
  /** A finished key, or undefined when the wallet has none. */
  peek(walletId: string): Promise<KeyFile | undefined>
  /** A key whose making did not finish, or undefined. */
  unfinished(walletId: string): Promise<KeyFile | undefined>
  /** Makes a key that is not in use before `finish`. */
  prepare(walletId: string, userId: string, createdAt: string): Promise<KeyFile>
  finish(key: KeyFile): Promise<void>
  /** Whose key an address belongs to; undefined for an address from elsewhere. */
  ownerOf(address: string): { walletId: string; userId: string } | undefined
  /** Those that custody holds a key for. */
  walletsOf(userId: string): string[]
  /** ECDSA over a 32-byte digest, deterministic (RFC 6979) and with low s (EIP-2). */
  sign(key: KeyFile, digest: Uint8Array): Signature
  reseal(name: string): Promise<number>
}

const SUFFIX = '.json'
const path = (walletId: string): string => `wallets/${safeName(walletId)}${SUFFIX}`
const newPath = (walletId: string): string => `wallets/${safeName(walletId)}.new`
const aadOf = ({ walletId, userId, keyId, address }: Omit<KeyFile, 'sealed' | 'version' | 'createdAt'>) => [
  walletId,
  userId,
  keyId,
  address,
]

/** Ids of the wallets that have a finished key. */
export const walletIds = async (store: Store): Promise<string[]> =>
  (await store.list('wallets')).flatMap((name) =>
    name.endsWith(SUFFIX) ? [name.slice(0, -SUFFIX.length)] : [],
  )

const parse = (walletId: string, text: string): KeyFile => {
  try {
    const key = KeyFile.parse(JSON.parse(text))
    if (key.walletId === walletId) return key
  } catch {
    // Falls through to the one refusal below.
  }
  throw new CustodyRefusal(
    'Broken',
    `The key file of wallet ${walletId} is damaged; restore it from a backup.`,
  )
}

const addressOf = (secret: Uint8Array): Hex =>
  publicKeyToAddress(bytesToHex(secp256k1.getPublicKey(secret, false)))

/** `random` is replaced only by tests that must know a key to look for it. */
export const openKeys = async (
  store: Store,
  ring: KeyRing,
  random: (bytes: number) => Buffer = randomBytes,
): Promise<Keys> => {
  const sealer = custodySealer(ring, 'wallet-key')
  const owners = new Map<string, { walletId: string; userId: string }>()
  const byUser = new Map<string, Set<string>>()
  const index = ({ address, walletId, userId }: KeyFile) => {
    owners.set(address.toLowerCase(), { walletId, userId })
    byUser.set(userId, (byUser.get(userId) ?? new Set()).add(walletId))
  }

  /** Texts whose seal was opened, by file: a key comes into memory once, not at every look. */
  const proven = new Map<string, string>()

  /** Whose a key is counts only as it was sealed: coins of other keys, too, are moved for whoever stands there. */
  const read = async (walletId: string, file: string): Promise<KeyFile | undefined> => {
    const text = await store.read(file)
    if (text === undefined) return undefined
    const key = parse(walletId, text)
    const hash = createHash('sha256').update(text).digest('base64')
    if (proven.get(file) !== hash) {
      sealer.open(key.sealed, aadOf(key)).fill(0)
      proven.set(file, hash)
    }
    return key
  }

  const peek = (walletId: string) => read(walletId, path(walletId))

  // A damaged file is refused when its wallet is used; it must not lock every other wallet out.
  for (const walletId of await walletIds(store)) {
    const key = await peek(walletId).catch(() => undefined)
    if (key) index(key)
  }

  const generate = (): Buffer => {
    const secret = random(32)
    return secp256k1.utils.isValidSecretKey(secret) ? secret : generate()
  }

  return {
    peek,
    async find(walletId) {
      const key = await peek(walletId)
      if (key) return key
      throw new CustodyRefusal(
        'UnknownWallet',
        `Custody holds no key for wallet ${walletId}; create it first.`,
      )
    },
    unfinished: (walletId) => read(walletId, newPath(walletId)),

    async prepare(walletId, userId, createdAt) {
      const secret = generate()
      const meta = { walletId, userId, keyId: randomUUID(), address: addressOf(secret) }
      const key: KeyFile = { version: 1, ...meta, createdAt, sealed: sealer.seal(secret, aadOf(meta)) }
      secret.fill(0)
      await store.create(newPath(walletId), JSON.stringify(key))
      return key
    },

    async finish(key) {
      await store.move(newPath(key.walletId), path(key.walletId))
      index(key)
    },

    ownerOf: (address) => owners.get(address.toLowerCase()),

    walletsOf: (userId) => [...(byUser.get(userId) ?? [])],

    sign(key, digest) {
      const secret = sealer.open(key.sealed, aadOf(key))
      try {
        const bytes = secp256k1.sign(digest, secret, { prehash: false, format: 'recovered' })
        return {
          r: bytesToHex(bytes.subarray(1, 33)),
          s: bytesToHex(bytes.subarray(33)),
          yParity: bytes[0] ?? 0,
        }
      } finally {
        secret.fill(0)
      }
    },

    async reseal(name) {
      const walletId = name.replace(/\.[a-z]+$/, '')
      const key = await read(walletId, `wallets/${name}`)
      if (!key || sealer.isCurrent(key.sealed)) return 0
      const secret = sealer.open(key.sealed, aadOf(key))
      const fresh = { ...key, sealed: sealer.seal(secret, aadOf(key)) }
      secret.fill(0)
      await store.replace(`wallets/${name}`, JSON.stringify(fresh))
      return 1
    },
  }
}
