import { expect, test } from 'vitest'
import { applyAsked } from '#state/entities.ts'
import { requestsAtom, sessionsAtom } from '#state/perwallet.ts'
import { walletsAtom } from '#state/wallets.ts'
import { makeMirror, session, wallet, wcRequest } from './fixture.ts'

const proposal = (id: string, walletId: string) =>
  session(id, walletId, { status: 'pending-approval', shouldShow: true })

test('what DApps ask of all wallets comes in, and what was answered meanwhile waits no more', () => {
  const mirror = makeMirror()
  const { store, arrivals } = mirror
  store.set(walletsAtom, [wallet('w1'), wallet('w2')])
  store.set(sessionsAtom('w1'), [proposal('old', 'w1'), session('kept', 'w1', { status: 'connected' })])
  store.set(requestsAtom('w2'), [wcRequest('r1', 'w2'), wcRequest('r2', 'w2', { status: 'executed' })])
  const asked = arrivals.now()
  // An event that came while the answer was under way.
  store.set(requestsAtom('w2'), (items) => [wcRequest('newer', 'w2'), ...items])
  arrivals.note('request', 'newer')
  applyAsked(mirror, [proposal('s1', 'w2')], [wcRequest('r3', 'w1')], asked)
  const ids = (items: { id: string }[]) => items.map(({ id }) => id)
  expect(ids(store.get(sessionsAtom('w1')))).toEqual(['kept'])
  expect(ids(store.get(sessionsAtom('w2')))).toEqual(['s1'])
  expect(ids(store.get(requestsAtom('w1')))).toEqual(['r3'])
  expect(ids(store.get(requestsAtom('w2')))).toEqual(['newer', 'r2'])
})
