import { expect, test } from 'vitest'
import type { Transaction } from '#contract/transaction.ts'
import { badgeOf, fateOf, isCancelling, isHanging } from '#domain/attempt.ts'

const sent = (change: Partial<Transaction> = {}) =>
  ({
    ...{ id: 'tx', status: 'broadcasting', hash: 'b', blockNumber: null, direction: 'outcome' },
    accountTxs: [{ walletId: 'w', accountId: 'a', direction: 'outcome' }],
    attempts: [
      { hash: 'a', cancels: false },
      { hash: 'b', cancels: true },
    ],
    ...change,
  }) as Transaction

test('only what this wallet sent, and no block holds, can be sped up or cancelled', () => {
  expect(isHanging(sent(), 'w')).toBe(true)
  expect(isHanging(sent({ blockNumber: 7 }), 'w')).toBe(false)
  expect(isHanging(sent({ hash: null }), 'w')).toBe(false)
  expect(isHanging(sent({ status: 'pending-approval' }), 'w')).toBe(false)
  expect(isHanging(sent({ status: 'failed' }), 'w')).toBe(false)
  const incoming = [{ walletId: 'w', accountId: 'a', direction: 'income' as const }]
  expect(isHanging(sent({ accountTxs: incoming }), 'w')).toBe(false)
})

test('it is being cancelled while what pays nobody is the latest, or the one in a block', () => {
  expect(badgeOf(sent())).toEqual({ tone: 'warn', text: 'Cancelling...' })
  expect(isCancelling(sent({ blockNumber: 7 }))).toBe(true)
  // The transfer was first after all.
  expect(isCancelling(sent({ hash: 'a', blockNumber: 7 }))).toBe(false)
  expect(isCancelling(sent({ attempts: null }))).toBe(false)
  expect(badgeOf(sent({ status: 'cancelled' }))).toEqual({ tone: 'bad', text: 'Cancelled' })
})

test.each([
  [{}, ['outbid', 'waiting']],
  [{ hash: 'a', blockNumber: 7 }, ['mined', 'behind']],
  [{ status: 'success', hash: 'a', blockNumber: 7 }, ['won', 'lost']],
  [{ status: 'cancelled', blockNumber: 7 }, ['lost', 'won']],
  // Something else took its place.
  [{ status: 'failed' }, ['lost', 'lost']],
] as const)('of %j its attempts are %j', (change, fates) => {
  expect(['a', 'b'].map((hash) => fateOf(sent(change), hash))).toEqual(fates)
})

test('it says how many guardians approved a higher fee, while it is in no block', () => {
  const raise = { from: '1', to: '2', approval: { approved: 1, required: 2, expiresAt: '', guardians: [] } }
  const asked = { attempts: null, raise }
  expect(badgeOf(sent(asked))).toEqual({ tone: 'warn', text: 'Fee approval 1/2' })
  const stricter = { ...raise.approval, lacks: { required: 3, approved: 1 } }
  const askedAgain = { ...asked, raise: { ...raise, approval: stricter } }
  expect(badgeOf(sent(askedAgain)).text).toBe('Fee approval 1/3')
  expect(badgeOf(sent({ ...asked, status: 'success' })).text).toBe('Success')
  expect(badgeOf(sent({ raise })).text).toBe('Cancelling...')
})
