import { createStore } from 'jotai'
import { expect, test, vi } from 'vitest'
import { bindBadge } from '#app/badge.ts'
import { authAtom, SIGNED_OUT } from '#state/auth.ts'
import { requestsAtom, sessionsAtom } from '#state/perwallet.ts'
import { approvalsAtom, invitesAtom, walletsAtom } from '#state/wallets.ts'
import { approval, invite, session, wallet, wcRequest } from '../state/fixture.ts'

test('icon and title carry the number of all that waits, and none once nobody is signed in', () => {
  const store = createStore()
  const on = { setAppBadge: vi.fn(async () => undefined), clearAppBadge: vi.fn(async () => undefined) }
  const page = { title: '' }
  bindBadge(store, on, page)
  expect(on.clearAppBadge).toHaveBeenCalledTimes(1)
  expect(page.title).toBe('Countersign')

  store.set(authAtom, { ...SIGNED_OUT, logged: true })
  store.set(walletsAtom, [wallet('w1'), wallet('w2'), wallet('gone', { status: 'removed' })])
  store.set(approvalsAtom, [approval('p1'), approval('p2', { status: 'rejected' })])
  store.set(invitesAtom, [invite('i1')])
  store.set(sessionsAtom('w2'), [session('s1', 'w2', { status: 'pending-approval', shouldShow: true })])
  store.set(requestsAtom('w1'), [wcRequest('r1', 'w1'), wcRequest('r2', 'w1', { method: 'eth_sign' })])
  store.set(requestsAtom('gone'), [wcRequest('r9', 'gone')])
  expect(on.setAppBadge.mock.lastCall).toEqual([4])
  expect(page.title).toBe('(4) Countersign')

  store.set(approvalsAtom, [])
  expect(on.setAppBadge.mock.lastCall).toEqual([3])

  store.set(authAtom, SIGNED_OUT)
  expect(on.clearAppBadge).toHaveBeenCalledTimes(2)
  expect(page.title).toBe('Countersign')
})

test('a browser without badges, or one that refuses, breaks nothing', async () => {
  const store = createStore()
  const page = { title: '' }
  bindBadge(store, {}, page)
  bindBadge(store, { clearAppBadge: () => Promise.reject(new Error('not installed')) }, page)
  await Promise.resolve()
})
