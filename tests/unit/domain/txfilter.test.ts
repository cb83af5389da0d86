import { describe, expect, it } from 'vitest'
import { Transaction } from '#contract/transaction.ts'
import { filterTransactions, isFiltered, NO_FILTER, networksOf } from '#domain/txfilter.ts'

const transaction = (id: string, change: Record<string, unknown>): Transaction =>
  Transaction.parse({
    id,
    amount: '1',
    direction: 'outcome',
    status: 'success',
    createdAt: '2024-03-05T14:07:09.000Z',
    assetSymbol: 'rbnt',
    blockchain: 'redbelly:testnet',
    accountTxs: [],
    ...change,
  })

/** The beginning of that hour for the viewer. */
const local = (year: number, month: number, day: number, hour: number) =>
  new Date(year, month - 1, day, hour).toISOString()

const all = [
  transaction('sent', { recipient: '0xAbC1', hash: '0xfeed' }),
  transaction('received', { direction: 'income', sender: '0xDef2', assetSymbol: 'usdc' }),
  transaction('failed', { status: 'failed', createdAt: local(2024, 3, 6, 0) }),
  transaction('own', {
    createdAt: local(2024, 3, 4, 23),
    accountTxs: [{ walletId: 'w1', accountId: 'a', direction: 'income' }],
  }),
  transaction('coins', {
    txid: 'beef',
    blockchain: 'bitcoin:regtest',
    createdAt: local(2024, 3, 5, 0),
    inputs: [{ address: 'bc1qx', value: '1' }],
    outputs: [],
  }),
]
const found = (filter: Partial<typeof NO_FILTER>) =>
  filterTransactions(all, 'w1', { ...NO_FILTER, ...filter }).map(({ id }) => id)

describe('networksOf', () => {
  it('names each chain once, in the order of their names', () =>
    expect(networksOf([...all].reverse())).toEqual(['bitcoin:regtest', 'redbelly:testnet']))
})

describe('isFiltered', () => {
  it.each([
    [{}, false],
    [{ search: ' ' }, false],
    [{ search: 'a' }, true],
    [{ to: '2024-03-05' }, true],
  ])('%j: %s', (filter, expected) => expect(isFiltered({ ...NO_FILTER, ...filter })).toBe(expected))
})

describe('filterTransactions', () => {
  it.each([
    [{}, ['sent', 'received', 'failed', 'own', 'coins']],
    [{ search: ' abc1 ' }, ['sent']],
    [{ search: 'FEED' }, ['sent']],
    [{ search: 'usd' }, ['received']],
    [{ search: 'def2' }, ['received']],
    [{ search: 'bc1q' }, ['coins']],
    [{ search: 'beef' }, ['coins']],
    [{ search: 'nothing' }, []],
    [{ direction: 'income' as const }, ['received', 'own']],
    [{ status: 'failed' as const }, ['failed']],
    [{ direction: 'income' as const, search: 'rbnt' }, ['own']],
    [{ network: 'bitcoin:regtest' }, ['coins']],
    [{ from: '2024-03-06' }, ['failed']],
    [{ to: '2024-03-04' }, ['own']],
    [{ from: '2024-03-05', to: '2024-03-05' }, ['sent', 'received', 'coins']],
    [{ from: '2024-03-06', to: '2024-03-04' }, []],
    [{ from: 'soon' }, ['sent', 'received', 'failed', 'own', 'coins']],
  ])('%j finds %j', (filter, ids) => expect(found(filter)).toEqual(ids))
})
