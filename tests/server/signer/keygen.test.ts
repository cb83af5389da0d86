import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { schnorr, secp256k1 } from '@noble/curves/secp256k1.js'
import { taprootTweakPubkey } from '@scure/btc-signer/utils.js'
import { payments } from 'bitcoinjs-lib'
import { describe, expect, test } from 'vitest'
import '#domain/bitcoin.ts'
import { beginKeygen, type Opening, type Part, transcriptOf } from '#server/signer/keygen.ts'
import { Fault, hexOf, outputKey, PARTIES, type Party, Share } from '#server/signer/share.ts'
import { beginTrio, makeTrio, PAIRS, signAs } from './trio.ts'

const faultOf = (work: () => unknown): Party | string | undefined => {
  try {
    work()
    return undefined
  } catch (error) {
    return error instanceof Fault ? error.party : String(error)
  }
}

describe('a key that nobody holds', () => {
  test('is the same at all three, and each has another share of it', () => {
    const { makers, openingsFor } = beginTrio()
    const parts = makers.flatMap(({ party, answer }) => answer(openingsFor(party)))
    const ends = makers.map(({ party, finish }) => finish(parts.filter(({ to }) => to === party)))
    const [first, ...others] = ends
    for (const { share, transcript } of others) {
      expect(hexOf(outputKey(share))).toBe(hexOf(outputKey(ends[0]?.share ?? share)))
      expect(share.verifying).toEqual(first?.share.verifying)
      expect(share.commitments).toEqual(first?.share.commitments)
      expect(transcript).toBe(first?.transcript)
    }
    expect(new Set(ends.map(({ share }) => share.scalar)).size).toBe(3)
    expect(new Set(parts.map(({ scalar }) => scalar)).size).toBe(6)
  })

  test('comes back from a file as it was', () => {
    const [share] = makeTrio()
    expect(Share.parse(JSON.parse(JSON.stringify(share)))).toEqual(share)
    expect(() => Share.parse({ ...share, scalar: 'ff' })).toThrow()
    expect(() => Share.parse({ ...share, more: 1 })).toThrow()
  })

  // BIP 341: a key that is spent by its own signature only has to be tweaked with the hash of itself alone.
  test('has no hidden script path: it is the sum of what was opened, tweaked as a key without scripts', () => {
    for (let round = 0; round < 8; round += 1) {
      const { makers, openingsFor } = beginTrio()
      const parts = makers.flatMap(({ party, answer }) => answer(openingsFor(party)))
      const { share } = makers[0]?.finish(parts.filter(({ to }) => to === 1)) ?? {}
      const sum = makers.reduce(
        (total, { opening }) => total.add(secp256k1.Point.fromHex(opening.commitments[0] ?? '')),
        secp256k1.Point.ZERO,
      )
      const internal = sum.toBytes(true).slice(1)
      const [tweaked] = taprootTweakPubkey(internal, new Uint8Array())
      const key = share ? outputKey(share) : new Uint8Array()
      expect(hexOf(key)).toBe(hexOf(tweaked))
      // And bitcoinjs-lib makes the same address of both.
      expect(payments.p2tr({ pubkey: key }).address).toBe(payments.p2tr({ internalPubkey: internal }).address)
    }
  })

  test('cannot be made by one share and cannot be made twice from one beginning', () => {
    const { makers, openingsFor } = beginTrio()
    const parts = makers.flatMap(({ party, answer }) => answer(openingsFor(party)))
    const [first] = makers
    const mine = parts.filter(({ to }) => to === 1)
    first?.finish(mine)
    expect(() => first?.finish(mine)).toThrow()
  })
})

describe('whoever does not keep to the protocol is named', () => {
  const spoil = (hex: string, at: number): string =>
    hex.slice(0, at) + (hex[at] === '0' ? '1' : '0') + hex.slice(at + 1)

  test.each<[string, (opening: Opening, other: Opening) => Opening]>([
    [
      'an opening whose proof is of something else',
      (opening) => ({ ...opening, proof: spoil(opening.proof, 100) }),
    ],
    [
      'an opening with the key of someone else',
      (opening, other) => ({ ...opening, commitments: other.commitments }),
    ],
    ['an opening repeated as one’s own', (opening, other) => ({ ...other, from: opening.from })],
  ])('%s', (_, change) => {
    const { makers, openingsFor } = beginTrio()
    const [first, second] = makers
    if (!first || !second) throw new Error('There are three')
    const openings = openingsFor(1).map((opening) =>
      opening.from === 3 ? change(opening, second.opening) : opening,
    )
    expect(faultOf(() => first.answer(openings))).toBe(3)
  })

  test.each<[string, Party, (parts: Part[]) => Part[]]>([
    [
      'a part that fits nothing',
      2,
      (parts) => parts.map((part) => (part.from === 2 ? { ...part, scalar: spoil(part.scalar, 40) } : part)),
    ],
    [
      'a part that is for another',
      3,
      (parts) => parts.map((part) => (part.from === 3 ? { ...part, to: 2 } : part)),
    ],
    ['no part', 2, (parts) => parts.filter(({ from }) => from !== 2)],
    ['two parts', 2, (parts) => [...parts, ...parts.filter(({ from }) => from === 2)]],
  ])('%s', (_, guilty, change) => {
    const { makers, openingsFor } = beginTrio()
    const parts = makers.flatMap(({ party, answer }) => answer(openingsFor(party)))
    const mine = change(parts.filter(({ to }) => to === 1))
    expect(faultOf(() => makers[0]?.finish(mine))).toBe(guilty)
  })

  test('two who were told different things see that by their transcripts', () => {
    const { makers } = beginTrio()
    const liar = beginKeygen(3)
    const [one, two, three] = makers.map(({ opening }) => opening)
    if (!one || !two || !three) throw new Error('There are three')
    expect(transcriptOf([one, two, three])).toBe(transcriptOf([three, one, two]))
    expect(transcriptOf([one, two, liar.opening])).not.toBe(transcriptOf([one, two, three]))
    expect(() => transcriptOf([one, two])).toThrow()
  })
})

test('every pair signs for the same key, and nobody alone', () => {
  const shares = makeTrio()
  const [share] = shares
  const digest = new Uint8Array(32).fill(7)
  const key = share ? outputKey(share) : new Uint8Array()
  for (const pair of PAIRS) expect(schnorr.verify(signAs(shares, pair, digest), digest, key)).toBe(true)
  for (const { scalar } of shares)
    expect(hexOf(schnorr.getPublicKey(Uint8Array.from(Buffer.from(scalar, 'hex'))))).not.toBe(hexOf(key))
  expect(PARTIES).toHaveLength(3)
})

test('nothing in the server deals keys or puts one together', () => {
  const files = readdirSync('server', { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.ts'),
  )
  const guilty = files.filter((file) =>
    /combineSecret|trustedDealer/.test(readFileSync(join('server', file), 'utf8')),
  )
  expect(files.length).toBeGreaterThan(100)
  expect(guilty).toEqual([])
})
