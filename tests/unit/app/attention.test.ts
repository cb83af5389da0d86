import { describe, expect, test, vi } from 'vitest'
import { createAttention } from '#app/attention.ts'
import { PUSH_EVENTS, type PushName } from '#contract/push.ts'
import { noticeOf, settledTags } from '#domain/notice.ts'
import {
  approval,
  approver,
  asset,
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
