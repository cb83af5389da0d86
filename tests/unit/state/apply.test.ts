import { beforeEach, describe, expect, test } from 'vitest'
import { PUSH_EVENTS, type PushEvent, parsePush } from '#contract/push.ts'
import { createPushReducer } from '#state/apply.ts'
import { applyList, applyReply } from '#state/entities.ts'
import type { Mirror } from '#state/mirror.ts'
import { modalsAtom } from '#state/modals.ts'
import { approversAtom, assetsAtom, requestsAtom, sessionsAtom, transactionsAtom } from '#state/perwallet.ts'
import {
  activeWalletAtom,
  activeWalletIdAtom,
  approvalsAtom,
  contactsAtom,
  hubDotAtom,
  invitesAtom,
  settleAtStart,
  tokensAtom,
  userAtom,
  visibleWalletsAtom,
  walletsAtom,
} from '#state/wallets.ts'
import {
  approval,
  approver,
  asset,
  contact,
  invite,
  makeMirror,
  push,
  session,
  transaction,
  user,
  wallet,
  wcRequest,
} from './fixture.ts'

let mirror: Mirror
let apply: (event: PushEvent) => void
let applyAll: ReturnType<typeof createPushReducer>
const list = <T>(items: T[]) => ({ items, total: items.length })

beforeEach(() => {
  mirror = makeMirror()
  applyAll = createPushReducer(mirror)
  apply = (event) => applyAll([event])
  applyList.wallets(mirror, list([wallet('w1'), wallet('w2')]), mirror.arrivals.now())
})

const read = <T>(list: Parameters<Mirror['store']['get']>[0]) => mirror.store.get(list) as T

const cases = [
  ['wc-session:created', session('s1', 'w1'), () => read(sessionsAtom('w1'))],
  [
    'wc-session:proposal',
    session('s1', 'w1', { status: 'pending-approval', shouldShow: true }),
    () => read(sessionsAtom('w1')),
  ],
  ['wc-session:started', session('s1', 'w1', { status: 'connected' }), () => read(sessionsAtom('w1'))],
  ['wc-session:closed', session('s1', 'w1', { status: 'disconnected' }), () => read(sessionsAtom('w1'))],
  ['wc-session:request', wcRequest('r1', 'w1'), () => read(requestsAtom('w1'))],
  [
    'wc-session:request-result',
    wcRequest('r1', 'w1', { status: 'executed' }),
    () => read(requestsAtom('w1')),
  ],
  ['transaction:created', transaction('t1', ['w1']), () => read(transactionsAtom('w1'))],
  [
    'transaction:updated',
    transaction('t1', ['w1'], { status: 'success' }),
    () => read(transactionsAtom('w1')),
  ],
  ['wallet-approver:invited', approver('g1', 'w1'), () => read(approversAtom('w1'))],
  ['wallet-approver:updated', approver('g1', 'w1', { status: 'confirmed' }), () => read(approversAtom('w1'))],
  ['approver-invite:created', invite('i1'), () => read(invitesAtom)],
  ['approver-invite:updated', invite('i1', { status: 'confirmed' }), () => read(invitesAtom)],
  ['transaction-approver:created', approval('p1'), () => read(approvalsAtom)],
  ['transaction-approver:updated', approval('p1', { status: 'approved' }), () => read(approvalsAtom)],
] as const

describe('push events', () => {
  test.each(cases)('%s stores its entity, and a second time changes nothing', (name, data, list) => {
    apply(push(name, data))
    const first = list()
    expect(first).toMatchObject([data])
    const modals = mirror.store.get(modalsAtom)
    apply(push(name, data))
    expect(list()).toBe(first)
    expect(mirror.store.get(modalsAtom)).toEqual(modals)
  })

  test('wallet:created adds the wallet and makes it active', () => {
    apply(push('wallet:created', wallet('w3')))
    expect(mirror.store.get(walletsAtom).map(({ id }) => id)).toEqual(['w1', 'w2', 'w3'])
    expect(mirror.store.get(activeWalletAtom)?.id).toBe('w3')
  })

  test('wallet:updated replaces the wallet', () => {
    apply(push('wallet:updated', wallet('w2', { name: 'Renamed' })))
    expect(mirror.store.get(walletsAtom)[1]?.name).toBe('Renamed')
    expect(mirror.store.get(activeWalletIdAtom)).toBe('w1')
  })

  test.each(['removed', 'failure'] as const)(
    'a wallet that becomes %s hands over to the first one',
    (status) => {
      mirror.store.set(activeWalletIdAtom, 'w2')
      apply(push('wallet:updated', wallet('w2', { status })))
      expect(mirror.store.get(activeWalletIdAtom)).toBe('w1')
    },
  )

  test.each(['canceled', 'rejected'] as const)(
    'a current wallet that becomes %s stays until switched',
    (status) => {
      mirror.store.set(activeWalletIdAtom, 'w2')
      apply(push('wallet:updated', wallet('w2', { status })))
      expect(mirror.store.get(activeWalletAtom)?.id).toBe('w2')
      expect(mirror.store.get(visibleWalletsAtom).map(({ id }) => id)).toEqual(['w1'])
    },
  )

  test.each(['canceled', 'rejected'] as const)('at the next visit a %s wallet gives way', (status) => {
    mirror.store.set(activeWalletIdAtom, 'w2')
    apply(push('wallet:updated', wallet('w2', { status })))
    settleAtStart(mirror.store)
    expect(mirror.store.get(activeWalletIdAtom)).toBe('w1')
  })

  test('the current wallet survives the next visit, also before its list is there', () => {
    mirror.store.set(activeWalletIdAtom, 'w2')
    settleAtStart(mirror.store)
    expect(mirror.store.get(activeWalletIdAtom)).toBe('w2')
    mirror.store.set(walletsAtom, [])
    settleAtStart(mirror.store)
    expect(mirror.store.get(activeWalletIdAtom)).toBe('w2')
  })

  test('wallet:removed removes it with its lists', () => {
    apply(push('asset:created', { ...asset('a1'), walletId: 'w1' }))
    apply(push('wallet:removed', { id: 'w1' }))
    expect(mirror.store.get(walletsAtom).map(({ id }) => id)).toEqual(['w2'])
    expect(mirror.store.get(activeWalletIdAtom)).toBe('w2')
    expect(mirror.store.get(assetsAtom('w1'))).toEqual([])
    apply(push('wallet:removed', { id: 'w2' }))
    expect(mirror.store.get(activeWalletIdAtom)).toBeNull()
  })

  test('assets come, change and go', () => {
    apply(push('asset:created', { ...asset('a1'), walletId: 'w2' }))
    expect(mirror.store.get(assetsAtom('w2'))).toEqual([asset('a1')])
    apply(push('asset:updated', { ...asset('a1', { amount: '7' }), walletId: 'w2' }))
    expect(mirror.store.get(assetsAtom('w2'))).toEqual([asset('a1', { amount: '7' })])
    apply(push('asset:removed', { id: 'a1', walletId: 'w2' }))
    expect(mirror.store.get(assetsAtom('w2'))).toEqual([])
    expect(mirror.store.get(assetsAtom('w1'))).toEqual([])
  })

  test('contacts come, change and go', () => {
    apply(push('contact:created', contact('c1', { revision: 1 })))
    apply(push('contact:created', contact('c2', { revision: 2 })))
    apply(push('contact:updated', contact('c1', { name: 'Renamed', revision: 3 })))
    expect(mirror.store.get(contactsAtom).map(({ name }) => name)).toEqual(['Renamed', 'Contact c2'])
    apply(push('contact:removed', { id: 'c2', revision: 4 }))
    applyList.contacts(mirror, list([contact('c2', { revision: 2 })]), mirror.arrivals.now())
    expect(mirror.store.get(contactsAtom)).toEqual([])
  })

  test('a transaction reaches the lists of its wallets only', () => {
    apply(push('transaction:created', transaction('t1', ['w2', 'w3'])))
    expect(mirror.store.get(transactionsAtom('w1'))).toEqual([])
    expect(mirror.store.get(transactionsAtom('w2'))).toHaveLength(1)
    expect(mirror.store.get(transactionsAtom('w3'))).toHaveLength(1)
  })

  test('log-out leaves the data to the session', () => {
    apply(push('log-out', { reason: 'expired' }))
    expect(mirror.store.get(walletsAtom)).toHaveLength(2)
  })

  test('there are 21 of them beside those of contacts, and nothing else parses', () => {
    expect(Object.keys(PUSH_EVENTS).filter((name) => !name.startsWith('contact:'))).toHaveLength(21)
    expect(parsePush('wallet:renamed', { id: '1', at: '', data: wallet('w1') })).toBeUndefined()
    expect(parsePush('wallet:updated', { id: '1', at: '', data: { id: 'w1' } })).toBeUndefined()
    expect(parsePush('wallet:updated', wallet('w1'))).toBeUndefined()
    expect(parsePush('toString', { id: '1', at: '', data: {} })).toBeUndefined()
  })

  test('the dot is there for pending invites and approvals only', () => {
    const { store } = mirror
    for (const status of ['confirmed', 'rejected', 'retired'] as const) {
      apply(push('approver-invite:updated', invite(status, { status })))
    }
    for (const status of ['approved', 'rejected', 'skipped'] as const) {
      apply(push('transaction-approver:updated', approval(status, { status })))
    }
    expect(store.get(hubDotAtom)).toBe(false)
    apply(push('approver-invite:created', invite('i1')))
    expect(store.get(hubDotAtom)).toBe(true)
    apply(push('approver-invite:updated', invite('i1', { status: 'rejected' })))
    apply(push('transaction-approver:created', approval('p1')))
    expect(store.get(hubDotAtom)).toBe(true)
  })
})

describe('dialogs', () => {
  const proposal = session('s1', 'w2', { status: 'pending-approval' })
  const ids = () => mirror.store.get(modalsAtom).map(({ id }) => id)

  test('proposals and the two kinds of request queue up, others open nothing', () => {
    apply(push('wc-session:proposal', proposal))
    apply(push('wc-session:request', wcRequest('r1', 'w1')))
    apply(push('wc-session:request', wcRequest('r2', 'w1', { method: 'eth_sendTransaction' })))
    apply(push('wc-session:request', wcRequest('r3', 'w1', { method: 'eth_signTypedData_v4' })))
    expect(ids()).toEqual(['approve-reject-session', 'request-personal-sign', 'request-eth-send-transaction'])
  })

  test('one that was dismissed does not come back with the same event', () => {
    apply(push('wc-session:proposal', proposal))
    mirror.store.set(modalsAtom, [])
    apply(push('wc-session:proposal', proposal))
    expect(ids()).toEqual([])
  })

  test('one that was settled elsewhere closes', () => {
    apply(push('wc-session:proposal', proposal))
    apply(push('wc-session:request', wcRequest('r1', 'w1')))
    apply(push('wc-session:started', { ...proposal, status: 'connected' }))
    expect(ids()).toEqual(['request-personal-sign'])
    apply(push('wc-session:request-result', wcRequest('r1', 'w1', { status: 'rejected' })))
    expect(ids()).toEqual([])
  })

  test('one whose item the server no longer lists closes', () => {
    apply(push('wc-session:request', wcRequest('r1', 'w1')))
    applyList.requests(mirror, list([]), mirror.arrivals.now(), 'w1')
    expect(ids()).toEqual([])
  })
})

describe('answers', () => {
  test('a list that was asked for before a push does not undo it', () => {
    const asked = mirror.arrivals.now()
    apply(push('transaction:updated', transaction('t1', ['w1'], { status: 'success' })))
    apply(push('asset:created', { ...asset('a2'), walletId: 'w1' }))
    apply(push('wallet:removed', { id: 'w2' }))

    applyList.transactions(mirror, list([transaction('t1', ['w1'])]), asked, 'w1')
    applyList.assets(mirror, list([asset('a1')]), asked, 'w1')
    applyList.wallets(mirror, list([wallet('w1'), wallet('w2')]), asked)

    expect(mirror.store.get(transactionsAtom('w1'))).toMatchObject([{ status: 'success' }])
    expect(mirror.store.get(assetsAtom('w1')).map(({ id }) => id)).toEqual(['a2', 'a1'])
    expect(mirror.store.get(walletsAtom).map(({ id }) => id)).toEqual(['w1'])
  })

  test('a list that was asked for afterwards replaces everything', () => {
    apply(push('transaction:updated', transaction('t1', ['w1'])))
    applyList.transactions(mirror, list([transaction('t2', ['w1'])]), mirror.arrivals.now(), 'w1')
    expect(mirror.store.get(transactionsAtom('w1')).map(({ id }) => id)).toEqual(['t2'])
  })

  test('a reply that was asked for before a push does not undo it', () => {
    const asked = mirror.arrivals.now()
    apply(push('transaction:updated', transaction('t1', ['w1'], { status: 'success' })))
    applyReply(mirror, 'transaction', transaction('t1', ['w1']), asked)
    expect(mirror.store.get(transactionsAtom('w1'))).toMatchObject([{ status: 'success' }])
  })

  test('an equal list stays the same object', () => {
    const before = mirror.store.get(walletsAtom)
    applyList.wallets(mirror, list([wallet('w1'), wallet('w2')]), mirror.arrivals.now())
    expect(mirror.store.get(walletsAtom)).toBe(before)
  })

  test('another user empties what was read for the one before', () => {
    const { store } = mirror
    applyReply(mirror, 'user', user('u1'), mirror.arrivals.now())
    apply(push('asset:created', { ...asset('a1'), walletId: 'w1' }))
    apply(push('approver-invite:created', invite('i1')))
    store.set(tokensAtom, [{ id: 'k', symbol: 'rbnt', blockchain: 'redbelly:testnet', updatedAt: '' }])
    applyReply(mirror, 'user', user('u1'), mirror.arrivals.now())
    expect(store.get(walletsAtom)).toHaveLength(2)
    applyReply(mirror, 'user', user('u2'), mirror.arrivals.now())
    expect(store.get(userAtom)?.id).toBe('u2')
    for (const list of [walletsAtom, invitesAtom, tokensAtom, assetsAtom('w1')]) {
      expect(read(list)).toEqual([])
    }
    expect(store.get(activeWalletIdAtom)).toBeNull()
  })
})

describe('revisions', () => {
  const row = (revision: number | undefined, status: 'broadcasting' | 'success' | 'failed') =>
    transaction('t1', ['w1'], { revision, status })
  const shown = () => mirror.store.get(transactionsAtom('w1')).map(({ status }) => status)
  const told = (...about: Parameters<typeof row>) => apply(push('transaction:updated', row(...about)))

  test('an older event after a newer answer changes nothing', () => {
    applyReply(mirror, 'transaction', row(3, 'success'), mirror.arrivals.now())
    told(2, 'broadcasting')
    told(3, 'failed')
    expect(shown()).toEqual(['success'])
    applyList.transactions(mirror, list([row(5, 'failed')]), mirror.arrivals.now(), 'w1')
    told(4, 'success')
    expect(shown()).toEqual(['failed'])
    told(6, 'success')
    expect(shown()).toEqual(['success'])
  })

  test('an older answer after a newer event changes nothing, whenever it was asked for', () => {
    told(3, 'success')
    applyReply(mirror, 'transaction', row(2, 'broadcasting'), mirror.arrivals.now())
    applyList.transactions(mirror, list([row(2, 'broadcasting')]), mirror.arrivals.now(), 'w1')
    expect(shown()).toEqual(['success'])
  })

  test('a newer answer counts although an older event came after it was asked for', () => {
    const asked = mirror.arrivals.now()
    told(2, 'broadcasting')
    applyList.transactions(mirror, list([row(3, 'success')]), asked, 'w1')
    expect(shown()).toEqual(['success'])
  })

  test('without them what arrives last counts, as with an older server', () => {
    told(undefined, 'success')
    told(undefined, 'broadcasting')
    expect(shown()).toEqual(['broadcasting'])
    told(7, 'success')
    told(undefined, 'failed')
    expect(shown()).toEqual(['failed'])
  })

  test('older news do not bring back what is gone', () => {
    const ids = () => mirror.store.get(assetsAtom('w1')).map(({ id }) => id)
    const item = (revision: number) => ({ ...asset('a1', { revision }), walletId: 'w1' })
    apply(push('asset:created', item(1)))
    apply(push('asset:removed', { id: 'a1', walletId: 'w1', revision: 3 }))
    apply(push('asset:updated', item(2)))
    applyList.assets(mirror, list([asset('a1', { revision: 2 })]), mirror.arrivals.now(), 'w1')
    expect(ids()).toEqual([])
    apply(push('asset:created', item(4)))
    expect(ids()).toEqual(['a1'])
  })
})

describe('what changed since a cursor', () => {
  const items = (...ids: number[]) => ids.map((id) => transaction(`t${id}`, ['w1'], { revision: id }))
  const ids = () => mirror.store.get(transactionsAtom('w1')).map(({ id }) => id)
  beforeEach(() => {
    applyList.transactions(mirror, list(items(3, 2, 1)), mirror.arrivals.now(), 'w1')
  })
  const part = (more: object, asked = mirror.arrivals.now()) =>
    applyList.transactions(mirror, { items: [], removed: [], total: 3, ...more }, asked, 'w1')

  test('leaves the list as it is where that is nothing', () => {
    const before = mirror.store.get(transactionsAtom('w1'))
    expect(part({})).toBe(true)
    expect(mirror.store.get(transactionsAtom('w1'))).toBe(before)
  })

  test('replaces, adds in front and takes away', () => {
    const changed = transaction('t2', ['w1'], { revision: 6, status: 'success' })
    expect(part({ items: [...items(5, 4), changed], removed: ['t1'], total: 4 })).toBe(true)
    expect(ids()).toEqual(['t5', 't4', 't3', 't2'])
    expect(mirror.store.get(transactionsAtom('w1'))[3]).toEqual(changed)
  })

  test('does not undo an event that came in meanwhile', () => {
    const asked = mirror.arrivals.now()
    apply(push('transaction:created', items(9)[0]))
    part({ removed: ['t9'] }, asked)
    expect(ids()).toEqual(['t9', 't3', 't2', 't1'])
  })

  test('says when it does not make the whole', () => {
    expect(part({ items: items(4), total: 5 })).toBe(false)
  })
})

describe('a burst of events', () => {
  test('changes each list once, and ends as one by one', () => {
    const events = Array.from({ length: 1000 }, (_, index) =>
      push('transaction:updated', transaction(`t${index % 300}`, ['w1'], { revision: index + 1 })),
    )
    const one = makeMirror()
    const single = createPushReducer(one)
    for (const event of events) single([event])
    const { store } = mirror
    let changes = 0
    store.sub(transactionsAtom('w1'), () => {
      changes += 1
    })
    applyAll(events)
    expect(changes).toBe(1)
    expect(store.get(transactionsAtom('w1'))).toEqual(one.store.get(transactionsAtom('w1')))
    expect(store.get(transactionsAtom('w1'))).toHaveLength(300)
  })

  test('opens no dialog that is settled within it, and keeps the order of what is not', () => {
    const proposal = session('s1', 'w2', { status: 'pending-approval', revision: 1 })
    applyAll([
      push('wc-session:proposal', proposal),
      push('wc-session:request', wcRequest('r1', 'w1')),
      push('wc-session:started', { ...proposal, status: 'connected', revision: 2 }),
      push('wallet:created', wallet('w3')),
      push('wallet:removed', { id: 'w1' }),
    ])
    const { store } = mirror
    expect(store.get(modalsAtom)).toEqual([])
    expect(store.get(activeWalletIdAtom)).toBe('w3')
    expect(store.get(requestsAtom('w1'))).toEqual([])
  })
})
