import { afterEach, expect, test, vi } from 'vitest'
import type { ApprovalState } from '#contract/transaction.ts'
import { TransactionPanel } from '#features/activity/TransactionPanel.tsx'
import { transactionsAtom } from '#state/perwallet.ts'
import { store } from '#state/store.ts'
import { walletsAtom } from '#state/wallets.ts'
import { act, mount, network, text, unmount } from '#tests/unit/features/auth/page.tsx'
import { transaction, wallet } from '#tests/unit/state/fixture.ts'

vi.mock('#ui/CoinIcon.tsx', () => ({ CoinIcon: () => null }))
vi.setConfig({ testTimeout: 20_000 })

afterEach(async () => {
  await unmount()
  store.set(transactionsAtom('w1'), [])
  store.set(walletsAtom, [])
})

const guardian = (decision: 'pending' | 'approved', decidedAt?: string): ApprovalState => ({
  required: 1,
  approved: decision === 'approved' ? 1 : 0,
  expiresAt: '2026-01-09T03:04:05.000Z',
  guardians: [{ email: 'ines@x.example', decision, decidedAt, counts: true }],
})
const row = (more: object) => transaction('t1', ['w1'], { assetDecimals: 18, ...more })

test('it follows what happens while it is open, and tells only what is new', async () => {
  const calls = network({})
  store.set(walletsAtom, [wallet('w1')])
  store.set(transactionsAtom('w1'), [row({ status: 'pending-approval', approval: guardian('pending') })])
  const panel = { id: 'transaction-info' as const, walletId: 'w1', transactionId: 't1' }
  await mount(<TransactionPanel panel={panel} open onClose={() => undefined} />)
  const said = () => document.querySelector('section [role=status]')?.textContent
  expect(text()).toContain('0 of 1 approved')
  expect(text()).toContain('Cancel transaction')
  expect(said()).toBe('')

  const approval = guardian('approved', '2026-01-02T14:05:00Z')
  await act(() => store.set(transactionsAtom('w1'), [row({ status: 'broadcasting', approval })]))
  expect(text()).toContain('1 of 1 approved')
  expect(text()).not.toContain('Cancel transaction')
  expect(said()).toMatch(/^ines@x\.example Approved \d\d:05, Redbelly Testnet About 1 min$/)

  const mined = { status: 'success', approval, blockNumber: 7, fee: '1', finishedAt: '2026-01-02T14:06:00Z' }
  await act(() => store.set(transactionsAtom('w1'), [row(mined)]))
  expect(said()).toMatch(/^Sent Block 7 · \d\d:06$/)
  // All of it is on the page already.
  expect(calls).toEqual([])
})

test('each field of it is there, whatever is said above', async () => {
  network({})
  store.set(walletsAtom, [wallet('w1')])
  const panel = { id: 'transaction-info' as const, walletId: 'w1', transactionId: 't1' }
  const show = (more: object) => act(() => store.set(transactionsAtom('w1'), [row(more)]))
  await show({ status: 'broadcasting' })
  await mount(<TransactionPanel panel={panel} open onClose={() => undefined} />)

  const rejectReason = 'Cancelled on the network. The fee was paid.'
  await show({ status: 'cancelled', rejectReason, fee: '1', blockNumber: 7 })
  expect(text()).toContain(`Reject reason${rejectReason}`)
  await show({ status: 'success' })
  expect(text()).toContain('Reject reason-')
  expect(text()).toContain('Description-')
  await show({ status: 'success', kind: 'send', description: 'Rent for May' })
  expect(text()).toContain('DescriptionRent for May')
})
