import * as z from 'zod/mini'
import type { BitcoinNetwork } from '#domain/chain.ts'
import { custodySealer, type KeyRing } from '#server/custody/keyring.ts'
import { CustodyRefusal } from '#server/custody/refusal.ts'
import { type Store, safeName } from '#server/custody/store.ts'
import { Identified } from './identity.ts'
import { Party, Point, type PublicShare, type Share, SIGNERS } from './share.ts'

/** Which of a wallet's keys. */
export interface KeyName {
  walletId: string
  network: BitcoinNetwork
  /** From 2 on: one that took the place of another one, of which a holder was lost. */
  generation?: number | undefined
}

export const Network = z.enum(['mainnet', 'testnet', 'regtest'] satisfies BitcoinNetwork[])
export const Generation = z.optional(z.int().check(z.gte(2), z.lte(99)))
/** What all three said when the key was made, in one number. */
export const Transcript = z.string().check(z.regex(/^[0-9a-f]{64}$/))
export const PublicKey = z.strictObject({
  commitments: z.array(Point).check(z.length(SIGNERS.min)),
  verifying: z.array(Point).check(z.length(SIGNERS.max)),
})

/** One share as it lies on the disk. The other fields are bound to `sealed`. */
const ShareFile = z.strictObject({
  version: z.literal(1),
  walletId: z.string(),
  network: Network,
  generation: Generation,
  party: Party,
  transcript: Transcript,
  key: PublicKey,
  /** Who the two others were. Absent in older files. */
  peers: z.optional(z.array(Identified).check(z.length(SIGNERS.max - 1))),
  sealed: z.string(),
})
type ShareFile = z.infer<typeof ShareFile>

/** A share, and whether its key may be used: before that, others may have none of it. */
export interface Kept {
  isFinal: boolean
  transcript: string
  key: PublicShare
  /** Who the two others were; an older file does not say. */
  peers?: readonly string[] | undefined
  /** Throws CustodyRefusal 'Broken' where the ring is another one. */
  open(): Share
  /** As it lies on the disk. */
  text: string
}

/** The shares of one signer, a file each. One that is new makes room for the next one; a final one stays. */
export interface Shares {
  find(name: KeyName): Promise<Kept | undefined>
  /** On the disk when it resolves. */
  keep(name: KeyName, share: Share, transcript: string, peers: readonly string[]): Promise<void>
  finish(name: KeyName): Promise<void>
  /** Keys in use that this signer has a share of. */
  names(): Promise<KeyName[]>
  /** Seals a file again with the current key; answers how many files changed. */
  reseal(file: string): Promise<number>
  /** Puts a share back that this ring sealed, as one in use. */
  put(name: KeyName, text: string): Promise<void>
}

/** Which key a share's file is of. */
export const transcriptIn = (text: string): string => ShareFile.parse(JSON.parse(text)).transcript

export const SHARES = 'shares'
const SUFFIX = { final: '.json', fresh: '.new' }
export const nameOf = ({ walletId, network, generation = 1 }: KeyName): string =>
  `${safeName(walletId)}.${network}${generation === 1 ? '' : `.g${generation}`}`
const pathOf = (name: KeyName, suffix: string): string => `${SHARES}/${nameOf(name)}${suffix}`

const aadOf = (file: Omit<ShareFile, 'version' | 'sealed'>) => {
  const { walletId, network, generation = 1, party, transcript, key, peers } = file
  return [
    ...[walletId, network, String(party), transcript],
    ...[...key.commitments, ...key.verifying],
    ...(peers ? [String(generation), ...peers] : []),
  ]
}

export const openShares = (store: Store, ring: KeyRing, party: Party): Shares => {
  const sealer = custodySealer(ring, 'signer-share')

  const read = async (name: KeyName, isFinal: boolean): Promise<Kept | undefined> => {
    const text = await store.read(pathOf(name, isFinal ? SUFFIX.final : SUFFIX.fresh))
    return text === undefined ? undefined : parse(name, text, isFinal)
  }
  const parse = (name: KeyName, text: string, isFinal: boolean): Kept => {
    const broken = (cause?: unknown) =>
      new CustodyRefusal(
        'Broken',
        `The share of wallet ${name.walletId} on ${name.network} is damaged; restore it from its copy.`,
        {},
        { cause },
      )
    let file: ShareFile
    try {
      file = ShareFile.parse(JSON.parse(text))
    } catch (error) {
      throw broken(error)
    }
    if (nameOf(file) !== nameOf(name) || file.party !== party) throw broken()
    const { transcript, key, peers } = file
    return {
      ...{ isFinal, transcript, key, peers, text },
      open: () => ({ party, ...key, scalar: sealer.open(file.sealed, aadOf(file)).toString('hex') }),
    }
  }

  return {
    find: async (name) => (await read(name, true)) ?? (await read(name, false)),
    async keep(name, { scalar, commitments, verifying }, transcript, peers) {
      const meta = { ...name, party, transcript, key: { commitments, verifying }, peers: [...peers] }
      const secret = Buffer.from(scalar, 'hex')
      const file: ShareFile = { version: 1, ...meta, sealed: sealer.seal(secret, aadOf(meta)) }
      secret.fill(0)
      await store.replace(pathOf(name, SUFFIX.fresh), JSON.stringify(file))
    },
    async put(name, text) {
      parse(name, text, true).open()
      if (!(await store.create(pathOf(name, SUFFIX.final), text)))
        throw new CustodyRefusal('Locked', `There is a share of wallet ${name.walletId} already.`)
    },
    async names() {
      const files = (await store.list(SHARES)).filter((file) => file.endsWith(SUFFIX.final))
      const texts = await Promise.all(files.map((file) => store.read(`${SHARES}/${file}`)))
      return texts.flatMap((text) => {
        if (text === undefined) return []
        const { walletId, network, generation } = ShareFile.parse(JSON.parse(text))
        return [{ walletId, network, generation }]
      })
    },
    async reseal(file) {
      const text = await store.read(`${SHARES}/${file}`)
      if (text === undefined) return 0
      const share = ShareFile.parse(JSON.parse(text))
      if (sealer.isCurrent(share.sealed)) return 0
      const secret = sealer.open(share.sealed, aadOf(share))
      const fresh = JSON.stringify({ ...share, sealed: sealer.seal(secret, aadOf(share)) })
      secret.fill(0)
      await store.replace(`${SHARES}/${file}`, fresh)
      return 1
    },
    async finish(name) {
      if (!(await read(name, true))) await store.move(pathOf(name, SUFFIX.fresh), pathOf(name, SUFFIX.final))
    },
  }
}
