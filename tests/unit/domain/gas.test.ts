import { describe, expect, it } from 'vitest'
import { GAS_SPEEDS } from '#contract/blockchain.ts'
import { TIER_TIMES } from '#contract/limit.ts'
import {
  bitcoinGasOptions,
  DEFAULT_SPEED,
  evmGasOptions,
  feeCoins,
  gasUnits,
  speedKey,
  speedLabel,
  tierTime,
} from '#domain/gas.ts'

const GWEI = 10n ** 9n
/** The same price in each tier, so that only the tier's own facts differ. */
const prices = (wei: bigint) => {
  const tier = { maxFeePerGas: wei.toString() }
  return { SLOW: tier, NORMAL: tier, FAST: tier }
}

describe('fee tiers', () => {
  it.each([
    ['slow', 'Slow', 'SLOW', '30–60 sec', '30–60 min'],
    ['normal', 'Medium', 'NORMAL', '10–30 sec', '10–30 min'],
    ['fast', 'Fast', 'FAST', '5–10 sec', '5–10 min'],
  ] as const)('%s is %s on screen and %s in answers', (speed, label, key, seconds, minutes) => {
    expect(speedLabel(speed)).toBe(label)
    expect(speedKey(speed)).toBe(key)
    expect(tierTime(speed, 'redbelly:testnet')).toBe(seconds)
    expect(tierTime(speed, 'bitcoin:regtest')).toBe(minutes)
  })

  it('come in the order slow, normal, fast, and start with normal', () => {
    expect(GAS_SPEEDS).toEqual(['slow', 'normal', 'fast'])
    expect(DEFAULT_SPEED).toBe('normal')
  })

  it('take their price from their own key of the answer', () => {
    const options = evmGasOptions(
      {
        SLOW: { maxFeePerGas: '1000000000' },
        NORMAL: { maxFeePerGas: '2000000000' },
        FAST: { maxFeePerGas: '3000000000' },
      },
      21000,
    )
    expect([options.slow.amountCrypto, options.normal.amountCrypto, options.fast.amountCrypto]).toEqual([
      '1',
      '2',
      '3',
    ])
  })

  it('carry their waiting times', () => {
    const options = evmGasOptions(prices(GWEI), 21000, '1')
    for (const speed of GAS_SPEEDS) expect(options[speed]).toMatchObject(TIER_TIMES[speed])
    expect(TIER_TIMES).toEqual({
      slow: { minTime: 30, maxTime: 60 },
      normal: { minTime: 10, maxTime: 30 },
      fast: { minTime: 5, maxTime: 10 },
    })
  })
})

describe('gas on EVM chains', () => {
  it.each([
    [undefined, 21000],
    [null, 21000],
    ['ERC20', 55096],
    ['ERC721', 0],
  ] as const)('of type %s is assumed to be %s units', (type, units) => {
    expect(gasUnits(type)).toBe(units)
  })

  it.each([
    [30n * GWEI, '30'],
    [1500000007n, '1.500000007'],
  ])('at %s wei costs %s gwei a unit', (wei, gwei) => {
    expect(evmGasOptions(prices(wei), 21000).normal.amountCrypto).toBe(gwei)
  })

  it.each([
    ['a native send at 30 gwei', undefined, 30n, '0.00063', '0.05', '0.000032'],
    ['an ERC20 send at 30 gwei', 'ERC20', 30n, '0.00165288', '0.05', '0.000083'],
    ['an ERC721 send at 30 gwei', 'ERC721', 30n, '0', '0.05', '0.000000'],
    ['a native send at 2000 gwei', undefined, 2000n, '0.042', '0.02', '0.000840'],
    ['a native send at 1 gwei', undefined, 1n, '0.000021', '3000', '0.063000'],
  ] as const)('for %s is exact in coins and in dollars', (_, type, gwei, coins, price, usd) => {
    const { normal } = evmGasOptions(prices(gwei * GWEI), gasUnits(type), price)
    expect(normal.totalCrypto).toBe(coins)
    expect(normal.totalUsd).toBe(usd)
    expect(normal.fee).toBe(BigInt(gasUnits(type)) * gwei * GWEI)
  })

  it('takes the server’s gas limit in place of the assumed units', () => {
    expect(evmGasOptions(prices(30n * GWEI), '60000').fast.totalCrypto).toBe('0.0018')
  })

  it('has no worth in dollars while the coin has no price', () => {
    expect(evmGasOptions(prices(GWEI), 21000).slow.totalUsd).toBeUndefined()
    expect(evmGasOptions(prices(GWEI), 21000, null).slow.totalUsd).toBeUndefined()
  })
})

describe('a fee in coins', () => {
  it.each([
    ['630000000000000', 'redbelly:testnet', '0.00063'],
    ['168', 'ethereum:sepolia', '0.000000000000000168'],
    ['1410', 'bitcoin:regtest', '0.0000141'],
  ])('of %s on %s is %s', (units, blockchain, coins) => {
    expect(feeCoins(units, blockchain)).toBe(coins)
  })
})

describe('the fee of a Bitcoin send', () => {
  it.each([
    ['1410', '64000', '0.902400'],
    ['226', '64000.5', '0.144641'],
  ])('of %s satoshi at %s costs %s dollars', (satoshi, price, usd) => {
    const { slow, normal, fast } = bitcoinGasOptions({ SLOW: '1', NORMAL: satoshi, FAST: '9' }, price)
    expect(normal).toEqual({
      ...TIER_TIMES.normal,
      amountCrypto: satoshi,
      totalCrypto: satoshi,
      totalUsd: usd,
      fee: BigInt(satoshi),
    })
    expect([slow.totalCrypto, fast.totalCrypto]).toEqual(['1', '9'])
  })
})
