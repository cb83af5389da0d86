import { describe, expect, test } from 'vitest'
import type { ApprovalRequest } from '#contract/approval.ts'
import { makeNames } from '#domain/names.ts'
import { tokenIndex } from '#domain/portfolio.ts'
import { approvalSheet } from '#features/transaction/approval.ts'
import { approval, contact } from '#tests/unit/state/fixture.ts'

const SENDER = '0x52908400098527886E0F7030069857D2E4169EE7'
const RECIPIENT = '0x9F3C88A1D4e07b52C1660F2AB93e7c05dE8841Ab'
const PRICED = tokenIndex([
  {
    id: 't',
    symbol: 'rbnt',
    blockchain: 'redbelly:testnet',
    price: '0.5',
    updatedAt: '2026-01-02T03:04:05.000Z',
  },
])

const NAMES = makeNames(
  [contact('c1', { name: 'Nordlys Print', addresses: [{ network: 'evm', address: RECIPIENT }] })],
  [],
)

const of = (more: Partial<ApprovalRequest>, tokens = tokenIndex([])) =>
  approvalSheet(
    approval('a1', {
      amount: '1500000000000000000',
      assetDecimals: 18,
      sender: SENDER,
      recipient: RECIPIENT,
      initiator: 'mara@x.example',
      feeCeiling: '84000000000000',
      required: 2,
      approved: 1,
      ...more,
    }),
    tokens,
    NAMES,
  )

test('a guardian sees all that he decides about, and never what the wallet holds', () => {
  expect(of({ note: 'Why', description: 'Rent' }, PRICED)).toMatchObject({
    state: 'deciding',
    headline: '1.5 RBNT',
    under: '$ 0.75 · mara@x.example',
    from: { address: SENDER, own: true },
    to: { address: RECIPIENT, name: 'Nordlys Print', ends: true },
    network: 'Redbelly Testnet',
    fee: { text: 'At most $ 0.01', note: '0.000084 RBNT' },
    balance: undefined,
    note: 'Rent',
    timeline: { head: '1 of 2 approved', note: 'Why' },
  })
})

test('where rules were made stricter meanwhile, he sees how many those ask for', () => {
  const lacks = { required: 2, approved: 1 }
  expect(of({ required: 1, approved: 1, lacks }).timeline?.head).toBe('1 of 2 approved')
})

test('what a dApp calls itself is no note of the owner', () => {
  expect(of({ kind: 'call', description: 'Swap' }).note).toBeUndefined()
})

test('a fee that nobody can say is not said', () => {
  expect(of({ feeCeiling: null }).fee).toBeUndefined()
})

describe('what he did himself:', () => {
  test.each<[ApprovalRequest['status'], string | undefined, string, string, RegExp]>([
    ['pending', undefined, 'deciding', 'open', /^Waiting for you$/],
    ['approved', '2026-01-02T14:05:00Z', 'done', 'yes', /^Approved \d\d:05$/],
    ['rejected', '2026-01-02T16:52:00Z', 'rejected', 'no', /^Declined \d\d:52$/],
    ['skipped', undefined, 'done', 'open', /^Not needed$/],
  ])('%s', (status, decidedAt, state, mark, says) => {
    const sheet = of({ status, decidedAt })
    expect(sheet.state).toBe(state)
    expect(sheet.timeline?.rows[0]).toMatchObject({ mark: 'half', title: 'mara@x.example signed' })
    expect(sheet.timeline?.rows[1]).toMatchObject({ mark, title: 'You', says: expect.stringMatching(says) })
    expect(sheet.timeline?.expires !== undefined).toBe(status === 'pending')
  })
})

test('why he and others declined, not who they are', () => {
  const rows = of({
    ...{ status: 'rejected', decidedAt: '2026-01-02T16:52:00Z', reason: 'Ask me first' },
    declines: [{ decidedAt: '2026-01-02T16:50:00Z', reason: 'Not this address' }, {}],
  }).timeline?.rows
  expect(rows?.map(({ title, says, reason }) => [title, says.slice(0, 8), reason])).toEqual([
    ['mara@x.example signed', '', undefined],
    ['Another Guardian', 'Declined', 'Reason: Not this address'],
    ['Another Guardian', 'Declined', undefined],
    ['You', 'Declined', 'Reason: Ask me first'],
  ])
})
