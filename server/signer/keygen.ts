import { schnorr_FROST as frost, schnorr, secp256k1 } from '@noble/curves/secp256k1.js'
import { sha256 } from '@noble/hashes/sha2.js'
import * as z from 'zod/mini'
import {
  bytesOf,
  Fault,
  hexOf,
  idOf,
  othersOf,
  outputKey,
  PARTIES,
  Party,
  Point,
  Scalar,
  type Share,
  SIGNERS,
} from './share.ts'

const Curve = secp256k1.Point

/** To both others, the same words. */
export const Opening = z.strictObject({
  from: Party,
  commitments: z.array(Point).check(z.length(SIGNERS.min)),
  /** That whoever says this knows the secret behind it. */
  proof: z.string().check(z.regex(/^[0-9a-f]{128}$/)),
})
export type Opening = z.infer<typeof Opening>

/** To one of the others, and to nobody else. */
export const Part = z.strictObject({ from: Party, to: Party, scalar: Scalar })
export type Part = z.infer<typeof Part>

const packageOf = ({ from, commitments, proof }: Opening) => ({
  identifier: idOf(from),
  commitment: commitments.map(bytesOf),
  proofOfKnowledge: bytesOf(proof),
})

/** One word of each of the two others; throws a Fault that names whoever is missing or speaks twice. */
const ofOthers = <T extends { from: Party }>(self: Party, messages: readonly T[]): T[] =>
  othersOf(self).map((party) => {
    const [message, ...more] = messages.filter(({ from }) => from === party)
    if (!message) throw new Fault(party, 'has said nothing')
    if (more.length > 0) throw new Fault(party, 'has said two things')
    return message
  })

/** What all three said at first, in one number: two who hold the same one have heard the same. */
export const transcriptOf = (openings: readonly Opening[]): string => {
  const ordered = PARTIES.map((party) => openings.find(({ from }) => from === party))
  return hexOf(sha256(Buffer.from(JSON.stringify(ordered.map((opening) => Opening.parse(opening))))))
}

/**
 * The key that must come out: the sum of what all three have opened, tweaked as BIP 341 tweaks a key that has no
 * scripts. Nobody can have hidden a script in it, so what is sent to it is spent by two signatures' worth of shares or
 * not at all.
 */
const scriptlessKey = (openings: readonly Opening[]): Uint8Array => {
  const sum = openings.reduce(
    (total, { commitments }) => total.add(Curve.fromHex(commitments[0] ?? '')),
    Curve.ZERO,
  )
  const x = sum.toBytes(true).slice(1)
  const even = Curve.fromBytes(Uint8Array.of(2, ...x))
  const tweak = Curve.Fn.fromBytes(schnorr.utils.taggedHash('TapTweak', x))
  return even.add(Curve.BASE.multiply(tweak)).toBytes(true).slice(1)
}

/**
 * One party's side of making a key that nobody ever holds: a polynomial of its own, of which each other one gets a
 * value. There is no dealer. The steps are taken in their order, once.
 */
export const beginKeygen = (self: Party) => {
  const { public: opened, secret } = frost.DKG.round1(idOf(self), SIGNERS)
  const opening: Opening = {
    from: self,
    commitments: opened.commitment.map(hexOf),
    proof: hexOf(opened.proofOfKnowledge),
  }
  let heard: Opening[] = []

  /** Whose opening does not hold: the library says only that one does not. */
  const blame = (openings: readonly Opening[]): Fault | undefined => {
    for (const suspect of openings) {
      const third = othersOf(self).find((party) => party !== suspect.from)
      if (!third) continue
      const scratch = frost.DKG.round1(idOf(self), SIGNERS).secret
      const honest = frost.DKG.round1(idOf(third), SIGNERS).public
      try {
        frost.DKG.round2(scratch, [packageOf(suspect), honest])
      } catch {
        return new Fault(suspect.from, 'does not prove that it knows its part of the key')
      } finally {
        frost.DKG.clean(scratch)
      }
    }
    return undefined
  }

  return {
    /** For both others. */
    opening,

    /** Takes both others' openings; answers what each of them alone may know. */
    answer(openings: readonly Opening[]): Part[] {
      heard = ofOthers(self, openings)
      try {
        const parts = frost.DKG.round2(secret, heard.map(packageOf))
        return othersOf(self).map((to) => {
          const part = parts[idOf(to)]
          if (!part) throw new Error(`There is no part for signer ${to}`)
          return { from: self, to, scalar: hexOf(part.signingShare) }
        })
      } catch (error) {
        throw blame(heard) ?? error
      }
    },

    /** Takes what both others made for this one; answers its share, and what it heard. */
    finish(parts: readonly Part[]): { share: Share; transcript: string } {
      const mine = ofOthers(self, parts)
      for (const { from, to, scalar } of mine) {
        const commitments = heard.find((said) => said.from === from)?.commitments.map(bytesOf) ?? []
        try {
          if (to !== self) throw new Error(`It is for signer ${to}`)
          frost.validateSecret(
            { identifier: idOf(self), signingShare: bytesOf(scalar) },
            { signers: SIGNERS, commitments, verifyingShares: {} },
          )
        } catch {
          throw new Fault(from, 'has given a part that does not fit what it opened')
        }
      }
      const key = frost.DKG.round3(
        secret,
        heard.map(packageOf),
        mine.map(({ from, scalar }) => ({ identifier: idOf(from), signingShare: bytesOf(scalar) })),
      )
      const share: Share = {
        party: self,
        scalar: hexOf(key.secret.signingShare),
        commitments: key.public.commitments.map(hexOf),
        verifying: PARTIES.map((party) => hexOf(key.public.verifyingShares[idOf(party)] ?? new Uint8Array())),
      }
      const openings = [opening, ...heard]
      if (hexOf(outputKey(share)) !== hexOf(scriptlessKey(openings)))
        throw new Error('The key that came out is not the one without scripts. It must not be used.')
      return { share, transcript: transcriptOf(openings) }
    },

    /** For what is not brought to its end. */
    forget: () => frost.DKG.clean(secret),
  }
}
