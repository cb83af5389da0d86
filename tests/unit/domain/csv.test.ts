import { describe, expect, it } from 'vitest'
import { Transaction } from '#contract/transaction.ts'
import { transactionsCsv } from '#domain/csv.ts'
import { makeNames } from '#domain/names.ts'
import { contact } from '#tests/unit/state/fixture.ts'

const transaction = (change: Partial<Transaction> = {}): Transaction => ({
  ...Transaction.parse({
    id: 't1',
    amount: '1500000000000000000',
    direction: 'outcome',
    status: 'success',
    createdAt: '2024-03-05T14:07:09.000Z',
    assetSymbol: 'rbnt',
    blockchain: 'redbelly:testnet',
    accountTxs: [{ walletId: 'w1', accountId: 'a1', direction: 'outcome' }],
  }),
  ...change,
})

const names = makeNames(
  [contact('c1', { name: '=Jun', addresses: [{ network: 'evm', address: '0xcd' }] })],
  [],
)
const lines = (...rows: Transaction[]) => transactionsCsv(rows, 'w1', names).split('\r\n')

describe('transactionsCsv', () => {
  it('writes a head and exact values, with a minus for what went out', () => {
    const [head, row, end] = lines(
      transaction({
        amountInUsd: 8,
        fee: '630000000000000',
        hash: '0xab',
        blockNumber: 7,
        recipient: '0xcd',
        description: 'Invoice 12',
      }),
    )
    expect(head).toBe(
      'Created at (UTC),Direction,Status,Amount,Symbol,USD,Fee,Fee symbol,Network,From,To,Hash,Block,Note,From name,To name',
    )
    expect(row).toBe(
      "2024-03-05T14:07:09.000Z,outcome,Success,-1.5,RBNT,0.08,0.00063,RBNT,Redbelly Testnet,,0xcd,0xab,7,Invoice 12,,'=Jun",
    )
    expect(end).toBe('')
  })

  it('says of what is being cancelled on its network what its row says', () => {
    const hanging = { status: 'broadcasting', hash: 'b' } as const
    expect(lines(transaction(hanging))[1]).toContain(',Sending to blockchain...,')
    const attempts = [
      { hash: 'a', cancels: false },
      { hash: 'b', cancels: true },
    ]
    expect(lines(transaction({ ...hanging, attempts }))[1]).toContain(',Cancelling...,')
  })

  it('writes bitcoin and its fee in coins, whatever names the transaction', () => {
    const bitcoin = {
      ...{ amount: '100000', assetSymbol: 'btc', assetDecimals: 8, blockchain: 'bitcoin:regtest' },
      fee: '1410',
    }
    for (const name of [{ txid: 'ab' }, { hash: 'ab' }])
      expect(lines(transaction({ ...bitcoin, ...name }))[1]).toContain(
        ',-0.001,BTC,,0.0000141,BTC,Bitcoin Regtest,,,ab,',
      )
  })

  it.each([
    ['=1+1', "'=1+1"],
    ['@sum', "'@SUM"],
    ['a,b', '"A,B"'],
    ['say "hi"', '"SAY ""HI"""'],
  ])('keeps the symbol %s from being read as more than text', (assetSymbol, field) => {
    expect(lines(transaction({ assetSymbol }))[1]).toContain(`,${field},`)
  })

  it('is only a head without transactions', () => {
    expect(lines()).toHaveLength(2)
  })
})
