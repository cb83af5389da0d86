import { describe, expect, it } from 'vitest'
import type { Asset, Token } from '#contract/asset.ts'
import { assetPrice, assetUsd, byWorth, isGenuine, portfolioUsd, tokenIndex } from '#domain/portfolio.ts'
import { usdText } from '#domain/usd.ts'

const USDC = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const asset = (fields: Partial<Asset>): Asset => ({
  id: 'a',
  symbol: 'RBNT',
  accountId: 'c',
  blockchain: 'redbelly:testnet',
  amount: '0',
  ...fields,
})
const token = (fields: Partial<Token>): Token => ({
  id: 't',
  symbol: 'RBNT',
  blockchain: 'redbelly:testnet',
  updatedAt: '2024-03-05T14:07:09Z',
  ...fields,
})

/** The worth of whole amounts of natives on chains of their own, each at its own price. */
const worth = (...parts: [units: string, decimals: number, price: string][]) =>
  portfolioUsd(
    parts.map(([amount, decimals], index) => asset({ amount, decimals, blockchain: `chain-${index}` })),
    tokenIndex(parts.map(([, , price], index) => token({ price, blockchain: `chain-${index}` }))),
  )

describe('worth of a wallet', () => {
  it('adds up coins, tokens and bitcoin', () => {
    const total = portfolioUsd(
      [
        asset({ amount: '1500000000000000000' }),
        asset({ amount: '2500000', decimals: 6, type: 'ERC20', address: USDC }),
        asset({ amount: '12345678', decimals: 8, blockchain: 'bitcoin:regtest', symbol: 'BTC' }),
      ],
      tokenIndex([
        token({ price: '0.05' }),
        token({ price: '1', type: 'ERC20', address: USDC.toLowerCase(), decimals: 6 }),
        token({ price: '64000.5', blockchain: 'bitcoin:regtest', symbol: 'BTC' }),
      ]),
    )
    expect(total).toBe('7903.87')
    expect(usdText(total)).toBe('$ 7,903.87')
  })

  it.each([
    ['1', 0, '1.005', '1.01'],
    ['1', 0, '2.675', '2.68'],
    ['3', 0, '0.335', '1.01'],
    ['1', 0, '0.004', '0.00'],
  ])('rounds %s (%s decimals) at %s half up to %s', (units, decimals, price, total) => {
    expect(worth([units, decimals, price])).toBe(total)
  })

  it('rounds the sum, not its parts', () => {
    expect(worth(['1', 0, '0.004'], ['1', 0, '0.004'])).toBe('0.01')
  })

  it('is nothing without prices', () => {
    expect(usdText(portfolioUsd([], tokenIndex([])))).toBe('$ 0')
    expect(usdText(portfolioUsd([asset({ amount: '5000' })], tokenIndex([])))).toBe('$ 0')
    expect(usdText(portfolioUsd([asset({ amount: '5000' })], tokenIndex([token({ price: null })])))).toBe(
      '$ 0',
    )
  })

  it('counts assets without a matching token as nothing', () => {
    const assets = [
      asset({ amount: '7', decimals: 0 }),
      asset({ amount: '9', decimals: 0, blockchain: 'hardhat' }),
    ]
    expect(portfolioUsd(assets, tokenIndex([token({ price: '2' })]))).toBe('14.00')
  })

  it('does not divide collectibles by their decimals', () => {
    const ape = { type: 'ERC721', address: '0xApe', tokenId: '7' } as const
    const tokens = tokenIndex([token({ ...ape, price: '12.5' })])
    expect(portfolioUsd([asset({ ...ape, amount: '2', decimals: 18 })], tokens)).toBe('25.00')
  })

  it('keeps every digit of the largest amounts', () => {
    expect(worth([(2n ** 256n - 1n).toString(), 18, '0.05'])).toBe(
      '5789604461865809771178549250434395392663499233282028201972.88',
    )
  })
})

describe('the token that prices an asset', () => {
  const tokens = tokenIndex([
    token({ price: '0.05' }),
    token({ price: '1', type: 'ERC20', address: USDC }),
    token({ price: '100', type: 'ERC721', address: '0xApe', tokenId: '1' }),
  ])

  it.each([
    ['the native coin', { address: null }, '0.05'],
    ['a contract in other letter case', { type: 'ERC20', address: USDC.toLowerCase() }, '1'],
    ['a collectible of that id', { type: 'ERC721', address: '0xape', tokenId: '1' }, '100'],
  ] as const)('is found for %s', (_, fields, price) => {
    expect(assetPrice(asset(fields), tokens)).toBe(price)
  })

  it.each([
    ['another chain', { blockchain: 'ethereum:sepolia' }],
    ['another contract', { type: 'ERC20', address: '0xOther' }],
    ['a collectible of another id', { type: 'ERC721', address: '0xApe', tokenId: '2' }],
    ['the same symbol at another contract', { symbol: 'RBNT', type: 'ERC20', address: '0xFake' }],
  ] as const)('is not found for %s', (_, fields) => {
    expect(assetPrice(asset(fields), tokens)).toBeUndefined()
    expect(assetUsd(asset({ ...fields, amount: '1' }), tokens)).toBeUndefined()
  })

  it('gives the worth of one asset unrounded', () => {
    expect(usdText(assetUsd(asset({ amount: '1500000000000000000' }), tokens) ?? '')).toBe('$ 0.08')
  })
})

describe('byWorth', () => {
  it('puts the largest worth first and what has no price last, by symbol', () => {
    const tokens = tokenIndex([
      {
        id: '1',
        symbol: 'rbnt',
        blockchain: 'redbelly:testnet',
        price: '0.05',
        updatedAt: '2026-01-01T00:00:00Z',
      },
      { id: '2', symbol: 'eth', blockchain: 'hardhat', price: '3000', updatedAt: '2026-01-01T00:00:00Z' },
    ])
    const asset = (symbol: string, blockchain: string, amount: string) => ({ symbol, blockchain, amount })
    const assets = [
      asset('zeta', 'polygon:amoy', '1'),
      asset('alpha', 'polygon:amoy', '1'),
      asset('rbnt', 'redbelly:testnet', '10000000000000000000'),
      asset('eth', 'hardhat', '1000000000000000000'),
    ]
    expect(assets.sort(byWorth(tokens)).map(({ symbol }) => symbol)).toEqual(['eth', 'rbnt', 'alpha', 'zeta'])
  })
})

describe('whether a symbol may be believed', () => {
  const index = tokenIndex([token({ symbol: 'USDC', type: 'ERC20', address: USDC, price: '1' })])
  it.each([
    ['the native coin', asset({}), true],
    ['a token with a price', asset({ symbol: 'USDC', type: 'ERC20', address: USDC.toLowerCase() }), true],
    [
      'another token of that symbol',
      asset({ symbol: 'USDC', type: 'ERC20', address: `0x${'1'.repeat(40)}` }),
      false,
    ],
    [
      'that address on another chain',
      asset({ symbol: 'USDC', address: USDC, blockchain: 'eip155:1' }),
      false,
    ],
  ])('%s', (_name, given, genuine) => {
    expect(isGenuine(given, index)).toBe(genuine)
  })
})
