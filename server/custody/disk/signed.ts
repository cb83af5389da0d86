import { Transaction } from 'bitcoinjs-lib'
import {
  type Hex,
  keccak256,
  parseTransaction,
  recoverTransactionAddress,
  type TransactionSerializedEIP1559,
} from 'viem'
import * as z from 'zod/mini'
import { custodySealer, type KeyRing } from '#server/custody/keyring.ts'
import { CustodyRefusal } from '#server/custody/refusal.ts'
import { type Store, safeName } from '#server/custody/store.ts'

const HexText = z.pipe(
  z.string().check(z.regex(/^0x[0-9a-f]+$/)),
  z.transform((text) => text as Hex),
)
/** `wasOpen`: sealed by a rotation alone, which vouches for nobody who may have laid it there. */
const EvmFile = z.object({
  ...{ digest: HexText, hash: HexText, raw: HexText },
  wasOpen: z.optional(z.literal(true)),
})
const BitcoinFile = z.object({ family: z.literal('bitcoin'), hash: z.string(), raw: z.string() })
const SignedFile = z.union([BitcoinFile, EvmFile])
type SignedFile = z.infer<typeof SignedFile>

/** A signed transaction as it lies on the disk; `isOpen` where it was found unsealed, so that anybody may have laid it there. */
export type Signed =
  | { family: 'evm'; raw: Hex; hash: Hex; chainId: number; nonce: number; isOpen?: true }
  | { family: 'bitcoin'; raw: string; hash: string; isOpen?: undefined }

/** The bytes that were signed, a file each: sealed, but open where an older version wrote them. */
export interface SignedFiles {
  find(walletId: string, txId: string): Promise<Signed | undefined>
  /** False, and nothing is changed, when the transaction has a file. */
  keep(walletId: string, txId: string, file: SignedFile): Promise<boolean>
  /** Transactions of a wallet that have a file. */
  ids(walletId: string): Promise<string[]>
  /** Seals the files of a wallet again, open ones as well; answers how many changed. */
  reseal(walletId: string): Promise<number>
}

/** Whose key signed these bytes. */
export const signerOf = (raw: Hex): Promise<Hex> =>
  recoverTransactionAddress({ serializedTransaction: raw as TransactionSerializedEIP1559 })

const SUFFIX = '.json'
const folder = (walletId: string): string => `signed/${safeName(walletId)}`
const path = (walletId: string, txId: string): string => `${folder(walletId)}/${safeName(txId)}${SUFFIX}`

/** Under which name the bytes of an attempt lie. */
export const attemptName = (txId: string, attempt = 1): string =>
  attempt === 1 ? txId : `${txId}_${attempt}`

/** The transaction of a name, whichever attempt it is. */
export const transactionOf = (name: string): string => name.replace(/_\d+$/, '')

const isOpen = (text: string): boolean => text.startsWith('{')

export const openSigned = (store: Store, ring: KeyRing): SignedFiles => {
  const sealer = custodySealer(ring, 'signed')

  const read = (file: SignedFile, text: string): Signed => {
    if ('family' in file) return file
    const { raw, hash, wasOpen } = file
    const { chainId, nonce = 0 } = parseTransaction(raw as TransactionSerializedEIP1559)
    return { family: 'evm', raw, hash, chainId, nonce, ...((wasOpen || isOpen(text)) && { isOpen: true }) }
  }
  const open = (walletId: string, txId: string, text: string): { file: SignedFile; signed: Signed } => {
    try {
      const plain = isOpen(text) ? text : sealer.open(text, [walletId, txId]).toString('utf8')
      const file = SignedFile.parse(JSON.parse(plain))
      if ('family' in file && isOpen(text)) throw new Error('No version wrote it open')
      const hash = 'family' in file ? Transaction.fromHex(file.raw).getId() : keccak256(file.raw)
      if (hash === file.hash) return { file, signed: read(file, text) }
    } catch {
      // Falls through to the one refusal below.
    }
    throw new CustodyRefusal('Broken', `The signed transaction ${txId} is damaged; restore it from a backup.`)
  }
  const seal = (walletId: string, txId: string, file: SignedFile): string =>
    sealer.seal(Buffer.from(JSON.stringify(file)), [walletId, txId])

  const ids = async (walletId: string): Promise<string[]> =>
    (await store.list(folder(walletId))).flatMap((name) =>
      name.endsWith(SUFFIX) ? [name.slice(0, -SUFFIX.length)] : [],
    )

  return {
    ids,
    async find(walletId, txId) {
      const text = await store.read(path(walletId, txId))
      return text === undefined ? undefined : open(walletId, txId, text).signed
    },
    keep: async (walletId, txId, file) => store.create(path(walletId, txId), seal(walletId, txId, file)),
    async reseal(walletId) {
      let changed = 0
      for (const txId of await ids(walletId)) {
        const text = await store.read(path(walletId, txId))
        if (text === undefined || (!isOpen(text) && sealer.isCurrent(text))) continue
        const { file } = open(walletId, txId, text)
        const kept: SignedFile = isOpen(text) && !('family' in file) ? { ...file, wasOpen: true } : file
        await store.replace(path(walletId, txId), seal(walletId, txId, kept))
        changed += 1
      }
      return changed
    },
  }
}
