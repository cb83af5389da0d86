import { describe, expect, it } from 'vitest'
import { Transaction } from '#contract/transaction.ts'
import { filterTransactions, NO_FILTER } from '#domain/txfilter.ts'

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

const all = [
  transaction('sent', { recipient: '0xAbC1', hash: '0xfeed' }),
  transaction('received', { direction: 'income', sender: '0xDef2', assetSymbol: 'usdc' }),
  transaction('failed', { status: 'failed' }),
  transaction('own', { accountTxs: [{ walletId: 'w1', accountId: 'a', direction: 'income' }] }),
  transaction('coins', { txid: 'beef', inputs: [{ address: 'bc1qx', value: '1' }], outputs: [] }),
]
const found = (filter: Partial<typeof NO_FILTER>) =>
  filterTransactions(all, 'w1', { ...NO_FILTER, ...filter }).map(({ id }) => id)

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
  ])('%j finds %j', (filter, ids) => expect(found(filter)).toEqual(ids))
})
