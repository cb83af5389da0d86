import { encodeFunctionData, erc20Abi } from 'viem'
import { describe, expect, test } from 'vitest'
import type { ApprovalRequest } from '#contract/approval.ts'
import type { Asset, Token } from '#contract/asset.ts'
import type { WcQuote } from '#contract/dapp.ts'
import type { Transaction } from '#contract/transaction.ts'
import { describeCall } from '#domain/call.ts'
import { callFacts } from '#domain/callfacts.ts'
import { approvalFacts, type Facts, feeSum, sendFacts, sumText, transactionFacts } from '#domain/facts.ts'
import { tokenIndex } from '#domain/portfolio.ts'
import { sendTransaction } from '#domain/request.ts'
import { type Acquaintance, acquaintance } from '#domain/sendwarning.ts'
import { approval, asset, transaction, wcRequest } from '#tests/unit/state/fixture.ts'

const SENDER = '0x52908400098527886E0F7030069857D2E4169EE7'
const RECIPIENT = '0x9F3C88A1D4e07b52C1660F2AB93e7c05dE8841Ab'
/** As RECIPIENT, once shortened. */
const LIKE = '0x9F3C0000000000000000000000000000000041Ab'
const USDC = '0x8617E340B3D01FA5F11F306F4090FD50E238070D'
const COIN = 10n ** 18n
const AT = '2026-01-02T03:04:05.000Z'
const NETWORK = 'redbelly:testnet'

const token = (symbol: string, price: string, more: Partial<Token> = {}): Token => ({
  id: symbol,
  symbol,
  blockchain: NETWORK,
  price,
  updatedAt: AT,
  ...more,
})
const TOKENS = [
  token('rbnt', '0.05'),
  token('usdc', '1.001', { address: USDC.toLowerCase(), decimals: 6, type: 'ERC20' }),
]

const CEILING = 756_000_000_000_000n
const FEE = 630_000_000_000_000n

interface Transfer {
  units: string
  /** As somebody may type it. */
  typed: string
  /** Cents of the row that came of it. */
  cents?: number
  asset: Asset
}

const draft = ({ typed, asset: chosen }: Transfer) =>
  sendFacts({
    asset: chosen,
    amount: typed,
    sender: SENDER,
    recipient: RECIPIENT,
    tokens: tokenIndex(TOKENS),
    fee: FEE,
    ceiling: CEILING,
    coinPrice: '0.05',
  })

const waiting = ({ units, asset: { symbol, address, type, decimals, tokenId } }: Transfer): ApprovalRequest =>
  approval('a1', {
    amount: units,
    assetSymbol: symbol,
    assetAddress: address,
    assetTokenId: tokenId,
    assetDecimals: type === 'ERC721' ? 0 : decimals,
    sender: SENDER,
    recipient: RECIPIENT,
    feeCeiling: CEILING.toString(),
    feeSymbol: 'ETH',
  })

const row = ({ units, cents, asset: { symbol, type, decimals, tokenId } }: Transfer): Transaction =>
  transaction('t1', ['w1'], {
    amount: units,
    amountInUsd: cents,
    assetSymbol: symbol,
    assetTokenId: tokenId,
    assetDecimals: type === 'ERC721' ? 0 : decimals,
    sender: SENDER,
    recipient: RECIPIENT,
    fee: FEE.toString(),
    feeInUSD: 0.003,
  })

const shared = ({ moved, item, network, sender, recipient }: Facts): Facts => ({
  moved,
  item,
  network,
  sender,
  recipient,
})

const asked = (params: object, more: Partial<WcQuote> = {}, met?: Acquaintance) => {
  const read = sendTransaction([{ from: SENDER, ...params }])
  if (!read) throw new Error('The transaction cannot be read.')
  return callFacts({
    item: wcRequest('r1', 'w1', { blockchain: NETWORK }),
    transaction: read,
    tokens: TOKENS,
    met,
    guarded: true,
    quote: {
      available: (10n * COIN).toString(),
      fee: FEE.toString(),
      feeCeiling: CEILING.toString(),
      tokens: [{ address: USDC, symbol: 'usdc', decimals: 6, type: 'ERC20' }],
      ...more,
    },
  })
}

const NATIVE: Transfer = {
  units: '1500000000000000000',
  typed: '1.50',
  cents: 7.5,
  asset: asset('a1', { decimals: 18 }),
}
const TOKEN: Transfer = {
  units: '1999999500000',
  typed: '1999999.5',
  cents: 200_199_949.95,
  asset: asset('a2', { symbol: 'usdc', address: USDC, type: 'ERC20', decimals: 6 }),
}
const ITEM: Transfer = {
  units: '1',
  typed: '1',
  cents: 500,
  asset: asset('a3', { symbol: 'SEAL', address: USDC, type: 'ERC721', tokenId: '123456789012345' }),
}

describe('the same transfer has the same facts as a draft, as a waiting approval and as a row:', () => {
  test.each([
    ['a native coin', NATIVE, { amount: '1.5', unit: 'RBNT', usd: '$ 0.08' }, undefined],
    ['a token', TOKEN, { amount: '1999999.5', unit: 'USDC', usd: '$ 2,001,999.50' }, undefined],
    [
      'an item of a collection',
      ITEM,
      { amount: '1', unit: 'SEAL #123456...2345', usd: undefined },
      '#123456789012345',
    ],
  ])('%s', (_, transfer, moved, item) => {
    const expected = { moved, item, network: 'Redbelly Testnet', sender: SENDER, recipient: RECIPIENT }
    expect(shared(draft(transfer))).toEqual(expected)
    expect(shared(approvalFacts(waiting(transfer), tokenIndex(TOKENS)))).toEqual(expected)
    expect(shared(transactionFacts(row(transfer), 'w1'))).toEqual(expected)
  })

  test('what it may cost, in the coin of its network whatever the server calls it', () => {
    const ceiling = { amount: '0.000756', unit: 'RBNT', usd: '$ 0.000038', cents: '$ 0.01' }
    expect(draft(TOKEN).ceiling).toEqual(ceiling)
    expect(approvalFacts(waiting(TOKEN), tokenIndex(TOKENS)).ceiling).toEqual(ceiling)
    expect(asked({ to: RECIPIENT }).ceiling).toEqual(ceiling)
  })

  test('what it probably costs and what it did cost; the row keeps the USD of its day', () => {
    expect(draft(NATIVE).fee).toEqual({
      amount: '0.00063',
      unit: 'RBNT',
      usd: '$ 0.000032',
      cents: '$ 0.01',
    })
    expect(asked({ to: RECIPIENT }).fee).toEqual(draft(NATIVE).fee)
    expect(transactionFacts(row(NATIVE), 'w1').paid).toEqual({
      amount: '0.00063',
      unit: 'RBNT',
      usd: '$ 0.01',
      cents: '$ 0.01',
    })
  })

  test('as a call of a DApp, too', () => {
    const call = asked({ to: RECIPIENT, value: `0x${BigInt(NATIVE.units).toString(16)}` })
    expect(shared(call)).toEqual(shared(draft(NATIVE)))
    expect(call.call.bytes).toBe(0)
  })

  test('as a call of a token: the owner and the guardian read the same sentence of it', () => {
    const data = encodeFunctionData({
      abi: erc20Abi,
      functionName: 'transfer',
      args: [RECIPIENT, BigInt(TOKEN.units)],
    })
    const call = asked({ to: USDC, data })
    expect(call.call.sentence).toBe(`Moves ${sumText(draft(TOKEN).moved)} to ${RECIPIENT}.`)
    const onCard = approvalFacts(
      {
        ...waiting(NATIVE),
        kind: 'call',
        amount: '0',
        assetDecimals: 18,
        recipient: USDC,
        call: describeCall(data, USDC, {
          tokenOf: () => ({ symbol: 'USDC', decimals: 6, type: 'ERC20' }),
          guarded: true,
          coin: 'RBNT',
        }),
      },
      tokenIndex(TOKENS),
    )
    expect(shared(onCard)).toEqual(shared(call))
    expect(onCard.call).toEqual(call.call)
  })
})

describe('owner and guardian are warned of the same recipients:', () => {
  test.each([
    ['one that is known', [RECIPIENT], []],
    ['a new one', [], ['first']],
    ['one that looks like another', [LIKE], ['look-alike']],
  ] as const)('%s', (_, earlier, hints) => {
    const met = acquaintance(RECIPIENT, earlier)
    const call = asked({ to: RECIPIENT }, {}, met)
    const { known, lookalikeOf } = met
    const card = approvalFacts({ ...waiting(NATIVE), recipientKnown: known, lookalikeOf }, tokenIndex(TOKENS))
    for (const doubts of [call, card]) {
      expect(doubts.hints).toEqual(hints)
      expect(doubts.lookalikeOf).toBe(lookalikeOf)
    }
  })

  test('of an address that nobody holds before anything else is known', () => {
    expect(asked({ to: `0x${'0'.repeat(40)}` }).hints).toEqual(['zero'])
    expect(asked({ to: RECIPIENT }).hints).toEqual([])
    expect(asked({ data: '0x6080' }).hints).toEqual([])
  })
})

test('only what has a price may look like the coin whose name it has, for sender and guardian alike', () => {
  const fake = { ...TOKEN, asset: { ...TOKEN.asset, address: RECIPIENT } }
  for (const [transfer, genuine] of [
    [NATIVE, true],
    [TOKEN, true],
    [fake, false],
  ] as const) {
    expect(draft(transfer).coin.genuine).toBe(genuine)
    expect(approvalFacts(waiting(transfer), tokenIndex(TOKENS)).coin).toEqual(draft(transfer).coin)
  }
  expect(approvalFacts(waiting(fake), tokenIndex(TOKENS)).moved.usd).toBeUndefined()
  expect(draft(ITEM).coin.nft).toBe(true)
})

test.each([undefined, null, '0', '0.0'])('a price of %s values nothing', (price) => {
  expect(feeSum(FEE, NETWORK, price).usd).toBeUndefined()
})

test('a fee on Bitcoin is in satoshi, as it was when it was chosen', () => {
  expect(feeSum('1410', 'bitcoin:mainnet', '64000')).toEqual({
    amount: '1410',
    unit: 'Satoshi',
    usd: '$ 0.902400',
    cents: '$ 0.91',
  })
})

describe('what a call leaves', () => {
  const spend = (value: bigint, more: Partial<WcQuote> = {}) =>
    asked({ to: RECIPIENT, value: `0x${value.toString(16)}` }, more)

  test('is what there is, less all that it may take', () => {
    const { after, short } = spend(COIN)
    expect(after && sumText(after)).toBe('8.999244 RBNT')
    expect(short).toBeUndefined()
  })

  test('is not said where it cannot be paid; what it takes is, and why it fails is not', () => {
    const { after, short, problem } = spend(10n * COIN, { problem: 'out of funds' })
    expect(after).toBeUndefined()
    expect(short).toEqual({ needed: '10.000756 RBNT', available: '10 RBNT' })
    expect(problem).toBeUndefined()
    expect(spend(COIN, { problem: 'reverted' }).problem).toBe('reverted')
  })
})

test('what a call moves is named as the contract said just now, whatever is stored of its token', () => {
  const args = [RECIPIENT, 5_000_000n] as const
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args })
  const now = { address: USDC, symbol: 'NOW', decimals: 3, type: 'ERC20' } as const
  expect(asked({ to: USDC, data }).call.headline).toContain('5 USDC')
  expect(asked({ to: USDC, data }, { tokens: [now] }).call.headline).toContain('5000 NOW')
  expect(asked({ to: USDC, data }, { tokens: [] }).call.headline).toContain('5000000 units')
})

test('a symbol that could be digits of the amount is quoted, for sender and guardian alike', () => {
  const odd = { ...TOKEN, asset: { ...TOKEN.asset, symbol: '000 usdc' } }
  const sum = '1999999.5 \u2066"000 USDC"\u2069'
  expect(sumText(draft(odd).moved)).toBe(sum)
  expect(sumText(approvalFacts(waiting(odd), tokenIndex(TOKENS)).moved)).toBe(sum)
})
