import { describe, expect, test } from 'vitest'
import type { ApprovalState, Transaction } from '#contract/transaction.ts'
import { makeNames } from '#domain/names.ts'
import { tokenIndex } from '#domain/portfolio.ts'
import { historySheet } from '#features/transaction/history.ts'
import { asset, contact, transaction, wallet } from '#tests/unit/state/fixture.ts'

const OWN = `0x${'1'.repeat(40)}`
const OTHER = '0x9F3C88A1D4e07b52C1660F2AB93e7c05dE8841Ab'
const COIN = 10n ** 18n
const NOTHING = 'Nothing was sent and your balance has not changed.'
const CANCELLED = 'Cancelled on the network. The fee was paid.'

const coins = (amount: number, reserved = 0) =>
  asset('a1', { decimals: 18, amount: `${BigInt(amount) * COIN}`, reserved: `${BigInt(reserved) * COIN}` })
const usdc = asset('a2', {
  symbol: 'usdc',
  type: 'ERC20',
  decimals: 6,
  amount: '12500000000',
  reserved: '1500000000',
})

const row = (more: Partial<Transaction>) =>
  transaction('t1', ['w1'], {
    amount: COIN.toString(),
    assetDecimals: 18,
    sender: OWN,
    recipient: OTHER,
    ...more,
  })
const usdcRow = (more: Partial<Transaction>) =>
  row({ amount: '1500000000', assetSymbol: 'usdc', assetDecimals: 6, ...more })

const of = (shown: Transaction, more: Partial<Parameters<typeof historySheet>[0]> = {}) =>
  historySheet({
    transaction: shown,
    walletId: 'w1',
    walletName: 'Wallet w1',
    names: makeNames([], [wallet('w1')]),
    tokens: tokenIndex([]),
    assets: [coins(5), usdc],
    transactions: [shown],
    ...more,
  })

const guardian = (email: string, more: Partial<ApprovalState['guardians'][number]> = {}) => ({
  email,
  decision: 'pending' as const,
  counts: true,
  ...more,
})
const approval = (more: Partial<ApprovalState> = {}): ApprovalState => ({
  required: 2,
  approved: 1,
  expiresAt: '2026-01-09T03:04:05.000Z',
  guardians: [
    guardian('tomas@x.example', { decision: 'approved', decidedAt: '2026-01-02T14:05:00Z' }),
    guardian('ines@x.example'),
  ],
  ...more,
})

describe('how it stands, what is said of that, and what it costs:', () => {
  const fee = { fee: '630000000000000', feeInUSD: 0.003, blockNumber: 7, hash: '0xab' }
  const paid = { text: '$ 0.01', note: '0.00063 RBNT' }
  const none = { text: 'None was paid' }

  test.each<[string, Partial<Transaction>, string, object | undefined, object | undefined]>([
    ['waiting', { status: 'pending-approval' }, 'waiting', undefined, undefined],
    ['being sent', { status: 'broadcasting', hash: '0xab' }, 'sending', undefined, undefined],
    [
      'waiting, at a fee that is bounded',
      { status: 'pending-approval', feeCeiling: '630000000000000' },
      'waiting',
      undefined,
      { text: 'At most 0.00063 RBNT', note: undefined },
    ],
    [
      'being cancelled on the network, which may cost more',
      {
        ...{ status: 'broadcasting', hash: '0xb', feeCeiling: '630000000000000' },
        attempts: [
          { hash: '0xa', cancels: false },
          { hash: '0xb', cancels: true },
        ],
      },
      'sending',
      undefined,
      { text: 'At most 0.00063 RBNT', note: undefined },
    ],
    [
      'being sent on Bitcoin, where nobody else decides',
      { status: 'broadcasting', blockchain: 'bitcoin:regtest', feeCeiling: '1410', kind: 'send' },
      'sending',
      undefined,
      { text: '1410 Satoshi, fixed', note: undefined },
    ],
    ['done', { status: 'success', ...fee }, 'done', undefined, paid],
    [
      'done at a price that nobody knows',
      { status: 'success', ...fee, feeInUSD: null },
      'done',
      undefined,
      { text: '0.00063 RBNT', note: '-' },
    ],
    [
      'declined',
      {
        status: 'rejected',
        rejectReason: 'Rejected',
        approval: approval({ guardians: [guardian('ines@x.example', { decision: 'rejected' })] }),
      },
      'rejected',
      { lead: 'A Guardian declined.', rest: NOTHING },
      none,
    ],
    [
      'approved by too few in time',
      { status: 'rejected', rejectReason: 'Expired' },
      'rejected',
      { lead: 'Not enough Guardians approved in time.', rest: NOTHING },
      none,
    ],
    [
      'refused because rules changed',
      { status: 'rejected', rejectReason: 'Guardians were changed.' },
      'rejected',
      { rest: NOTHING },
      none,
    ],
    ['cancelled by its owner while it waited', { status: 'cancelled' }, 'cancelled', { rest: NOTHING }, none],
    [
      'cancelled on the network',
      { status: 'cancelled', rejectReason: CANCELLED, ...fee },
      'cancelled',
      { lead: CANCELLED },
      paid,
    ],
    [
      'undone by the contract',
      { status: 'failed', rejectReason: 'The contract undid this transaction.', ...fee },
      'failed',
      { lead: 'The contract undid this transaction.' },
      paid,
    ],
    [
      'never sent, for a reason that says so',
      { status: 'failed', rejectReason: 'Network fees stayed above what was approved. Nothing was sent.' },
      'failed',
      { lead: 'Network fees stayed above what was approved. Nothing was sent.' },
      none,
    ],
    [
      'undone in a block, at a fee that is not known yet',
      { status: 'failed', blockNumber: 7, hash: '0xab' },
      'failed',
      undefined,
      undefined,
    ],
    ['of a status that is not known yet', { status: 'unknown' }, 'waiting', undefined, undefined],
  ])('%s', (_, more, state, ending, cost) => {
    const sheet = of(row(more))
    expect(sheet.state).toBe(state)
    expect(sheet.ending).toEqual(ending)
    expect(sheet.fee).toEqual(cost)
  })
})

describe('who', () => {
  test('sends: the own side by its name, the other one whole', () => {
    expect(of(row({}))).toMatchObject({
      headline: '-1 RBNT',
      under: '- · Send Funds',
      from: { address: OWN, name: 'Wallet w1', own: true },
      to: { address: OTHER, name: undefined, own: false },
    })
  })

  test('receives, whichever of the own wallets sent it', () => {
    const income = row({
      sender: OTHER,
      recipient: OWN,
      amountInUsd: 5,
      status: 'success',
      accountTxs: [{ walletId: 'w1', accountId: 'a1', direction: 'income' }],
    })
    const second = wallet('w2', {
      name: 'Payroll',
      accounts: [{ id: 'b', network: 'evm', address: OTHER.toLowerCase() }],
    })
    expect(of(income, { names: makeNames([], [wallet('w1'), second]) })).toMatchObject({
      headline: '+1 RBNT',
      under: '$ 0.05 · Receive Funds',
      from: { address: OTHER, name: 'Payroll', own: false },
      to: { address: OWN, name: 'Wallet w1', own: true },
      fee: undefined,
      coin: { genuine: true },
    })
  })
})

test('a note is the owner’s own, never what a dApp calls itself or a server says', () => {
  expect(of(row({ kind: 'send', description: 'Invoice 12' })).note).toBe('Invoice 12')
  for (const kind of ['call', 'creation', undefined] as const)
    expect(of(row({ kind, description: 'Received in block 7' })).note).toBeUndefined()
})

test('whoever has no name may be given one, but not who has made new units', () => {
  expect(of(row({})).to.nameable).toBe(true)
  expect(of(row({})).from.nameable).toBe(false)
  const known = makeNames([contact('c1', { addresses: [{ network: 'evm', address: OTHER }] })], [])
  expect(of(row({}), { names: known }).to).toMatchObject({ name: 'Contact c1', nameable: false })
  const income = [{ walletId: 'w1', accountId: 'a1', direction: 'income' as const }]
  const minted = row({ sender: `0x${'0'.repeat(40)}`, recipient: OWN, accountTxs: income })
  expect(of(minted).from.nameable).toBe(false)
})

describe('what is left', () => {
  test.each<[string, Transaction, Partial<Parameters<typeof historySheet>[0]>, object | undefined]>([
    [
      'of a token that waits',
      usdcRow({ status: 'pending-approval' }),
      {},
      { before: '12500', after: '11000', unit: 'USDC' },
    ],
    [
      'of a coin, whose fee is not known yet',
      row({}),
      { assets: [coins(5, 1)] },
      { before: undefined, after: '4', unit: 'RBNT' },
    ],
    [
      'once it is done',
      usdcRow({ status: 'success' }),
      {},
      { before: undefined, after: '11000', unit: 'USDC' },
    ],
    [
      'where nothing was sent',
      row({ status: 'rejected' }),
      {},
      { before: undefined, after: '5', unit: 'RBNT' },
    ],
    [
      'of an earlier one is not known any more',
      row({ status: 'success' }),
      { transactions: [transaction('t2', ['w1'], { createdAt: '2026-02-02T03:04:05.000Z' })] },
      undefined,
    ],
    [
      'of one on a network where nothing happened since',
      row({ status: 'success' }),
      {
        transactions: [
          transaction('t2', ['w1'], { createdAt: '2026-02-02T03:04:05.000Z', blockchain: 'hardhat' }),
        ],
      },
      { before: undefined, after: '5', unit: 'RBNT' },
    ],
    [
      'of two assets of one name is not said',
      usdcRow({}),
      { assets: [usdc, { ...usdc, id: 'fake' }] },
      undefined,
    ],
    ['of an asset that is not there', usdcRow({}), { assets: [] }, undefined],
    ['of an item', row({ assetTokenId: '7' }), {}, undefined],
    [
      'of what is being cancelled on its network is open',
      row({ status: 'broadcasting', hash: '0xb', attempts: [{ hash: '0xb', cancels: true }] }),
      {},
      undefined,
    ],
  ])('%s', (_, shown, more, expected) => {
    expect(of(shown, { transactions: [shown], ...more }).balance).toEqual(expected)
  })
})

describe('who signed', () => {
  const rowsOf = (more: Partial<Transaction>) =>
    of(row(more)).timeline?.rows.map(({ mark, title, says }) => [mark, title, says])

  test('is told from the owner to the chain', () => {
    expect(
      of(row({ status: 'pending-approval', approval: approval({ note: 'Why' }) })).timeline,
    ).toMatchObject({
      head: '1 of 2 approved',
      expires: expect.stringMatching(/^Expires \d Jan, \d\d:\d\d$/),
      note: 'Why',
    })
    expect(rowsOf({ status: 'pending-approval', approval: approval() })).toEqual([
      ['half', 'You signed', expect.stringMatching(/^\d Jan, \d\d:\d\d$/)],
      ['yes', 'tomas@x.example', expect.stringMatching(/^Approved \d\d:\d\d$/)],
      ['open', 'ines@x.example', 'Waiting'],
    ])
    expect(rowsOf({ status: 'broadcasting', approval: approval() })?.at(-1)).toEqual([
      'open',
      'Redbelly Testnet',
      'About 1 min',
    ])
    const done = { finishedAt: '2026-01-02T15:31:00Z', blockNumber: 31204877 }
    expect(rowsOf({ status: 'success', ...done, approval: approval() })?.at(-1)).toEqual([
      'whole',
      'Sent',
      expect.stringMatching(/^Block 31204877 · \d\d:31$/),
    ])
    expect(of(row({ status: 'success', approval: approval() })).timeline?.expires).toBeUndefined()
    expect(of(row({ status: 'success' })).timeline).toBeUndefined()
  })

  test('is told of what nobody else had to sign, too, and not of what others sent', () => {
    expect(rowsOf({ status: 'broadcasting', kind: 'send' })).toEqual([
      ['half', 'You signed', expect.any(String)],
      ['open', 'Redbelly Testnet', 'About 1 min'],
    ])
    expect(of(row({ status: 'success', kind: 'call' })).timeline).toMatchObject({ head: undefined })
    expect(rowsOf({ status: 'success', kind: 'call' })?.at(-1)?.[0]).toBe('whole')
    expect(rowsOf({ status: 'failed', kind: 'send' })).toBeUndefined()
  })

  test.each([
    [{ decision: 'rejected' as const, decidedAt: '2026-01-02T16:52:00Z' }, 'no', /^Declined \d\d:52$/],
    [{ decision: 'skipped' as const }, 'open', /^Not needed$/],
    [{ decision: 'approved' as const, counts: false }, 'open', /^Removed, doesn't count$/],
  ])('with what each guardian did: %j', (more, mark, says) => {
    const [, told] = rowsOf({ approval: approval({ guardians: [guardian('x@x.example', more)] }) }) ?? []
    expect(told).toEqual([mark, 'x@x.example', expect.stringMatching(says)])
  })

  test('with the reason of who declined, whatever came of it', () => {
    const declined = { decision: 'rejected' as const, decidedAt: '2026-01-02T16:52:00Z' }
    const guardians = [
      guardian('x@x.example', { ...declined, reason: 'Not this address' }),
      guardian('y@x.example', declined),
      guardian('z@x.example', { ...declined, reason: 'Too late', counts: false }),
    ]
    for (const status of ['pending-approval', 'broadcasting', 'success', 'rejected'] as const) {
      const rows = of(row({ status, approval: approval({ guardians }) })).timeline?.rows
      expect(rows?.slice(1, 4).map(({ reason }) => reason)).toEqual([
        'Reason: Not this address',
        undefined,
        undefined,
      ])
    }
    const ended = row({
      status: 'rejected',
      rejectReason: 'Not this address',
      approval: approval({ guardians }),
    })
    expect(of(ended).timeline?.rows[1]?.reason).toBeUndefined()
  })
})
