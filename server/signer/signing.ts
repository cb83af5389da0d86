import { schnorr_FROST as frost, schnorr } from '@noble/curves/secp256k1.js'
import * as z from 'zod/mini'
import {
  bytesOf,
  Fault,
  hexOf,
  idOf,
  outputKey,
  Party,
  Point,
  type PublicShare,
  publicOf,
  Scalar,
  type Share,
  secretOf,
} from './share.ts'

/** What one of a pair says first: the public half of nonces that it uses once. */
export const Commitment = z.strictObject({ from: Party, hiding: Point, binding: Point })
export type Commitment = z.infer<typeof Commitment>

/** What one of a pair says then. Worth nothing without the other's. */
export const Piece = z.strictObject({ from: Party, scalar: Scalar })
export type Piece = z.infer<typeof Piece>

const DIGEST_LENGTH = 32

const commitmentOf = ({ from, hiding, binding }: Commitment) => ({
  identifier: idOf(from),
  hiding: bytesOf(hiding),
  binding: bytesOf(binding),
})

const checkDigest = (digest: Uint8Array): void => {
  if (digest.length !== DIGEST_LENGTH)
    throw new RangeError(`A digest should be ${DIGEST_LENGTH} bytes, not ${digest.length}`)
}

/**
 * One party's side of one signature, for one digest and one partner. Its nonces are in this memory alone, serve once,
 * and are erased before the piece leaves: whoever signed two digests with the same ones would give his share away.
 * After a crash both begin anew.
 */
export const beginSigning = (share: Share, digest: Uint8Array, partner: Party) => {
  checkDigest(digest)
  if (partner === share.party) throw new RangeError('A signer is no partner of its own')
  const message = digest.slice()
  const { nonces, commitments } = frost.commit(secretOf(share))
  const commitment: Commitment = {
    from: share.party,
    hiding: hexOf(commitments.hiding),
    binding: hexOf(commitments.binding),
  }
  const forget = (): void => {
    nonces.hiding.fill(0)
    nonces.binding.fill(0)
  }
  let begun = false

  return {
    /** For the partner. */
    commitment,

    /** Takes the partner's commitment, once; answers this party's piece. */
    finish(theirs: Commitment): Piece {
      if (begun) throw new Error('These nonces have served. Begin anew.')
      begun = true
      try {
        if (theirs.from !== partner)
          throw new Fault(theirs.from, `is not the partner of this signature, which is signer ${partner}`)
        const piece = frost.signShare(
          secretOf(share),
          publicOf(share),
          nonces,
          [commitment, theirs].map(commitmentOf),
          message,
        )
        return { from: share.party, scalar: hexOf(piece) }
      } finally {
        forget()
      }
    },

    /** For what is not brought to its end. */
    forget(): void {
      begun = true
      forget()
    },
  }
}

/**
 * The signature (BIP 340) of both pieces. Throws a Fault that names whose piece is wrong; what it answers is a valid
 * signature.
 */
export const joinPieces = (
  key: PublicShare,
  digest: Uint8Array,
  commitments: readonly Commitment[],
  pieces: readonly Piece[],
): Uint8Array => {
  checkDigest(digest)
  const pub = publicOf(key)
  const list = commitments.map(commitmentOf)
  const shares = Object.fromEntries(pieces.map(({ from, scalar }) => [idOf(from), bytesOf(scalar)]))
  const join = (): Uint8Array => {
    try {
      return frost.aggregate(pub, list, digest, shares)
    } catch (error) {
      // Only where they make no signature it is worth to look at each one.
      for (const { from, scalar } of pieces) {
        if (!frost.verifyShare(pub, list, digest, idOf(from), bytesOf(scalar)))
          throw new Fault(from, 'has given a piece that is none of this signature')
      }
      throw error
    }
  }
  const signature = join()
  if (!schnorr.verify(signature, digest, outputKey(key)))
    throw new Error('Two pieces that are right made a signature that is not')
  return signature
}
