import { schnorr } from '@noble/curves/secp256k1.js'
import { Transaction as Other, SigHash } from '@scure/btc-signer'
import { describe, expect, test } from 'vitest'
import { decodeAddress } from '#domain/bitcoin.ts'
import { sizeOf } from '#domain/bitcoinsize.ts'
import { bytesOf, hexOf } from '#server/signer/share.ts'
import { draftSpend, Spend, scriptOf, Unfit } from '#server/signer/spend.ts'
import { random } from '#tests/unit/domain/random.ts'

const SECRET = new Uint8Array(32).fill(5)
const KEY = schnorr.getPublicKey(SECRET)
const RECIPIENTS = [
  'mfcGAzvis9JQAb6avB6WBGiGrgWzLxuGaC',
  '2MsLXsEGDDUgsgRwwzqQbPvr9MZRApVae6w',
  'bcrt1qqyqszqgpqyqszqgpqyqszqgpqyqszqgpvxat9t',
  'bcrt1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqc8gma6',
]

const asked = (more: object = {}) => ({
  network: 'regtest',
  coins: [
    { txid: 'ab'.repeat(32), vout: 1, value: '50000' },
    { txid: 'cd'.repeat(32), vout: 0, value: '40000' },
  ],
  recipient: RECIPIENTS[3],
  amount: '60000',
  change: '29000',
  feeCeiling: '1500',
  ...more,
})
const draft = (more: object = {}) => draftSpend(Spend.parse(asked(more)), KEY)

test('a spend is one transaction, as another library reads and digests it', () => {
  const roll = random(11)
  for (let round = 0; round < 60; round += 1) {
    const coins = Array.from({ length: 1 + roll(6) }, (_, index) => ({
      txid: hexOf(new Uint8Array(32).fill(1 + roll(250)).fill(index, 0, 1)),
      vout: roll(5),
      value: String(20_000 + roll(1_000_000)),
    }))
    const total = coins.reduce((sum, { value }) => sum + Number(value), 0)
    const recipient = RECIPIENTS[roll(4)] ?? ''
    const change = roll(2) === 0 ? 0 : 1000 + roll(5000)
    const fee = 500 + roll(2000)
    const spend = Spend.parse({
      ...{ network: 'regtest', coins, recipient, amount: String(total - change - fee) },
      ...{ change: String(change), feeCeiling: String(fee) },
    })
    const made = draftSpend(spend, KEY)
    expect(made.fee).toBe(BigInt(fee))
    const signatures = made.digests.map((digest) => schnorr.sign(digest, SECRET))
    const other = Other.fromRaw(bytesOf(made.sign(signatures)), { allowUnknownOutputs: true })
    expect(other.id).toBe(made.txid)
    expect(other.version).toBe(2)
    expect(other.lockTime).toBe(0)
    expect(other.outputsLength).toBe(change === 0 ? 1 : 2)
    expect(other.getOutput(0)).toMatchObject({
      amount: spend.amount,
      script: decodeAddress(recipient, 'regtest'),
    })
    if (change > 0) expect(other.getOutput(1)).toMatchObject({ amount: spend.change, script: scriptOf(KEY) })
    expect(other.inputsLength).toBe(coins.length)
    coins.forEach(({ txid, vout }, index) => {
      const input = other.getInput(index)
      expect(input.txid && hexOf(input.txid)).toBe(txid)
      expect(input).toMatchObject({ index: vout, sequence: 0xfffffffd })
      const digest = other.preimageWitnessV1(
        index,
        coins.map(() => scriptOf(KEY)),
        SigHash.DEFAULT,
        coins.map(({ value }) => BigInt(value)),
      )
      expect(hexOf(made.digests[index] ?? new Uint8Array())).toBe(hexOf(digest))
    })
    // The size by which fees are counted is the size that comes out.
    const scripts =
      change === 0
        ? [decodeAddress(recipient, 'regtest')]
        : [decodeAddress(recipient, 'regtest'), scriptOf(KEY)]
    expect(other.vsize).toBe(sizeOf(coins.length, scripts))
  }
})

describe('what must not be signed', () => {
  test.each([
    ['a fee above its limit', { feeCeiling: '999' }, 'The fee of 1000 satoshi is above the limit of 999'],
    ['no fee', { amount: '61000' }, 'The coins do not cover amount, change and a fee'],
    ['more than the coins hold', { amount: '90000' }, 'The coins do not cover amount, change and a fee'],
    ['a coin twice', { coins: [asked().coins[0], asked().coins[0]] }, 'A coin is spent twice'],
    [
      'dust for the recipient',
      { amount: '329', change: '88671' },
      'The amount should be at least 330 satoshi for this address',
    ],
    ['dust as change', { amount: '88700', change: '300' }, 'Change should be at least 330 satoshi'],
    [
      'an address of another network',
      { recipient: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4' },
      'The recipient is no Bitcoin regtest address',
    ],
    [
      'an address with a slip',
      { recipient: `${RECIPIENTS[3]?.slice(0, -1)}7` },
      'The recipient is no Bitcoin regtest address',
    ],
    [
      'more than there is',
      { coins: [{ txid: 'ab'.repeat(32), vout: 0, value: '2100000000000001' }] },
      'The coins hold more than there is',
    ],
  ])('%s', (_, more, reason) => {
    expect(() => draft(more)).toThrow(Unfit)
    expect(() => draft(more)).toThrow(reason)
  })

  test.each([
    ['no coin', { coins: [] }],
    ['a negative amount', { amount: '-1' }],
    ['half a satoshi', { amount: '0.5' }],
    ['an amount with a zero before it', { amount: '060000' }],
    ['a word that nobody knows', { memo: 'x' }],
    ['an index beyond 32 bits', { coins: [{ txid: 'ab'.repeat(32), vout: 4294967296, value: '90000' }] }],
  ])('%s is not even read', (_, more) => {
    expect(() => Spend.parse(asked(more))).toThrow()
  })
})

test('a lie about a coin’s worth changes what is signed', () => {
  const coins = asked().coins.map((coin) => ({ ...coin, value: '50000' }))
  const honest = draft()
  const lied = draft({ coins, change: '39000' })
  expect(honest.digests.map(hexOf)).not.toEqual(lied.digests.map(hexOf))
  expect(() => honest.sign([new Uint8Array(64)])).toThrow('Each coin needs one signature')
})
