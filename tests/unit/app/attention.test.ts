import { describe, expect, test, vi } from 'vitest'
import { createAttention } from '#app/attention.ts'
import type { NoticeKind } from '#contract/notice.ts'
import { PUSH_EVENTS, type PushName } from '#contract/push.ts'
import type { ApprovalState, Transaction } from '#contract/transaction.ts'
import { noticeOf, settledTags } from '#domain/notice.ts'
import {
  approval,
  approver,
  asset,
  contact,
  invite,
  push,
  session,
  transaction,
  wallet,
  wcRequest,
} from '#tests/unit/state/fixture.ts'

const waiting = session('s1', 'w1', { status: 'pending-approval' })
const sign = wcRequest('r1', 'w1')
const send = wcRequest('r2', 'w1', { method: 'eth_sendTransaction' })

const SENDER = '0x52908400098527886E0F7030069857D2E4169EE7'
const RECIPIENT = '0x9F3C88A1D4e07b52C1660F2AB93e7c05dE8841Ab'
const coins = { amount: '1500000000000000000', assetDecimals: 18, sender: SENDER, recipient: RECIPIENT }
const guardian = (email: string, decision: string, decidedAt?: string) => ({
  email,
  decision,
  decidedAt,
  counts: true,
})
const guarded = (...guardians: ReturnType<typeof guardian>[]) =>
  ({ required: 1, approved: 1, expiresAt: '2026-02-02T03:04:05.000Z', guardians }) as ApprovalState
const approvedSend = (more: Partial<Transaction> = {}) =>
  transaction('t1', ['w1'], { ...coins, approval: guarded(guardian('g@example.com', 'approved')), ...more })
const incoming = (more: Partial<Transaction> = {}) =>
  transaction('t2', [], {
    ...coins,
    status: 'success',
    direction: 'income',
    accountTxs: [{ walletId: 'w1', accountId: 'a1', direction: 'income' }],
    ...more,
  })

describe('what an owner hears of his money', () => {
  test('its Guardians have approved', () => {
    expect(noticeOf(push('transaction:updated', approvedSend()))).toEqual({
      kind: 'approved',
      id: 't1',
      title: 'Approved, sending',
      body: '1.5 RBNT · To 0x9F3C...41Ab',
      link: '/wallets?tab=activity&wallet=w1&item=t1',
    })
  })

  test('a Guardian has declined', () => {
    const declined = approvedSend({
      status: 'rejected',
      approval: guarded(
        guardian('late@example.com', 'rejected', '2026-01-02T03:04:05.000Z'),
        guardian('early@example.com', 'rejected', '2026-01-01T03:04:05.000Z'),
        guardian('third@example.com', 'skipped'),
      ),
    })
    expect(noticeOf(push('transaction:updated', declined))).toMatchObject({
      kind: 'declined',
      title: 'Declined by late@example.com',
    })
  })

  test('a Guardian has declined a higher fee of what hangs', () => {
    const declined = approvedSend({ raiseRefused: { by: 'late@example.com', reason: 'Too dear' } })
    expect(noticeOf(push('transaction:updated', declined))).toMatchObject({
      kind: 'declined',
      title: 'Higher fee declined by late@example.com',
    })
    const expired = approvedSend({ raiseRefused: { by: null, reason: 'Expired' } })
    expect(noticeOf(push('transaction:updated', expired))).toMatchObject({ title: 'Approved, sending' })
  })

  test('money has come', () => {
    expect(noticeOf(push('transaction:created', incoming()))).toEqual({
      kind: 'received',
      id: 't2',
      title: 'Money received',
      body: '1.5 RBNT · From 0x5290...9EE7',
      link: '/wallets?tab=activity&wallet=w1&item=t2',
    })
  })

  test.each([
    ['a send without Guardians', approvedSend({ approval: null })],
    ['one that expired', approvedSend({ status: 'rejected' })],
    ['one that waits', approvedSend({ status: 'pending-approval' })],
    ['money that is not there yet', incoming({ status: 'broadcasting' })],
    [
      'a move between own wallets',
      incoming({ accountTxs: [...incoming().accountTxs, ...approvedSend().accountTxs] }),
    ],
  ])('and nothing of %s', (_, one) => {
    expect(noticeOf(push('transaction:updated', one))).toBeUndefined()
  })
})

describe('what a hidden page tells', () => {
  test.each([
    [
      push('wc-session:proposal', waiting),
      {
        kind: 'proposal',
        id: 's1',
        title: 'Swap',
        body: 'wants to connect',
        link: '/wallets?tab=dapps&wallet=w1&item=s1',
      },
    ],
    [
      push('wc-session:request', sign),
      {
        kind: 'personal-sign',
        id: 'r1',
        title: 'New personal sign request',
        body: 'Click here to confirm or cancel it.',
        link: '/wallets?tab=requests&wallet=w1&item=r1',
      },
    ],
    [
      push('wc-session:request', send),
      {
        kind: 'send-transaction',
        id: 'r2',
        title: 'New send transaction request',
        body: 'Click here to confirm or cancel it.',
        link: '/wallets?tab=requests&wallet=w1&item=r2',
      },
    ],
    [
      push('transaction-approver:created', approval('p1')),
      {
        kind: 'approval',
        id: 'p1',
        title: 'New transaction approval',
        body: 'Click here to approve or decline it.',
        link: '/guardian-hub?filter=approvals&item=p1',
      },
    ],
  ])('$name', (event, notice) => {
    expect(noticeOf(event)).toEqual(notice)
  })

  const DATA: Record<PushName, unknown> = {
    'wc-session:created': session('s1', 'w1'),
    'wc-session:proposal': { ...waiting, status: 'rejected' },
    'wc-session:started': session('s1', 'w1', { status: 'connected' }),
    'wc-session:closed': session('s1', 'w1', { status: 'disconnected' }),
    'wc-session:request': wcRequest('r3', 'w1', { method: 'eth_signTypedData_v4' }),
    'wc-session:request-result': wcRequest('r1', 'w1', { status: 'executed' }),
    'wallet:created': wallet('w1'),
    'wallet:updated': wallet('w1'),
    'wallet:removed': { id: 'w1' },
    'asset:created': { ...asset('a1'), walletId: 'w1' },
    'asset:updated': { ...asset('a1'), walletId: 'w1' },
    'asset:removed': { id: 'a1', walletId: 'w1' },
    'transaction:created': transaction('t1', ['w1']),
    'transaction:updated': transaction('t1', ['w1']),
    'wallet-approver:invited': approver('g1', 'w1'),
    'wallet-approver:updated': approver('g1', 'w1'),
    'approver-invite:created': invite('i1'),
    'approver-invite:updated': invite('i1'),
    'transaction-approver:created': approval('p1', { status: 'skipped' }),
    'transaction-approver:updated': approval('p1'),
    'contact:created': contact('c1'),
    'contact:updated': contact('c1'),
    'contact:removed': { id: 'c1' },
    'log-out': { reason: 'expired' },
  }
  test.each(Object.keys(PUSH_EVENTS) as PushName[])('and nothing of any other: %s', (name) => {
    expect(noticeOf(push(name, DATA[name]))).toBeUndefined()
  })
})

describe('when it tells', () => {
  const deps = (hidden: boolean, allowed: boolean) => ({
    isHidden: () => hidden,
    isAllowed: () => allowed,
    wants: () => true,
    show: vi.fn(async () => undefined),
    close: vi.fn(async () => undefined),
  })

  test.each([
    [true, true, 1],
    [false, true, 0],
    [true, false, 0],
  ])('hidden %s, allowed %s: %i', (hidden, allowed, times) => {
    const all = deps(hidden, allowed)
    createAttention(all)(push('wc-session:proposal', waiting))
    expect(all.show).toHaveBeenCalledTimes(times)
  })

  test('of what its user wants to hear', () => {
    const all = { ...deps(true, true), wants: (kind: NoticeKind) => kind === 'received' }
    const attend = createAttention(all)
    attend(push('wc-session:proposal', waiting))
    attend(push('transaction:updated', approvedSend()))
    expect(all.show).not.toHaveBeenCalled()
    attend(push('transaction:created', incoming()))
    expect(all.show).toHaveBeenCalledOnce()
  })

  test('what has become of a transaction is told once, and not at all once it was seen', () => {
    let hidden = true
    const all = { ...deps(true, true), isHidden: () => hidden }
    const attend = createAttention(all)
    attend(push('transaction:updated', approvedSend()))
    attend(push('transaction:updated', approvedSend({ hash: '0x1' })))
    expect(all.show).toHaveBeenCalledOnce()
    hidden = false
    attend(push('transaction:created', incoming()))
    hidden = true
    attend(push('transaction:updated', incoming({ blockNumber: 7 })))
    expect(all.show).toHaveBeenCalledOnce()
  })

  test('what has been answered takes its notice back', () => {
    const all = deps(false, false)
    const attend = createAttention(all)
    attend(push('wc-session:started', { ...waiting, status: 'connected' }))
    attend(push('wc-session:request-result', { ...sign, status: 'rejected' }))
    attend(push('transaction-approver:updated', approval('p1', { status: 'approved' })))
    expect(all.close.mock.calls.flat()).toEqual([
      'proposal:s1',
      'personal-sign:r1',
      'send-transaction:r1',
      'approval:p1',
    ])
    expect(settledTags(push('transaction-approver:updated', approval('p1')))).toEqual([])
  })
})
