import { describe, expect, it } from 'vitest'
import {
  assetAmountText,
  assetExactText,
  assetSymbol,
  availableText,
  availableUnits,
  chainBadge,
  ownedAssets,
  spendable,
} from '#domain/asset.ts'

const UINT256 = (2n ** 256n - 1n).toString()

describe('amount of an asset', () => {
  it.each([
    [{ amount: '1234567890123456789' }, '1.23', '1.234567890123456789'],
    [{ amount: '1500000', decimals: 6, type: 'ERC20' }, '1.50', '1.5'],
    [{ amount: '1500000000000000000', decimals: null, type: 'ERC20' }, '1.50', '1.5'],
    [{ amount: '2', type: 'ERC721' }, '2', '2'],
    [{ amount: '2', decimals: 18, type: 'ERC721' }, '2', '2'],
    [{ amount: '1500', decimals: 18, type: 'ERC721' }, '1.5K', '1500'],
    [{ amount: '1' }, '0', '0.000000000000000001'],
  ] as const)('of %j shows as %s and is exactly %s', (asset, shown, exact) => {
    expect(assetAmountText(asset)).toBe(shown)
    expect(assetExactText(asset)).toBe(exact)
  })

  it('drops empty assets and keeps those too small to display', () => {
    const assets = [{ amount: '0' }, { amount: '1' }, { amount: '000' }]
    expect(ownedAssets(assets)).toEqual([{ amount: '1' }])
  })
})

describe('symbol of an asset', () => {
  it.each([
    [{ symbol: 'rbnt' }, 'RBNT'],
    [{ symbol: 'ape', type: 'ERC721', tokenId: '12' }, 'APE #12'],
    [{ symbol: 'USDC', type: 'ERC20', tokenId: '12' }, 'USDC'],
    [{ symbol: 'ape', type: 'ERC721', tokenId: '1'.repeat(13) }, `APE #${'1'.repeat(13)}`],
    [{ symbol: 'ape', type: 'ERC721', tokenId: UINT256 }, 'APE #115792...9935'],
    [{ symbol: 'abcdefghijklmnop' }, 'ABCDEFGHIJKLMNOP'],
    [{ symbol: 'abcdefghijklmnopq' }, 'ABCDEFGHIJKLMNO…'],
    [{ symbol: 'us\u202edc\n' }, 'USDC'],
  ] as const)('of %j is %s', (asset, text) => {
    expect(assetSymbol(asset)).toBe(text)
  })

  it.each(['eth', 'btc', 'matic', 'rbnt', 'ETH', 'Btc', 'MATIC', 'RBNT'])(
    '%s needs no blockchain badge',
    (symbol) => {
      expect(chainBadge(symbol, 'polygon:amoy')).toBe(undefined)
    },
  )

  it.each(['usdc', 'USDT', 'APE', 'weth', ''])('%j has a blockchain badge', (symbol) => {
    expect(chainBadge(symbol, 'redbelly:testnet')).toBe('rbnt')
  })
})

describe('what can still be spent', () => {
  it.each([
    [{ amount: '241112', decimals: 0 }, 241112n, '241,112'],
    [{ amount: '241112', reserved: '0', decimals: 0 }, 241112n, '241,112'],
    [{ amount: '241112', reserved: '98765', decimals: 0 }, 142347n, '142,347 · 98,765 waiting'],
    [{ amount: '1234567891', reserved: '1', decimals: 6 }, 1234567890n, '1,234.56789 · 0.000001 waiting'],
    [{ amount: '5', reserved: '7', decimals: 0 }, 0n, '0 · 7 waiting'],
    [{ amount: '2', reserved: '1', decimals: 18, type: 'ERC721' }, 1n, '1 · 1 waiting'],
  ] as const)('of %j is %s', (asset, units, text) => {
    expect(availableUnits(asset)).toBe(units)
    expect(spendable(asset)).toMatchObject({ amount: units.toString(), reserved: '0' })
    expect(availableText(asset)).toBe(text)
  })
})
