import { describe, expect, it } from 'vitest'
import type { Asset } from '#contract/asset.ts'
import type { Transaction } from '#contract/transaction.ts'
import { isOf, splitOf } from '#domain/holding.ts'
import { asset, transaction } from '#tests/unit/state/fixture.ts'

const USDC = '0x41E94Eb019C0762f9Bfcf9Fb1E58725BfB0e7582'
const usdc = asset('a1', {
  symbol: 'USDC',
  decimals: 6,
  address: USDC,
  type: 'ERC20',
  amount: '12500000000',
  reserved: '1500000000',
})
const moved = (more: Partial<Transaction>) => transaction('t', ['w1'], more)

describe('isOf', () => {
  const told = { assetSymbol: 'usdc', assetDecimals: 6, assetAddress: USDC.toLowerCase() }
  const ape = asset('a2', { symbol: 'APE', address: USDC, type: 'ERC721', tokenId: '12' })
  const coin = asset('a3')
  const cases: [string, Asset, Partial<Transaction>, boolean][] = [
    ['the contract, in any case', usdc, told, true],
    ['another contract of the same name', usdc, { ...told, assetAddress: `0x${'2'.repeat(40)}` }, false],
    ['the coin of the chain under the name of a token', usdc, { ...told, assetAddress: null }, false],
    ['another chain', usdc, { ...told, blockchain: 'polygon:amoy' }, false],
    ['an older server, by its symbol', usdc, { ...told, assetAddress: undefined }, true],
    ['an older server, with other decimals', usdc, { assetSymbol: 'usdc', assetDecimals: 18 }, false],
    ['the coin', coin, { assetAddress: null }, true],
    ['the coin of an older server', coin, {}, true],
    ['a token, for the coin', coin, { assetAddress: USDC }, false],
    ['the item', ape, { assetSymbol: 'APE', assetAddress: USDC, assetTokenId: '12' }, true],
    ['another item', ape, { assetSymbol: 'APE', assetAddress: USDC, assetTokenId: '13' }, false],
    ['an item, for a token of the same contract', usdc, { ...told, assetTokenId: '1' }, false],
  ]
  it.each(cases)('%s', (_, held, more, expected) => expect(isOf(moved(more), held)).toBe(expected))
})

describe('splitOf', () => {
  const waiting = moved({
    status: 'pending-approval',
    assetSymbol: 'USDC',
    assetDecimals: 6,
    assetAddress: USDC,
    amount: '1500000000',
  })
  const split = (held: Asset, ...transactions: Transaction[]) => splitOf(held, transactions, 'w1')

  it('tells what waits for guardians from what is free', () => {
    expect(split(usdc, waiting)).toEqual({ waits: 1500000000n, kept: 0n, free: 11000000000n })
  })
  it('counts neither what comes in nor what has ended', () => {
    const income = { ...waiting, direction: 'income' as const, accountTxs: [] }
    const ended = { ...waiting, status: 'rejected' as const }
    expect(split(usdc, income, ended)).toEqual({ waits: 0n, kept: 1500000000n, free: 11000000000n })
  })
  it('calls the rest of what is held kept', () => {
    const held = { ...usdc, reserved: '2000000000' }
    expect(split(held, waiting)).toEqual({ waits: 1500000000n, kept: 500000000n, free: 10500000000n })
  })
  it('never says that more waits than is held, and that less than nothing is free', () => {
    expect(split({ ...usdc, reserved: '5' }, waiting).waits).toBe(5n)
    expect(split({ ...usdc, amount: '1' }, waiting).free).toBe(0n)
  })
})
