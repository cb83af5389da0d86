import { createHash } from 'node:crypto'
import { schnorr } from '@noble/curves/secp256k1.js'
import * as z from 'zod/mini'
import { CustodyRefusal } from '#server/custody/refusal.ts'
import type { Store } from '#server/custody/store.ts'
import { Identified, type Identity, isSignedAs, type Letter } from './identity.ts'
import { beginKeygen, type Opening, type Part, transcriptOf } from './keygen.ts'
import type { Answer, Asked } from './message.ts'
import { bytesOf, othersOf, outputKey, type Party, Scalar } from './share.ts'
import { Generation, type Kept, type KeyName, Network, nameOf, type Shares, Transcript } from './shares.ts'

/** The others, by what they are known as. */
export type Peers = ReadonlyMap<Party, string>

/** Pairs that can sign, in the order of their test signatures. */
export const PAIRS = [
  [1, 2],
  [1, 3],
  [2, 3],
] as const satisfies [Party, Party][]

/** What a pair signs to see that it can: a number that no transaction's digest can be (BIP 340, tagged hashes). */
export const testDigest = (
  { walletId, network }: KeyName,
  transcript: string,
  pair: readonly Party[],
): Uint8Array =>
  schnorr.utils.taggedHash(
    'countersign/test-signature',
    Buffer.from(JSON.stringify([walletId, network, transcript, pair.toSorted()])),
  )

export const KEPT = 'kept'
export const KeptFile = z.strictObject({ text: z.string(), signature: z.string() })
const keptPath = (name: KeyName, party: Party): string => `${KEPT}/${nameOf(name)}.${party}.json`

/** What one signer leaves with the two others: its share and who it is, both sealed for its own ring. */
export const Copy = z.strictObject({
  walletId: z.string(),
  network: Network,
  generation: Generation,
  transcript: Transcript,
  of: Identified,
  share: z.string(),
  identity: z.string(),
})

const copyText = (text: string): string => `countersign/copy/1 ${text}`
const receiptText = (text: string): string =>
  `countersign/receipt/1 ${createHash('sha256').update(text).digest('hex')}`

const refuse = (message: string) => new CustodyRefusal('OutOfOrder', message)

interface Making extends ReturnType<typeof beginKeygen> {
  transcript?: string
}

/** Keys that are being made at the same time; the oldest gives way. */
const MAKING_MAX = 64

/**
 * One signer's side of making a key. Parts go from signer to signer in letters that name all that was said before: who
 * carries them can neither read nor exchange one, and where the three did not hear the same, none opens.
 */
export const makeCeremonies = ({
  party,
  identity,
  sealedIdentity,
  peers,
  shares,
  store,
}: {
  party: Party
  identity: Identity
  /** As it lies in this signer's store. */
  sealedIdentity: () => Promise<string>
  peers: () => Peers
  shares: Shares
  store: Store
}) => {
  const making = new Map<string, Making>()

  const known = (of: Party): string => {
    const peer = peers().get(of)
    if (peer === undefined) throw refuse(`Signer ${party} was never told who signer ${of} is.`)
    return peer
  }
  const forget = (id: string): void => {
    making.get(id)?.forget()
    making.delete(id)
  }
  const begun = (name: KeyName): Making => {
    const one = making.get(nameOf(name))
    if (!one) throw refuse('This key is not being made; begin anew.')
    return one
  }
  const about = (name: KeyName, transcript: string, from: Party, to: Party): string[] => [
    ...['part', name.walletId, name.network, transcript, String(from), String(to)],
  ]
  const kept = async (name: KeyName) => {
    const share = await shares.find(name)
    if (!share) throw refuse(`Signer ${party} holds no share of this key.`)
    return share
  }
  const copyKept = async (name: KeyName, of: Party): Promise<z.infer<typeof Copy> | undefined> => {
    const text = await store.read(keptPath(name, of))
    return text === undefined ? undefined : Copy.parse(JSON.parse(KeptFile.parse(JSON.parse(text)).text))
  }
  /** Whether all who have a share of this key are those that this signer knows now; unknown where an older file does not say. */
  const areSame = async (name: KeyName, { peers: then }: Kept): Promise<boolean> => {
    for (const [index, of] of othersOf(party).entries()) {
      const holder = then?.[index] ?? (await copyKept(name, of))?.of
      if (holder !== undefined && holder !== known(of)) return false
    }
    return true
  }
  /**
   * Refuses another key but where somebody who has a share of the last one is no more: whoever could have one made at any
   * time could have coins moved, and fees paid, at any time.
   */
  const checkReplaces = async (name: KeyName): Promise<void> => {
    const { generation = 1 } = name
    for (let earlier = generation - 1; earlier >= 1; earlier -= 1) {
      const last = { ...name, generation: earlier === 1 ? undefined : earlier }
      const share = await shares.find(last)
      if (!share) continue
      if (earlier !== generation - 1 || !share.isFinal) throw refuse('The key before this one is not made.')
      if (await areSame(last, share))
        throw refuse(`Signer ${party} knows everybody who holds this key: there is nobody to replace.`)
      return
    }
  }
  const copyOf = async (name: KeyName): Promise<string> => {
    const { transcript, text } = await kept(name)
    const copy = { ...name, transcript, of: identity.publicKey, share: text }
    return JSON.stringify(Copy.parse({ ...copy, identity: await sealedIdentity() }))
  }

  const calls = {
    async key(name: KeyName): Promise<Answer<'key'>> {
      const share = await shares.find(name)
      if (!share) return { state: 'none' }
      const { isFinal, transcript, key } = share
      return { state: isFinal ? 'final' : 'new', transcript, key }
    },

    async begin(name: KeyName): Promise<Opening> {
      // Whoever could have another key made for a wallet could have coins sent where nobody looks.
      if ((await shares.find(name))?.isFinal) throw refuse('This key is made already; there is no other one.')
      await checkReplaces(name)
      const id = nameOf(name)
      forget(id)
      const [oldest] = making.keys()
      if (making.size >= MAKING_MAX && oldest !== undefined) forget(oldest)
      const one = beginKeygen(party)
      making.set(id, one)
      return one.opening
    },

    async answer({ openings, ...name }: Asked<'answer'>): Promise<Answer<'answer'>> {
      const one = begun(name)
      const parts = one.answer(openings)
      const transcript = transcriptOf([one.opening, ...openings])
      one.transcript = transcript
      return parts.map(({ to, scalar }) => ({
        to,
        letter: identity.write(known(to), scalar, about(name, transcript, party, to)),
      }))
    },

    async finish({ parts, ...name }: Asked<'finish'>): Promise<Answer<'finish'>> {
      const one = begun(name)
      const { transcript } = one
      if (transcript === undefined) throw refuse('This key is not that far; begin anew.')
      const open = ({ from, letter }: { from: Party; letter: Letter }): Part => {
        try {
          const scalar = identity.read(known(from), letter, about(name, transcript, from, party))
          return { from, to: party, scalar: Scalar.parse(scalar) }
        } catch (cause) {
          throw new CustodyRefusal(
            'Broken',
            `What signer ${from} is said to have written to signer ${party} is not from it, or not about this key.`,
            { signer: from },
            { cause },
          )
        }
      }
      try {
        const made = one.finish(parts.map(open))
        if (made.transcript !== transcript) throw new Error('What was heard changed meanwhile')
        await shares.keep(name, made.share, transcript, othersOf(party).map(known))
        const { commitments, verifying } = made.share
        return { transcript, key: { commitments, verifying } }
      } finally {
        forget(nameOf(name))
      }
    },

    /** For both others: a second and a third place of this share. */
    async copy(name: KeyName): Promise<Answer<'copy'>> {
      const text = await copyOf(name)
      return { text, signature: identity.sign(copyText(text)) }
    },

    /** Keeps what another signer left, and says so under its own name. */
    async keep({ party: of, text, signature, ...name }: Asked<'keep'>): Promise<Answer<'keep'>> {
      if (!othersOf(party).includes(of) || !isSignedAs(known(of), copyText(text), signature))
        throw new CustodyRefusal('BadSignature', `This is no copy that signer ${of} made.`)
      const copy = Copy.parse(JSON.parse(text))
      const { transcript } = await kept(name)
      if (nameOf(copy) !== nameOf(name) || copy.transcript !== transcript)
        throw refuse('This is a copy of a share of another key.')
      await store.replace(keptPath(name, of), JSON.stringify({ text, signature }))
      return { receipt: identity.sign(receiptText(text)) }
    },

    /** From now on the key may be used: all pairs have signed with it, and both others keep a copy of this share. */
    async confirm({ tests, receipts, ...name }: Asked<'confirm'>): Promise<Answer<'confirm'>> {
      const { isFinal, transcript, key } = await kept(name)
      if (isFinal) return {}
      const signed = PAIRS.every((pair, index) =>
        schnorr.verify(bytesOf(tests[index] ?? ''), testDigest(name, transcript, pair), outputKey(key)),
      )
      if (!signed) throw new CustodyRefusal('BadSignature', 'Not all pairs have signed with this key.')
      const text = receiptText(await copyOf(name))
      for (const other of othersOf(party)) {
        const receipt = receipts.find(({ from }) => from === other)?.receipt ?? ''
        if (!isSignedAs(known(other), text, receipt))
          throw new CustodyRefusal('BadSignature', `Signer ${other} did not say that it keeps a copy.`)
      }
      await shares.finish(name)
      return {}
    },
  }

  return {
    calls,
    /** Nothing of what is not finished stays. */
    end(): void {
      for (const id of [...making.keys()]) forget(id)
    },
  }
}
