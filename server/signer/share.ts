import { schnorr_FROST as frost } from '@noble/curves/secp256k1.js'
import * as z from 'zod/mini'

/** The three who hold a wallet's key. Any two of them sign. */
export const PARTIES = [1, 2, 3] as const
export type Party = (typeof PARTIES)[number]

export const SIGNERS = { min: 2, max: 3 }

export const Party = z.literal([...PARTIES])
/** A scalar. */
export const Scalar = z.string().check(z.regex(/^[0-9a-f]{64}$/))
/** A point, compressed. */
export const Point = z.string().check(z.regex(/^0[23][0-9a-f]{64}$/))

/** What one party holds of a wallet's key. Nothing in it rebuilds the key: for that it takes two. */
export const Share = z.strictObject({
  party: Party,
  /** Secret. */
  scalar: Scalar,
  /** Of the polynomial behind all shares; the first one is the key. */
  commitments: z.array(Point).check(z.length(SIGNERS.min)),
  /** The public half of each party's share, in their order. */
  verifying: z.array(Point).check(z.length(SIGNERS.max)),
})
export type Share = z.infer<typeof Share>
export type PublicShare = Omit<Share, 'party' | 'scalar'>

/** Whoever did not keep to the protocol. */
export class Fault extends Error {
  readonly party: Party

  constructor(party: Party, reason: string) {
    super(`Signer ${party} ${reason}`)
    this.party = party
  }
}

export const bytesOf = (hex: string): Uint8Array => Uint8Array.from(Buffer.from(hex, 'hex'))
export const hexOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')

export const idOf = (party: Party): string => frost.Identifier.fromNumber(party)
export const othersOf = (party: Party): Party[] => PARTIES.filter((other) => other !== party)

/** The wallet's taproot output key (BIP 341): 32 bytes, x alone. */
export const outputKey = ({ commitments }: Pick<Share, 'commitments'>): Uint8Array =>
  bytesOf(commitments[0] ?? '').slice(1)

/** As the library takes it. */
export const publicOf = ({ commitments, verifying }: PublicShare) => ({
  signers: SIGNERS,
  commitments: commitments.map(bytesOf),
  verifyingShares: Object.fromEntries(
    PARTIES.map((party, index) => [idOf(party), bytesOf(verifying[index] ?? '')]),
  ),
})
export const secretOf = ({ party, scalar }: Pick<Share, 'party' | 'scalar'>) => ({
  identifier: idOf(party),
  signingShare: bytesOf(scalar),
})
