import { schnorr } from '@noble/curves/secp256k1.js'
import { p2tr, selectUTXO } from '@scure/btc-signer'
import { describe, expect, it } from 'vitest'
import { decodeAddress } from '#domain/bitcoin.ts'
import { dustLimit, feeOf, sizeOf } from '#domain/bitcoinsize.ts'
import { COINS_MAX } from '#domain/coinlimit.ts'
import {
  type Coin,
  emptyCoins,
  type Payment,
  type Spend,
  selectCoins,
} from '#server/modules/transactions/bitcoin/select.ts'
import { random } from '#tests/unit/domain/random.ts'

/** The second opinion wants to know the key inside. */
const KEY = schnorr.getPublicKey(new Uint8Array(32).fill(1))
const OWN = p2tr(KEY).address ?? ''
const RECIPIENTS = [
  '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa',
  '31nKoVLBc2BXUeKQKhnimyrt9DD12VwG6p',
  'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
  OWN,
]
const scriptOf = (address: string) => decodeAddress(address, 'mainnet')
const changeScript = scriptOf(OWN)

const coinsOf = (values: readonly (bigint | number)[]): Coin[] =>
  values.map((value, index) => ({
    txid: index.toString(16).padStart(64, '0'),
    vout: index % 3,
    value: BigInt(value),
  }))

const payment = (fields: Partial<Payment> = {}): Payment => ({
  amount: 50_000n,
  script: scriptOf(OWN),
  changeScript,
  rate: 1000n,
  ...fields,
})

const total = (coins: readonly Coin[]): bigint => coins.reduce((sum, { value }) => sum + value, 0n)

/** What must hold for every spend, whichever coins it takes. */
const check = (spend: Spend, wanted: Payment): void => {
  const { coins, fee, change } = spend
  expect(new Set(coins.map(({ txid, vout }) => `${txid}:${vout}`)).size).toBe(coins.length)
  expect(total(coins)).toBe(wanted.amount + fee + change)
  const bare = feeOf(sizeOf(coins.length, [wanted.script]), wanted.rate)
  const full = feeOf(sizeOf(coins.length, [wanted.script, changeScript]), wanted.rate)
  if (change > 0n) {
    expect(fee).toBe(full)
    expect(change).toBeGreaterThanOrEqual(dustLimit(changeScript))
  } else {
    expect(fee).toBeGreaterThanOrEqual(bare)
    expect(fee).toBeLessThan(full + dustLimit(changeScript))
  }
}

const opinion = (coins: readonly Coin[], { amount, rate }: Payment, address: string): bigint | undefined =>
  selectUTXO(
    coins.map(({ txid, vout, value }) => ({
      txid,
      index: vout,
      witnessUtxo: { amount: value, script: changeScript },
      tapInternalKey: KEY,
    })),
    [{ address, amount }],
    'default',
    { feePerByte: rate / 1000n, changeAddress: OWN, createTx: false, disableScriptCheck: true },
  )?.fee

describe('the choice of coins', () => {
  it('is, over 500 random sets, as cheap as a second opinion in 95 of 100 and never 5 % dearer', () => {
    const roll = random(20261129)
    let compared = 0
    let asCheap = 0
    for (let round = 0; round < 500; round += 1) {
      // From dust to whole coins: every set mixes sizes.
      const values = Array.from(
        { length: 1 + roll(roll(4) === 0 ? 30 : 8) },
        () => 100 + roll(10 ** (3 + roll(6))),
      )
      const coins = coinsOf(values)
      const address = RECIPIENTS[roll(RECIPIENTS.length)] ?? OWN
      const amount = 600n + (total(coins) * BigInt(roll(1000))) / 1000n
      const wanted = payment({ amount, script: scriptOf(address), rate: BigInt(1 + roll(60)) * 1000n })
      const spend = selectCoins(coins, wanted)
      const other = opinion(coins, wanted, address)
      if (spend) check(spend, wanted)
      // Whoever finds coins, so does the other.
      expect(spend === undefined, `round ${round}`).toBe(other === undefined)
      if (!spend || other === undefined) continue
      compared += 1
      if (spend.fee <= other) asCheap += 1
      expect(spend.fee * 100n, `round ${round}`).toBeLessThanOrEqual(other * 105n)
    }
    expect(compared).toBeGreaterThan(400)
    expect(asCheap / compared).toBeGreaterThanOrEqual(0.95)
  })

  it('needs no change where coins fit', () => {
    const fee = feeOf(sizeOf(2, [changeScript]), 5000n)
    const coins = coinsOf([40_000n, 30_000n, 20_000n + fee, 45_000n])
    const spend = selectCoins(coins, payment({ rate: 5000n }))
    expect(spend).toEqual({ coins: [coins[1], coins[2]], fee, change: 0n })
  })

  it('does not pay for a further coin to be without change', () => {
    const exact = coinsOf([30_000n, 20_000n + feeOf(sizeOf(2, [changeScript]), 5000n), 500_000n])
    expect(selectCoins(exact, payment({ rate: 5000n }))?.coins).toEqual([exact[2]])
  })

  it('brings change back to the wallet, and gives to the fee what would be dust', () => {
    const bare = feeOf(sizeOf(1, [changeScript]), 1000n)
    const full = feeOf(sizeOf(1, [changeScript, changeScript]), 1000n)
    const least = 50_000n + full + dustLimit(changeScript)
    const of = (value: bigint) => selectCoins(coinsOf([value]), payment())
    expect(of(least)).toMatchObject({ fee: full, change: 330n })
    expect(of(least - 1n)).toMatchObject({ fee: full + 329n, change: 0n })
    expect(of(50_000n + bare)).toMatchObject({ fee: bare, change: 0n })
    expect(of(50_000n + bare - 1n)).toBeUndefined()
  })

  it('leaves out coins that cost more than they hold', () => {
    const coins = coinsOf([575n, 60_000n, 574n])
    expect(selectCoins(coins, payment({ rate: 10_000n }))?.coins).toEqual([coins[1]])
    expect(selectCoins(coinsOf(Array(200).fill(575n)), payment({ rate: 10_000n }))).toBeUndefined()
  })

  it('finds coins that fit among many that cost more than they hold', () => {
    const fee = feeOf(sizeOf(2, [changeScript]), 10_000n)
    const coins = coinsOf([45_000n, 40_000n, 30_000n, 20_000n + fee, ...Array(300).fill(1n)])
    const spend = selectCoins(coins, payment({ rate: 10_000n }))
    expect(spend).toEqual({ coins: [coins[2], coins[3]], fee, change: 0n })
  })

  it('finds coins that fit among many equal ones', () => {
    const coins = coinsOf([...Array(25).fill(9001n), ...Array(25).fill(7100n)])
    const fee = feeOf(sizeOf(5, [changeScript]), 1000n)
    const spend = selectCoins(coins, payment({ amount: 9001n + 4n * 7100n - fee }))
    expect(spend).toMatchObject({ fee, change: 0n })
  })

  it('finds none among none', () => {
    expect(selectCoins([], payment())).toBeUndefined()
    expect(emptyCoins([], payment())).toBeUndefined()
  })

  it('does not change the order of what it is given', () => {
    const coins = coinsOf([1000n, 90_000n, 2000n])
    const before = [...coins]
    selectCoins(coins, payment())
    expect(coins).toEqual(before)
  })

  it.each([1000n, 1500n, 33_333n])('empties the wallet to the satoshi, at %d per thousand', (rate) => {
    const roll = random(Number(rate))
    for (let round = 0; round < 100; round += 1) {
      const coins = coinsOf(Array.from({ length: 1 + roll(300) }, () => 1 + roll(100_000)))
      const everything = emptyCoins(coins, { script: scriptOf(RECIPIENTS[round % 4] ?? OWN), rate })
      if (!everything) continue
      const wanted = payment({
        amount: everything.amount,
        script: scriptOf(RECIPIENTS[round % 4] ?? OWN),
        rate,
      })
      const spend = selectCoins(coins, wanted)
      expect(spend).toEqual({ coins, fee: everything.fee, change: 0n })
      expect(everything.amount + everything.fee).toBe(total(coins))
    }
  })

  it('cannot empty a wallet that holds less than its fee and an output', () => {
    const fee = feeOf(sizeOf(1, [changeScript]), 1000n)
    expect(emptyCoins(coinsOf([fee + 330n]), payment())).toMatchObject({ amount: 330n, fee })
    expect(emptyCoins(coinsOf([fee + 329n]), payment())).toBeUndefined()
  })

  it('takes one more coin where that saves what would go to the fee', () => {
    // One coin leaves 350 for nobody at a rate where a further input costs 58.
    const coins = coinsOf([50_000n + 111n + 350n, 40_000n])
    const spend = selectCoins(coins, payment())
    expect(spend).toEqual({
      coins: [coins[0], coins[1]],
      fee: feeOf(sizeOf(2, [changeScript, changeScript]), 1000n),
      change: 40_461n - 212n,
    })
  })

  it('keeps to what pays among ten thousand small coins, which anybody may have sent', () => {
    const [large] = coinsOf([100_000_000n])
    const coins = [
      ...coinsOf(Array.from({ length: 10_000 }, () => 330n)),
      { ...large!, txid: 'f'.repeat(64) },
    ]
    expect(selectCoins(coins, payment({ amount: 2_500_000n }))?.coins).toHaveLength(1)
    // All of it, as far as one transaction carries what is worth its own input.
    const rate = 8000n
    const most = emptyCoins(coins, payment({ rate }))
    expect(most?.coins).toHaveLength(1)
    expect(selectCoins(coins, payment({ rate, amount: most?.amount ?? 0n }))).toMatchObject({ change: 0n })
  })

  it('carries as much as one transaction may, and says that it cannot carry more', () => {
    const coins = coinsOf(Array.from({ length: COINS_MAX + 1 }, (_, at) => 2000n + BigInt(at)))
    const most = emptyCoins(coins, payment())
    expect(most?.coins).toHaveLength(COINS_MAX)
    expect((most?.amount ?? 0n) + (most?.fee ?? 0n)).toBe(total(coins) - 2000n)
    expect(selectCoins(coins, payment({ amount: most?.amount ?? 0n }))?.coins).toHaveLength(COINS_MAX)
    expect(selectCoins(coins, payment({ amount: (most?.amount ?? 0n) + 1n }))).toBeUndefined()
  })

  it('answers soon among 2,000 coins', () => {
    const roll = random(7)
    const coins = coinsOf(Array.from({ length: 2000 }, () => 1000 + roll(10_000_000)))
    const wanted = payment({ amount: total(coins) / 3n, rate: 7000n })
    const began = performance.now()
    const spend = selectCoins(coins, wanted)
    expect(performance.now() - began).toBeLessThan(5000)
    if (spend) check(spend, wanted)
    expect(spend).toBeDefined()
  })
})
