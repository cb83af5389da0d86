import { describe, expect, it } from 'vitest'
import { TRANSACTION_STATUSES } from '#contract/status.ts'
import {
  byNewest,
  counterparty,
  directionFor,
  inputCount,
  isMinted,
  isRejected,
  outputCount,
  transactionStatusText,
  transactionTitle,
} from '#domain/txview.ts'

const EVM = '0x52908400098527886E0F7030069857D2E4169EE7'
const OTHER = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const leg = { address: null, value: '1' }

describe('direction of a transaction', () => {
  const transfer = {
    direction: 'outcome',
    accountTxs: [
      { walletId: 'a', accountId: '1', direction: 'outcome' },
      { walletId: 'b', accountId: '2', direction: 'income' },
    ],
  } as const
  const both = { direction: transfer.direction, accountTxs: [...transfer.accountTxs] }

  it('between two own wallets is that of the wallet shown', () => {
    expect(directionFor(both, 'a')).toBe('outcome')
    expect(directionFor(both, 'b')).toBe('income')
  })

  it('without an entry of the wallet is its own', () => {
    expect(directionFor(both, 'c')).toBe('outcome')
    expect(directionFor({ direction: 'income', accountTxs: [] }, 'a')).toBe('income')
  })

  it('names its row', () => {
    expect(transactionTitle('outcome')).toBe('Send Funds')
    expect(transactionTitle('income')).toBe('Receive Funds')
  })
})

describe('the other side of a transaction', () => {
  it('is the recipient of what goes out and the sender of what comes in', () => {
    const transaction = { recipient: EVM, sender: OTHER }
    expect(counterparty(transaction, 'outcome')).toBe('To 0x5290...9EE7')
    expect(counterparty(transaction, 'income')).toBe('From 0x5aAe...eAed')
  })

  it('is counted when it is not one address', () => {
    expect(counterparty({ inputs: [leg, leg], outputs: [leg] }, 'outcome')).toBe('2 inputs, 1 output')
    expect(counterparty({ sender: EVM, inputs: [leg], outputs: [leg, leg] }, 'outcome')).toBe(
      '1 input, 2 outputs',
    )
    expect(counterparty({ recipient: EVM }, 'income')).toBe('0 inputs, 0 outputs')
  })

  it('is what the server says where nobody is named', () => {
    const description = 'Received in block 7'
    expect(counterparty({ recipient: EVM, inputs: null, description }, 'income')).toBe(description)
    expect(counterparty({ sender: OTHER, description }, 'income')).toBe('From 0x5aAe...eAed')
    expect(counterparty({ inputs: [leg], outputs: [leg], description }, 'income')).toBe('1 input, 1 output')
  })

  it('is nobody where units are new', () => {
    const sender = `0x${'0'.repeat(40)}`
    expect(isMinted({ sender }, 'income')).toBe(true)
    expect(isMinted({ sender }, 'outcome')).toBe(false)
    expect(isMinted({ sender: EVM }, 'income')).toBe(false)
    expect(isMinted({}, 'income')).toBe(false)
  })

  it.each([
    [1, '1 input', '1 output'],
    [2, '2 inputs', '2 outputs'],
    [0, '0 inputs', '0 outputs'],
  ])('with %s of each reads %s and %s', (length, inputs, outputs) => {
    const legs = Array.from({ length }, () => leg)
    expect(inputCount(legs)).toBe(inputs)
    expect(outputCount(legs)).toBe(outputs)
  })
})

describe('status of a transaction', () => {
  it.each([
    ['success', 'Success'],
    ['rejected', 'Rejected'],
    ['cancelled', 'Cancelled'],
    ['failed', 'Failed'],
    ['broadcasting', 'Sending to blockchain...'],
    ['pending-approval', 'Pending approval...'],
    ['unknown', 'Pending'],
    ['queued-on-mars', 'Pending'],
  ])('%s reads %s', (status, text) => {
    expect(transactionStatusText(status)).toBe(text)
  })

  it('carries the reject icon only when failed, cancelled or rejected', () => {
    const rejected = [...TRANSACTION_STATUSES, 'unknown' as const].filter((status) => isRejected({ status }))
    expect(rejected).toEqual(['cancelled', 'rejected', 'failed'])
  })
})

it('transactions come newest first', () => {
  const dates = ['2024-03-05T14:07:09Z', '2024-03-05T14:07:09.500Z', '2023-12-31T23:59:59Z']
  const sorted = dates.map((createdAt) => ({ createdAt })).sort(byNewest)
  expect(sorted.map(({ createdAt }) => createdAt)).toEqual([
    '2024-03-05T14:07:09.500Z',
    '2024-03-05T14:07:09Z',
    '2023-12-31T23:59:59Z',
  ])
})
