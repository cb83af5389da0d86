import { describe, expect, it } from 'vitest'
import type { Asset } from '#contract/asset.ts'
import type { Transaction } from '#contract/transaction.ts'
import { statementOf } from '#domain/statement.ts'
import { asset, transaction } from '#tests/unit/state/fixture.ts'

const OWN = `0x${'1'.repeat(40)}`
const OTHER = `0x${'9'.repeat(40)}`
const USDC = '0x41E94Eb019C0762f9Bfcf9Fb1E58725BfB0e7582'

/** Noon of that day of March 2024 for the viewer. */
const day = (date: number, hour = 12) => new Date(2024, 2, date, hour).toISOString()
const coins = (amount: string) => `${amount}${'0'.repeat(18)}`

const moved = (id: string, date: number, more: Partial<Transaction>): Transaction =>
  transaction(id, ['w1'], {
    status: 'success',
    blockNumber: date,
    createdAt: day(date),
    assetAddress: null,
    sender: OWN,
    recipient: OTHER,
    ...more,
  })
const income = (id: string, date: number, more: Partial<Transaction>): Transaction =>
  moved(id, date, {
    ...{ direction: 'income', sender: OTHER, recipient: OWN },
    accountTxs: [{ walletId: 'w1', accountId: 'a1', direction: 'income' }],
    ...more,
  })
const coin = (amount: string) => asset('coin', { amount })
const usdc = (amount: string) =>
  asset('usdc', { symbol: 'USDC', address: USDC, type: 'ERC20', decimals: 6, amount })
const OF_USDC = { assetSymbol: 'USDC', assetDecimals: 6, assetAddress: USDC }

const made = (assets: Asset[], transactions: Transaction[], from = '2024-03-10', to = '2024-03-20') =>
  statementOf({ assets, transactions, walletId: 'w1', from, to })

/** Opening, received, sent, fees, closing, and what is unexplained. */
const sums = (...asked: Parameters<typeof made>) =>
  made(...asked).assets.map(({ coin, opening, received, sent, fees, closing, unexplained }) =>
    [coin.symbol.toUpperCase(), opening, received, sent, fees, closing, unexplained ?? 'all'].join(' '),
  )

const FEE = '21000000000000'

describe('statementOf', () => {
  const cases: [string, Asset[], Transaction[], string[]][] = [
    ['nothing at all', [], [], []],
    [
      'an asset that was there before',
      [coin(coins('5'))],
      [income('t1', 1, { amount: coins('5') })],
      ['RBNT 5 0 0 0 5 all'],
    ],
    ['what came in', [coin(coins('5'))], [income('t1', 12, { amount: coins('5') })], ['RBNT 0 5 0 0 5 all']],
    [
      'what came in later is not there yet, so there is nothing to tell',
      [coin(coins('5'))],
      [income('t1', 21, { amount: coins('5') })],
      [],
    ],
    [
      'what went out, and its fee',
      [coin('2999979000000000000')],
      [income('t1', 1, { amount: coins('5') }), moved('t2', 15, { amount: coins('2'), fee: FEE })],
      ['RBNT 5 0 -2 -0.000021 2.999979 all'],
    ],
    [
      'the first and the last moment of the period belong to it, those beside it do not',
      [coin(coins('15'))],
      [
        income('t1', 1, { amount: coins('1'), createdAt: day(9, 23) }),
        income('t2', 1, { amount: coins('2'), createdAt: day(10, 0) }),
        income('t3', 1, { amount: coins('4'), createdAt: day(20, 23) }),
        income('t4', 1, { amount: coins('8'), createdAt: day(21, 0) }),
      ],
      ['RBNT 1 6 0 0 7 all'],
    ],
    [
      'a token pays its fee in the coin of its chain',
      [usdc('7500000'), coin('999979000000000000')],
      [
        income('t1', 1, { amount: coins('1') }),
        income('t2', 2, { ...OF_USDC, amount: '10000000' }),
        moved('t3', 12, { ...OF_USDC, amount: '2500000', fee: FEE }),
      ],
      ['USDC 10 0 -2.5 0 7.5 all', 'RBNT 1 0 0 -0.000021 0.999979 all'],
    ],
    [
      'what is not there any more has its statement, too',
      [coin(coins('1'))],
      [
        income('t1', 1, { amount: coins('1') }),
        income('t2', 11, { ...OF_USDC, amount: '10000000' }),
        moved('t3', 12, { ...OF_USDC, amount: '10000000' }),
      ],
      ['RBNT 1 0 0 0 1 all', 'USDC 0 10 -10 0 0 all'],
    ],
    [
      'what failed on the network, or was cancelled there, cost its fee alone',
      [coin('999958000000000000')],
      [
        income('t1', 1, { amount: coins('1') }),
        moved('t2', 12, { amount: coins('1'), status: 'failed', fee: FEE }),
        moved('t3', 13, { amount: coins('1'), status: 'cancelled', fee: FEE }),
      ],
      ['RBNT 1 0 0 -0.000042 0.999958 all'],
    ],
    [
      'what was never in a block cost nothing',
      [coin(coins('1'))],
      [
        income('t1', 1, { amount: coins('1') }),
        moved('t2', 12, { amount: coins('1'), status: 'rejected', blockNumber: null }),
        moved('t3', 12, { amount: coins('1'), status: 'failed', fee: FEE, blockNumber: null }),
        moved('t4', 12, { amount: coins('1'), status: 'broadcasting', fee: FEE, blockNumber: null }),
      ],
      ['RBNT 1 0 0 0 1 all'],
    ],
    [
      'what is in a block counts before it is final, as balances count it',
      [coin(coins('3'))],
      [
        income('t1', 1, { amount: coins('5') }),
        moved('t2', 12, { amount: coins('2'), status: 'broadcasting' }),
      ],
      ['RBNT 5 0 -2 0 3 all'],
    ],
    [
      'a transfer between two own wallets: here it came in, and the other one paid',
      [coin(coins('5'))],
      [
        income('t1', 12, {
          ...{ amount: coins('5'), fee: FEE, direction: 'outcome' },
          accountTxs: [
            { walletId: 'w2', accountId: 'a2', direction: 'outcome' },
            { walletId: 'w1', accountId: 'a1', direction: 'income' },
          ],
        }),
      ],
      ['RBNT 0 5 0 0 5 all'],
    ],
    [
      'a call that brought something in cost its fee here',
      [coin('4999979000000000000')],
      [income('t1', 12, { amount: coins('5'), fee: FEE })],
      ['RBNT 0 5 0 -0.000021 4.999979 all'],
    ],
    [
      'what went to the sender himself changed nothing but for its fee',
      [coin('999979000000000000')],
      [
        income('t1', 1, { amount: coins('1') }),
        moved('t2', 12, { amount: coins('1'), recipient: OWN.toUpperCase(), fee: FEE }),
      ],
      ['RBNT 1 0 0 -0.000021 0.999979 all'],
    ],
    [
      'items of a collection are counted one by one',
      [asset('ape', { symbol: 'APE', address: USDC, type: 'ERC721', tokenId: '7', amount: '1' })],
      [
        income('t1', 11, { assetSymbol: 'APE', assetAddress: USDC, assetDecimals: 0, assetTokenId: '7' }),
        income('t2', 11, { assetSymbol: 'APE', assetAddress: USDC, assetDecimals: 0, assetTokenId: '8' }),
        moved('t3', 12, { assetSymbol: 'APE', assetAddress: USDC, assetDecimals: 0, assetTokenId: '8' }),
      ],
      ['APE 0 1 0 0 1 all', 'APE 0 1 -1 0 0 all'],
    ],
    [
      'eighteen decimals and more than a billion coins stay exact',
      [coin('1234567890123456789000000000000000001')],
      [income('t1', 12, { amount: '1234567890123456789000000000000000000' })],
      [
        'RBNT 0.000000000000000001 1234567890123456789 0 0 1234567890123456789.000000000000000001 0.000000000000000001',
      ],
    ],
    [
      'a history that does not explain all says by how much, whichever side it is on',
      [coin(coins('5')), usdc('0')],
      [income('t1', 12, { amount: coins('2') }), moved('t2', 12, { ...OF_USDC, amount: '1000000' })],
      ['RBNT 3 2 0 0 5 3', 'USDC 1 0 -1 0 0 1'],
    ],
    [
      'more came in than is there: the rest went out untold',
      [coin(coins('1'))],
      [income('t1', 1, { amount: coins('3') })],
      ['RBNT 1 0 0 0 1 -2'],
    ],
  ]
  it.each(cases)('%s', (_, assets, transactions, expected) => {
    expect(sums(assets, transactions)).toEqual(expected)
  })

  const BTC = { blockchain: 'bitcoin:regtest', assetSymbol: 'btc', assetDecimals: 8 }
  const bitcoin = (amount: string) =>
    asset('btc', { symbol: 'btc', blockchain: BTC.blockchain, decimals: 8, amount })

  it('counts fees of bitcoin in satoshi, and those of what others paid for as well not twice', () => {
    const own = { address: 'bcrt1own', value: '100' }
    const got = income('t0', 1, { ...BTC, amount: '10000' })
    const sent = (inputs: Transaction['inputs']) =>
      moved('t1', 12, {
        ...BTC,
        amount: '4000',
        fee: '150',
        sender: 'bcrt1own',
        recipient: 'bcrt1else',
        inputs,
      })
    expect(sums([bitcoin('5850')], [got, sent([own])])).toEqual([
      'BTC 0.0001 0 -0.00004 -0.0000015 0.0000585 all',
    ])
    expect(sums([bitcoin('6000')], [got, sent([own, { address: 'bcrt1third', value: '9' }])])).toEqual([
      'BTC 0.0001 0 -0.00004 0 0.00006 all',
    ])
  })

  it('lists what happened oldest first, with the balance after each, and the day when guardians had said yes', () => {
    const approval = { required: 1, approved: 1, expiresAt: day(30), guardians: [] }
    const { assets } = made(
      [coin('2999979000000000000')],
      [
        moved('late', 1, { amount: coins('2'), fee: FEE, approval, finishedAt: day(14) }),
        income('early', 11, { amount: coins('5') }),
      ],
    )
    expect(
      assets[0]?.lines.map(({ kind, transaction, amount, balance }) => [
        kind,
        transaction.id,
        amount,
        balance,
      ]),
    ).toEqual([
      ['in', 'early', '5', '5'],
      ['out', 'late', '-2', '3'],
      ['fee', 'late', '-0.000021', '2.999979'],
    ])
  })

  it('says how many of the period have moved nothing yet', () => {
    const waiting = { status: 'pending-approval', blockNumber: null } as const
    const transactions = [
      moved('t1', 12, waiting),
      moved('t2', 12, { status: 'broadcasting', blockNumber: null }),
      moved('t3', 22, waiting),
      moved('t4', 12, { status: 'rejected' }),
    ]
    expect(made([], transactions).waiting).toBe(2)
  })

  it('has no limits where none are given', () => {
    const both = [income('t1', 1, { amount: coins('1') }), income('t2', 30, { amount: coins('2') })]
    expect(sums([coin(coins('3'))], both, '', '')).toEqual(['RBNT 0 3 0 0 3 all'])
  })

  it('agrees with itself: each period begins with what the one before ended with', () => {
    const transactions = Array.from({ length: 28 }, (_, index) =>
      index % 3 === 0
        ? income(`t${index}`, index + 1, { amount: coins(String(index + 5)) })
        : moved(`t${index}`, index + 1, { amount: coins(String(index % 5)), fee: FEE }),
    )
    const now = transactions.reduce(
      (sum, { amount, fee, direction }) =>
        sum + (direction === 'income' ? BigInt(amount) : -BigInt(amount) - BigInt(fee ?? 0)),
      0n,
    )
    const of = (from: string, to: string) => made([coin(now.toString())], transactions, from, to).assets[0]
    for (let date = 2; date < 28; date++) {
      const text = (each: number) => `2024-03-${String(each).padStart(2, '0')}`
      expect(of('', text(date))?.closing).toBe(of(text(date + 1), '')?.opening)
    }
    expect(of('', '')?.unexplained).toBeUndefined()
  })
})
