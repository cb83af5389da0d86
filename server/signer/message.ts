import * as z from 'zod/mini'
import { CustodyRefusal } from '#server/custody/refusal.ts'
import { Identified, Letter, Signature } from './identity.ts'
import { Opening } from './keygen.ts'
import { Party, SIGNERS } from './share.ts'
import { Generation, Network, PublicKey, Transcript } from './shares.ts'
import { Commitment, Piece } from './signing.ts'

/** What is asked of a signer. Whoever asks only carries what one signer says to another. */

const Id = z.string().check(z.regex(/^[A-Za-z0-9_-]{1,100}$/))
const OfKey = { walletId: Id, network: Network, generation: Generation }
/** Made for one round, so that nothing said before can be said again. */
const Challenge = z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/))
const Hash = z.string().check(z.regex(/^[0-9a-f]{64}$/))
export const Head = z.strictObject({ seq: z.int().check(z.nonnegative()), hash: Hash })
export type Head = z.infer<typeof Head>

/** What two sign: what the log has as 'signing', or nothing of worth, to see that they can. */
export const Subject = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('spend'), walletId: Id, txId: Id }),
  z.strictObject({ kind: z.literal('test'), ...OfKey }),
])
export type Subject = z.infer<typeof Subject>

/** What one of a pair says to the other in a round, and its signature. */
export const Said = z.strictObject({ text: z.string().check(z.maxLength(1024 * 1024)), signature: Signature })
export type Said = z.infer<typeof Said>

export const Statement = z.strictObject({
  subject: Subject,
  from: Party,
  to: Party,
  own: Challenge,
  theirs: Challenge,
  /** How far the wallet's log is known; null where it does not matter. */
  head: z.nullable(Head),
  /** SHA-256 of all that is signed. */
  digest: Hash,
  commitments: z.array(Commitment),
})
export type Statement = z.infer<typeof Statement>

const Sent = z.strictObject({ to: Party, letter: Letter })
const Got = z.strictObject({ from: Party, letter: Letter })
const two = SIGNERS.max - 1

export const CALLS = {
  identity: z.strictObject({}),
  key: z.strictObject(OfKey),
  begin: z.strictObject(OfKey),
  answer: z.strictObject({ ...OfKey, openings: z.array(Opening).check(z.length(two)) }),
  finish: z.strictObject({ ...OfKey, parts: z.array(Got).check(z.length(two)) }),
  copy: z.strictObject(OfKey),
  keep: z.strictObject({
    ...OfKey,
    party: Party,
    text: z.string().check(z.maxLength(16_384)),
    signature: Signature,
  }),
  confirm: z.strictObject({
    ...OfKey,
    tests: z.array(z.string().check(z.regex(/^[0-9a-f]{128}$/))).check(z.length(SIGNERS.max)),
    receipts: z.array(z.strictObject({ from: Party, receipt: Signature })).check(z.length(two)),
  }),
  head: z.strictObject({ walletId: Id }),
  tell: z.strictObject({ walletId: Id, entries: z.array(z.unknown()).check(z.maxLength(1000)) }),
  open: z.strictObject({ subject: Subject, partner: Party }),
  offer: z.strictObject({ subject: Subject, partner: Party, challenge: Challenge }),
  join: z.strictObject({ challenge: Challenge, said: Said }),
  close: z.strictObject({ challenge: Challenge, said: Said }),
} as const
export type Calls = typeof CALLS
export type Call = keyof Calls
export type Asked<K extends Call> = z.infer<Calls[K]>

const Satoshi = z.string().check(z.regex(/^\d{1,16}$/))

export const ANSWERS = {
  /** `seat`: the user and the machine that the signer runs as; `rings`: what tells its keys apart from those of others. */
  identity: z.strictObject({
    ...{ party: Party, publicKey: Identified, seat: z.string(), rings: z.array(z.string()) },
  }),
  key: z.union([
    z.strictObject({ state: z.literal('none') }),
    z.strictObject({ state: z.enum(['new', 'final']), transcript: Transcript, key: PublicKey }),
  ]),
  begin: Opening,
  answer: z.array(Sent).check(z.length(two)),
  finish: z.strictObject({ transcript: Transcript, key: PublicKey }),
  copy: z.strictObject({ text: z.string(), signature: Signature }),
  keep: z.strictObject({ receipt: Signature }),
  confirm: z.strictObject({}),
  head: Head,
  tell: Head,
  /** What a spend is, for whoever puts the signed transaction together. */
  open: z.strictObject({
    challenge: Challenge,
    key: PublicKey,
    spend: z.nullable(
      z.strictObject({
        network: Network,
        coins: z.array(z.strictObject({ txid: Hash, vout: z.int(), value: Satoshi })),
        recipient: z.string(),
        amount: Satoshi,
        change: Satoshi,
        feeCeiling: Satoshi,
      }),
    ),
  }),
  offer: Said,
  join: z.strictObject({ said: Said, pieces: z.array(Piece) }),
  close: z.strictObject({ pieces: z.array(Piece) }),
} as const satisfies Record<Call, z.ZodMiniType>
export type Answer<K extends Call> = z.infer<(typeof ANSWERS)[K]>
export type Terms = NonNullable<Answer<'open'>['spend']>

/** A signer, wherever it is: answers what its call answers, or rejects with CustodyRefusal. */
export type Ask = <K extends Call>(name: K, message: Asked<K>) => Promise<Answer<K>>

export const isCall = (name: string): name is Call => Object.hasOwn(CALLS, name)

/** Reads one message; throws CustodyRefusal 'BadInput'. */
export const parse = <K extends Call>(name: K, message: unknown): Asked<K> => {
  const result = CALLS[name].safeParse(message)
  if (result.success) return result.data as Asked<K>
  const [issue] = result.error.issues
  throw new CustodyRefusal(
    'BadInput',
    `A signer was asked '${name}' wrongly: ${issue?.path.join('.') || 'the message'} is not as it should be.`,
  )
}
