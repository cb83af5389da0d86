import { expect, test } from 'vitest'
import { isAlmostAll } from '#domain/almostall.ts'
import { asset } from '#tests/unit/state/fixture.ts'

const PRICES: Record<string, string> = { rbnt: '0.05', usdc: '1', btc: '64000.5' }
const rbnt = asset('a1', { decimals: 18, amount: `${10n ** 21n}` })
const usdc = asset('a2', { symbol: 'usdc', type: 'ERC20', decimals: 6, amount: '450000000' })
const btc = asset('a3', { symbol: 'btc', blockchain: 'bitcoin:regtest', decimals: 8, amount: '100000000' })
const spam = asset('a4', { symbol: 'spam', type: 'ERC20', decimals: 0, amount: '1000000' })
const item = asset('a5', { symbol: 'ape', type: 'ERC721', decimals: 18, amount: '1' })
const coins = (count: number) => BigInt(count) * 10n ** 18n

// 1,000 RBNT are worth $ 50 beside $ 450 of USDC.
test.each([
  ['all of what is little', [rbnt, usdc], rbnt, coins(1000), false],
  ['nine tenths of what is worth most', [rbnt, usdc], usdc, 450_000_000n, true],
  ['less than that', [rbnt, usdc], usdc, 449_999_999n, false],
  ['nine tenths of the only one', [rbnt], rbnt, coins(900), true],
  ['a bit less', [rbnt], rbnt, coins(900) - 1n, false],
  ['nearly all bitcoin', [btc, rbnt], btc, 90_100_000n, true],
  ['half of it', [btc, rbnt], btc, 50_000_000n, false],
  ['beside what has no price', [rbnt, spam], rbnt, coins(950), true],
  ['what has no price, beside something', [rbnt, spam], spam, 1_000_000n, false],
  ['what has no price, alone', [spam], spam, 900_000n, true],
  ['less of it', [spam], spam, 899_999n, false],
  ['an item, alone', [item], item, 1n, true],
  ['an item, beside something', [item, rbnt], item, 1n, false],
])('%s', (_, assets, moved, units, expected) => {
  expect(isAlmostAll(assets, moved, units, ({ symbol }) => PRICES[symbol])).toBe(expected)
})
