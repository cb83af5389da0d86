import { describe, expect, test } from 'vitest'
import type { Asset } from '#contract/asset.ts'
import { feeSum, sendFacts } from '#domain/facts.ts'
import { tokenIndex } from '#domain/portfolio.ts'
import { balanceAfter, draftSheet } from '#features/transaction/draft.ts'
import { feeWords, paidWords } from '#features/transaction/facts.ts'
import { asset } from '#tests/unit/state/fixture.ts'

const COIN = 10n ** 18n
const USDC = '0x8617E340B3D01FA5F11F306F4090FD50E238070D'
const SENDER = '0x52908400098527886E0F7030069857D2E4169EE7'
const RECIPIENT = '0x9F3C88A1D4e07b52C1660F2AB93e7c05dE8841Ab'
const MATIC = 'polygon:amoy'
const wei = (coins: string) => BigInt(coins.replace('.', '').replace(/^0+/, '')) * 10n ** 14n

describe('a fee in words', () => {
  const matic = (coins: string) => feeSum(wei(coins), MATIC, '0.52')

  test.each([
    ['two different cents', matic('0.0173'), matic('0.0346'), 'About $ 0.01, at most $ 0.02'],
    ['cents that are equal once rounded up', matic('0.0001'), matic('0.0173'), 'At most $ 0.01'],
    [
      'exactly a cent stays one',
      feeSum(COIN / 52n / 100n, MATIC, '52'),
      feeSum(COIN, MATIC, '0.01'),
      'At most $ 0.01',
    ],
    ['a hair over a cent', undefined, feeSum(COIN + 1n, MATIC, '0.01'), 'At most $ 0.02'],
    [
      'no price',
      feeSum('100', MATIC),
      feeSum('200', MATIC),
      'About 0.0000000000000001 MATIC, at most 0.0000000000000002 MATIC',
    ],
    ['no price and one figure', undefined, feeSum(COIN, MATIC), 'At most 1 MATIC'],
  ])('%s', (_, fee, ceiling, words) => {
    expect(feeWords({ fee, ceiling }).text).toBe(words)
  })

  test('stands above speed and exact coins, each said once', () => {
    expect(feeWords({ fee: matic('0.0173'), ceiling: matic('0.0346'), speed: 'Medium' }).note).toBe(
      'Medium · 0.0173 MATIC',
    )
    expect(feeWords({ ceiling: matic('0.0346') }).note).toBe('0.0346 MATIC')
    expect(feeWords({ ceiling: feeSum('100', MATIC), speed: 'Slow' }).note).toBe('Slow')
    expect(feeWords({ ceiling: feeSum('100', MATIC) }).note).toBeUndefined()
  })

  test('of Bitcoin is fixed', () => {
    const ceiling = feeSum('1300', 'bitcoin:testnet', '64000')
    expect(feeWords({ fee: ceiling, ceiling, speed: 'Medium', fixed: true })).toEqual({
      text: '$ 0.84, fixed',
      note: 'Medium · 1300 Satoshi',
    })
  })

  test('that was paid is what it was, and - for what is not known of it', () => {
    expect(paidWords({ ...feeSum('16900000000000000', MATIC), cents: '$ 0.01' })).toEqual({
      text: '$ 0.01',
      note: '0.0169 MATIC',
    })
    expect(paidWords(feeSum('16900000000000000', MATIC))).toEqual({ text: '0.0169 MATIC', note: '-' })
  })
})

describe('what is left', () => {
  const usdc = asset('a2', { symbol: 'usdc', type: 'ERC20', decimals: 6, amount: '12500000000' })
  const rbnt = asset('a1', { decimals: 18, amount: (3n * COIN).toString() })
  const apes = asset('a3', { symbol: 'ape', type: 'ERC721', amount: '2', tokenId: '7' })

  test.each<[string, Asset, string, { before: string; after: string } | undefined]>([
    ['of a token, whose fee another coin pays', usdc, '1500', { before: '12500', after: '11000' }],
    ['of a coin that pays the fee', rbnt, '1', { before: '3', after: '1.99' }],
    [
      'beside what waits already',
      { ...usdc, reserved: '500000000' },
      '1500',
      { before: '12000', after: '10500' },
    ],
    ['where all goes', rbnt, '2.99', { before: '3', after: '0' }],
    ['where it cannot be paid', rbnt, '3', undefined],
    ['of an item', apes, '1', undefined],
    ['of an amount that is none', usdc, '0.0000001', undefined],
  ])('%s', (_, of, amount, expected) => {
    const left = balanceAfter(of, amount, COIN / 100n)
    expect(left && { before: left.before, after: left.after }).toEqual(expected)
  })
})

describe('a transfer that is to be submitted', () => {
  const of = (item: Asset, more: { amount?: string; guarded?: boolean; note?: string } = {}) =>
    draftSheet({
      facts: sendFacts({
        asset: item,
        amount: more.amount ?? '1',
        sender: SENDER,
        recipient: RECIPIENT,
        tokens: tokenIndex([]),
        fee: 10n ** 15n,
        ceiling: 2n * 10n ** 15n,
        coinPrice: '0.5',
      }),
      asset: item,
      speed: 'normal',
      ceiling: 2n * 10n ** 15n,
      from: { address: SENDER, name: 'Harbour Fund', own: true },
      to: { address: RECIPIENT, words: 'New address' },
      guarded: more.guarded ?? false,
      note: more.note,
    })

  test('a coin', () => {
    expect(of(asset('a1', { decimals: 18, amount: (3n * COIN).toString() }), { note: 'Rent' })).toEqual({
      state: 'confirm',
      badges: [],
      coin: { symbol: 'rbnt', genuine: true, chain: undefined, nft: false },
      headline: '1 RBNT',
      under: '-',
      ending: undefined,
      from: { address: SENDER, name: 'Harbour Fund', own: true },
      to: { address: RECIPIENT, words: 'New address' },
      item: undefined,
      network: 'Redbelly Testnet',
      fee: { text: 'At most $ 0.01', note: 'Medium · 0.002 RBNT' },
      balance: { before: '3', after: '1.998', unit: 'RBNT' },
      note: 'Rent',
      timeline: undefined,
    })
  })

  test('an item: its number, no value, and only the quote says what it costs', () => {
    const item = asset('a3', { symbol: 'ape', type: 'ERC721', amount: '1', tokenId: '7', address: USDC })
    expect(of(item)).toMatchObject({
      headline: '1 APE #7',
      under: undefined,
      item: '#7',
      fee: { text: 'At most $ 0.01', note: 'Medium · 0.002 RBNT' },
      balance: undefined,
    })
  })

  test('on Bitcoin, whose fee moves only while guardians decide', () => {
    const coin = asset('b', { symbol: 'btc', blockchain: 'bitcoin:testnet', decimals: 8, amount: '31420000' })
    expect(of(coin, { amount: '0.01' }).fee?.text).toMatch(/fixed$/)
    expect(of(coin, { amount: '0.01', guarded: true }).fee?.text).toMatch(/^About|^At most/)
  })
})
