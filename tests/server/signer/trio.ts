import { beginKeygen } from '#server/signer/keygen.ts'
import { PARTIES, type Party, type Share } from '#server/signer/share.ts'
import { beginSigning, joinPieces } from '#server/signer/signing.ts'

export const PAIRS = [
  [1, 2],
  [1, 3],
  [2, 3],
] as const satisfies [Party, Party][]

/** Three who have begun to make a key. */
export const beginTrio = () => {
  const makers = PARTIES.map((party) => ({ party, ...beginKeygen(party) }))
  const openingsFor = (party: Party) =>
    makers.filter((maker) => maker.party !== party).map(({ opening }) => opening)
  return { makers, openingsFor }
}

/** Three shares of a new key. */
export const makeTrio = (): Share[] => {
  const { makers, openingsFor } = beginTrio()
  const parts = makers.flatMap(({ party, answer }) => answer(openingsFor(party)))
  return makers.map(({ party, finish }) => finish(parts.filter(({ to }) => to === party)).share)
}

/** What a pair signs. */
export const signAs = (
  shares: readonly Share[],
  pair: readonly [Party, Party],
  digest: Uint8Array,
): Uint8Array => {
  const signers = pair.map((party, index) => {
    const share = shares.find((one) => one.party === party)
    if (!share) throw new Error(`Signer ${party} has no share`)
    return { share, ...beginSigning(share, digest, pair[1 - index] ?? party) }
  })
  const [first, second] = signers
  if (!first || !second) throw new Error('It takes two')
  const pieces = [first.finish(second.commitment), second.finish(first.commitment)]
  return joinPieces(first.share, digest, [first.commitment, second.commitment], pieces)
}
