import { encodeFunctionData, erc20Abi, erc721Abi, maxUint256 } from 'viem'
import { describe, expect, test } from 'vitest'
import type { Token } from '#contract/asset.ts'
import type { WcQuote } from '#contract/dapp.ts'
import { permissionOf } from '#domain/call.ts'
import { callFacts } from '#domain/callfacts.ts'
import { sendTransaction } from '#domain/request.ts'
import { callSheet } from '#features/transaction/call.ts'
import { asset, wcRequest } from '#tests/unit/state/fixture.ts'

const SENDER = '0x52908400098527886E0F7030069857D2E4169EE7'
const SPENDER = '0x9F3C88A1D4e07b52C1660F2AB93e7c05dE8841Ab'
const USDC = '0x8617E340B3D01FA5F11F306F4090FD50E238070D'
const NETWORK = 'redbelly:testnet'
const COIN = 10n ** 18n
const AT = '2026-01-02T03:04:05.000Z'

const TOKENS: Token[] = [
  { id: 'r', symbol: 'rbnt', blockchain: NETWORK, price: '0.03', updatedAt: AT },
  {
    ...{ id: 'u', symbol: 'usdc', blockchain: NETWORK, price: '1', updatedAt: AT },
    ...{ address: USDC.toLowerCase(), decimals: 6, type: 'ERC20' as const },
  },
]
const QUOTE: WcQuote = {
  available: (10n * COIN).toString(),
  fee: (COIN / 1000n).toString(),
  feeCeiling: (COIN / 500n).toString(),
  tokens: [{ address: USDC, symbol: 'usdc', decimals: 6, type: 'ERC20' }],
}
const held = asset('a', { symbol: 'usdc', type: 'ERC20', address: USDC, decimals: 6, amount: '12500000000' })

const approve = (amount: bigint) =>
  encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [SPENDER, amount] })

const of = (params: object, quote: WcQuote | null = QUOTE) => {
  const transaction = sendTransaction([{ from: SENDER, ...params }])
  if (!transaction) throw new Error('The transaction cannot be read.')
  const item = wcRequest('r1', 'w1', { blockchain: NETWORK })
  const facts = callFacts({
    item,
    transaction,
    quote: quote ?? undefined,
    tokens: TOKENS,
    assets: [held],
    met: undefined,
    guarded: true,
  })
  const from = { address: SENDER, name: 'Harbour Fund' }
  return { facts, sheet: callSheet({ facts, from, counting: quote === null }) }
}

test('a transfer that a dApp asks for: both sides whole, what it costs, and what is left', () => {
  expect(of({ to: SPENDER, value: `0x${(COIN / 4n).toString(16)}` }).sheet).toMatchObject({
    state: 'confirm',
    headline: '0.25 RBNT',
    isWords: false,
    under: '$ 0.01',
    from: { address: SENDER, name: 'Harbour Fund' },
    to: { address: SPENDER, words: 'Not in your address book' },
    network: 'Redbelly Testnet',
    fee: { text: 'At most $ 0.01', note: '0.002 RBNT' },
    balance: { before: '10', after: '9.748', unit: 'RBNT' },
  })
})

test('before the chain has answered it counts; where nobody can say, nothing is said', () => {
  const transaction = { to: SPENDER, value: '0x1' }
  expect(of(transaction, null).sheet).toMatchObject({ fee: { text: 'Counting…' }, counting: 'usd' })
  const { fee, balance, counting } = of(transaction, { ...QUOTE, fee: null, feeCeiling: null }).sheet
  expect([fee, balance, counting]).toEqual([undefined, undefined, undefined])
})

test('who creates a contract sends to nobody', () => {
  expect(of({ data: '0x6080' }).sheet.to).toMatchObject({ address: undefined, words: 'Contract creation' })
})

describe('a permission', () => {
  test.each([
    [
      'without a limit',
      maxUint256,
      { symbol: 'USDC', unlimited: true },
      /^Allow 0x9F3C.41Ab to move all your USDC$/,
    ],
    ['with one', 500_000_000n, { symbol: 'USDC', unlimited: false }, /to move up to 500 USDC$/],
    ['that is taken back', 0n, undefined, /^Stop 0x9F3C.41Ab from moving your USDC$/],
  ])('%s', (_, amount, permission, headline) => {
    const { facts, sheet } = of({ to: USDC, data: approve(amount) })
    expect(facts.permission).toEqual(permission)
    expect(sheet.headline).toMatch(headline)
    expect(sheet.isWords).toBe(true)
    expect(sheet.under).toBe(permission && '12500 USDC · $ 12,500.00 today')
  })

  test('of all items of a collection has no limit, either', () => {
    const forAll = (allowed: boolean) =>
      encodeFunctionData({ abi: erc721Abi, functionName: 'setApprovalForAll', args: [SPENDER, allowed] })
    expect(permissionOf(forAll(true), USDC)).toEqual({ token: USDC, unlimited: true })
    expect(permissionOf(forAll(false), USDC)).toBeUndefined()
  })

  test.each([
    [
      'a transfer',
      encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [SPENDER, 1n] }),
      USDC,
    ],
    ['what cannot be read', '0x095ea7b3', USDC],
    ['no data', '0x', USDC],
    ['a creation', approve(1n), ''],
  ])('is not in %s', (_, data, contract) => {
    expect(permissionOf(data, contract)).toBeUndefined()
  })
})
