import { Suspense } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { InboxButton } from '#app/InboxButton.tsx'
// Loaded before it is pressed for, as by the pointer that comes near.
import '#features/inbox/Inbox.tsx'
import { authAtom, SIGNED_OUT } from '#state/auth.ts'
import { modalsAtom } from '#state/modals.ts'
import { requestsAtom, sessionsAtom } from '#state/perwallet.ts'
import { soughtAtom } from '#state/sought.ts'
import { store } from '#state/store.ts'
import { activeWalletIdAtom, approvalsAtom, invitesAtom, walletsAtom } from '#state/wallets.ts'
import { act, button, mount, network, press, soon, text, unmount } from '#tests/unit/features/auth/page.tsx'
import { approval, invite, session, wallet, wcRequest } from '#tests/unit/state/fixture.ts'

// Its style is made by the build alone.
vi.mock('#ui/CoinIcon.tsx', () => ({ CoinIcon: () => null }))

const IN_AN_HOUR = 60 * 60_000
const later = (ms: number) => new Date(Date.now() + ms).toISOString()
const dialog = () => document.querySelector('[role=dialog]')
const rows = () => [...document.querySelectorAll<HTMLElement>('[data-row]')]

const proposal = session('s1', 'w2', { status: 'pending-approval', shouldShow: true })
const connected = session('s2', 'w2', { status: 'connected', shouldShow: true })

let calls: ReturnType<typeof network>

beforeEach(() => {
  calls = network({})
  store.set(authAtom, { ...SIGNED_OUT, logged: true })
  store.set(walletsAtom, [wallet('w1'), wallet('w2')])
  store.set(activeWalletIdAtom, 'w1')
})

afterEach(async () => {
  await unmount()
  vi.useRealTimers()
  store.set(modalsAtom, [])
  store.set(approvalsAtom, [])
  store.set(invitesAtom, [])
  store.set(soughtAtom, undefined)
  for (const id of ['w1', 'w2']) {
    store.set(sessionsAtom(id), [])
    store.set(requestsAtom(id), [])
  }
  store.set(walletsAtom, [])
  store.set(authAtom, SIGNED_OUT)
})

const draw = () =>
  mount(
    <header>
      <Suspense fallback={null}>
        <InboxButton word />
      </Suspense>
    </header>,
  )

test('with nothing that waits there is no number, and the list says so', async () => {
  await draw()
  expect(button('Inbox').getAttribute('aria-haspopup')).toBe('dialog')
  expect(button('Inbox').textContent).toBe('Inbox')
  await press('Inbox')
  await soon(() => expect(dialog()?.textContent).toContain('All Clear'))
  expect(text()).toContain('Nothing waits for your signature.')
  expect(calls).toEqual([])
})

test('a higher fee of what was sent already is told apart from a transfer', async () => {
  store.set(approvalsAtom, [approval('p1'), approval('p2', { raises: { txId: 't1', feeCeiling: '308' } })])
  await draw()
  await press('Inbox, 2 waiting for you')
  await soon(() => expect(rows()).toHaveLength(2))
  expect(rows().map(({ textContent }) => textContent?.includes('Speed up · '))).toEqual([false, true])
})

test('lists what waits in all wallets, and opens the dialog of the right one without a call', async () => {
  store.set(approvalsAtom, [approval('p1', { expiresAt: later(48 * IN_AN_HOUR) })])
  store.set(invitesAtom, [invite('i1', { walletName: 'Studio' })])
  store.set(sessionsAtom('w2'), [proposal, connected])
  store.set(requestsAtom('w2'), [
    wcRequest('r1', 'w2', { sessionId: 's2', expiresAt: later(240_000) }),
    wcRequest('r2', 'w2', {
      sessionId: 's2',
      method: 'eth_sendTransaction',
      params: [{ from: `0x${'1'.repeat(40)}`, to: `0x${'2'.repeat(40)}`, value: '0x3782dace9d90000' }],
      expiresAt: later(18 * 60_000),
    }),
  ])
  await draw()
  await press('Inbox, 5 waiting for you')
  await soon(() => expect(rows()).toHaveLength(5))
  expect([...document.querySelectorAll('h3')].map(({ textContent }) => textContent)).toEqual([
    'Transfers to approve',
    'DApps ask',
    'Invites',
  ])
  const [transfer, sign, send, connect, invited] = rows().map(({ textContent }) => textContent)
  expect(transfer).toMatch(/Expires \d+ [A-Z][a-z]{2}/)
  expect(sign).toBe('Sign a message4 min leftSwap · Wallet w2')
  expect(send).toBe('Send transaction · 0.25 RBNT18 min leftSwap · Wallet w2')
  expect(connect).toBe('Swap wants to connectswap.example · Wallet w2')
  expect(invited).toMatch(/^Invite from .+Become a Guardian of Studio$/)

  await act(() => rows()[2]?.click())
  expect(store.get(modalsAtom)).toEqual([
    { id: 'request-eth-send-transaction', walletId: 'w2', requestId: 'r2' },
  ])
  expect(store.get(activeWalletIdAtom)).toBe('w2')
  // Decided: the focus goes to the next row, once the dialog is gone.
  await act(() => {
    store.set(modalsAtom, [])
    store.set(requestsAtom('w2'), (items) => items.filter(({ id }) => id !== 'r2'))
  })
  await soon(() => expect(document.activeElement).toBe(document.querySelector('[data-row=s1]')))

  await act(() => document.querySelector<HTMLElement>('[data-row=p1]')?.click())
  expect(location.pathname + location.search).toBe('/guardian-hub?filter=approvals')
  await soon(() => expect(dialog()).toBeNull())
  await soon(() => expect(store.get(soughtAtom)).toBe('p1'))
  expect(calls).toEqual([])
})

test('many are told as 99+, and a change is said once in five seconds at most', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  await draw()
  const said = () => document.querySelector('[role=status].sr-only')?.textContent
  const many = (count: number) =>
    act(() =>
      store.set(
        invitesAtom,
        Array.from({ length: count }, (_, index) => invite(`i${index}`)),
      ),
    )
  const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms))
  expect(said()).toBe('')
  await many(3)
  await pass(0)
  expect(said()).toBe('3 waiting for you')
  await many(4)
  await many(100)
  await pass(4900)
  expect(said()).toBe('3 waiting for you')
  await pass(200)
  expect(said()).toBe('100 waiting for you')
  expect(button('Inbox, 100 waiting for you').textContent).toBe('Inbox99+')
})
