import { schnorr } from '@noble/curves/secp256k1.js'
import { beforeAll, describe, expect, test } from 'vitest'
import { Fault, outputKey, type Share } from '#server/signer/share.ts'
import { beginSigning, joinPieces } from '#server/signer/signing.ts'
import { makeTrio } from './trio.ts'

const DIGEST = new Uint8Array(32).fill(9)
let one: Share
let two: Share
let three: Share

beforeAll(() => {
  const [first, second, third] = makeTrio()
  if (!first || !second || !third) throw new Error('There are three')
  one = first
  two = second
  three = third
})

/** Both halves of a signature of the first two. */
const begin = (digest = DIGEST) => {
  const a = beginSigning(one, digest, 2)
  const b = beginSigning(two, digest, 1)
  return { a, b, commitments: [a.commitment, b.commitment] }
}

describe('nonces', () => {
  test('serve once: a second digest, or the same one again, is refused', () => {
    const { a, b } = begin()
    a.finish(b.commitment)
    expect(() => a.finish(b.commitment)).toThrow('These nonces have served. Begin anew.')
    expect(() => a.finish(beginSigning(two, DIGEST, 1).commitment)).toThrow(
      'These nonces have served. Begin anew.',
    )
  })

  test('are gone after a step that failed, and when they are not needed any more', () => {
    const { a, b } = begin()
    expect(() => a.finish(beginSigning(three, DIGEST, 1).commitment)).toThrow(Fault)
    expect(() => a.finish(b.commitment)).toThrow('These nonces have served. Begin anew.')
    const { a: idle, b: other } = begin()
    idle.forget()
    expect(() => idle.finish(other.commitment)).toThrow('These nonces have served. Begin anew.')
  })

  test('are new for every signature', () => {
    const { hiding, binding } = begin().a.commitment
    const again = begin().a.commitment
    expect(new Set([hiding, binding, again.hiding, again.binding]).size).toBe(4)
  })

  test('are for one digest: a caller who changes it afterwards changes nothing', () => {
    const digest = DIGEST.slice()
    const { a, b, commitments } = begin(digest)
    digest.fill(1)
    const pieces = [a.finish(b.commitment), b.finish(a.commitment)]
    expect(schnorr.verify(joinPieces(one, DIGEST, commitments, pieces), DIGEST, outputKey(one))).toBe(true)
    expect(() => joinPieces(one, digest, commitments, pieces)).toThrow(Fault)
  })

  test('are for one partner', () => {
    const { a } = begin()
    expect(() => a.finish(beginSigning(three, DIGEST, 1).commitment)).toThrow(
      'Signer 3 is not the partner of this signature, which is signer 2',
    )
    expect(() => beginSigning(one, DIGEST, 1)).toThrow('A signer is no partner of its own')
  })
})

describe('a piece', () => {
  const pieces = ({ a, b }: ReturnType<typeof begin>) =>
    [a.finish(b.commitment), b.finish(a.commitment)] as const

  test('that is wrong is found, and whose it is', () => {
    const round = begin()
    const [mine, theirs] = pieces(round)
    const other = begin()
    const [, stale] = pieces(other)
    for (const scalar of [stale.scalar, mine.scalar, `${'00'.repeat(31)}01`]) {
      const wrong = () => joinPieces(one, DIGEST, round.commitments, [mine, { ...theirs, scalar }])
      expect(wrong).toThrow(Fault)
      expect(wrong).toThrow('Signer 2 has given a piece that is none of this signature')
    }
    expect(() =>
      joinPieces(one, DIGEST, round.commitments, [{ ...mine, scalar: theirs.scalar }, theirs]),
    ).toThrow('Signer 1 has given a piece that is none of this signature')
  })

  test('alone makes no signature', () => {
    const round = begin()
    const [mine] = pieces(round)
    expect(() => joinPieces(one, DIGEST, round.commitments, [mine])).toThrow()
  })

  test('of another key is none', () => {
    const [stranger] = makeTrio().filter(({ party }) => party === 2)
    if (!stranger) throw new Error('There is a second')
    const a = beginSigning(one, DIGEST, 2)
    const b = beginSigning(stranger, DIGEST, 1)
    const commitments = [a.commitment, b.commitment]
    const both = [a.finish(b.commitment), b.finish(a.commitment)]
    expect(() => joinPieces(one, DIGEST, commitments, both)).toThrow(Fault)
  })
})

test('only digests are signed', () => {
  expect(() => beginSigning(one, new Uint8Array(31), 2)).toThrow('A digest should be 32 bytes, not 31')
})
