import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Modals } from '#app/Modals.tsx'
import { dateText } from '#domain/date.ts'
import { loadedAtom } from '#state/loaded.ts'
import { closeEverything, openModal } from '#state/modals.ts'
import { assetsAtom, transactionsAtom } from '#state/perwallet.ts'
import { store } from '#state/store.ts'
import { walletsAtom } from '#state/wallets.ts'
import {
  act,
  button,
  mount,
  network,
  press,
  shows,
  soon,
  text,
  unmount,
} from '#tests/unit/features/auth/page.tsx'
import { asset, transaction, wallet } from '#tests/unit/state/fixture.ts'

const AT = '2026-01-02T12:00:00.000Z'
const coin = asset('coin', { amount: '3000000000000000000' })
const income = transaction('t1', ['w1'], {
  ...{ status: 'success', blockNumber: 1, amount: '2000000000000000000', assetAddress: null },
  ...{ direction: 'income', accountTxs: [], createdAt: AT },
})
const waiting = transaction('t2', ['w1'], { status: 'pending-approval', createdAt: AT })

beforeEach(() => {
  network({})
  store.set(walletsAtom, [wallet('w1', { name: 'Harbour Fund' })])
  store.set(assetsAtom('w1'), [coin])
  store.set(transactionsAtom('w1'), [income, waiting])
})

afterEach(async () => {
  await unmount()
  closeEverything(store)
  vi.unstubAllGlobals()
  store.set(walletsAtom, [])
  store.set(loadedAtom, {})
  store.set(assetsAtom('w1'), [])
  store.set(transactionsAtom('w1'), [])
})

const open = async (from: string, to: string) => {
  await mount(<Modals />)
  await act(() => openModal({ id: 'statement', walletId: 'w1', from, to }))
}
const draw = async () => {
  await open('2026-01-01', '2026-01-31')
  await soon(() => expect(text()).toContain('Statement of Harbour Fund'))
}
const sums = () => [...document.querySelectorAll('dl > div')].map(({ textContent }) => textContent)

test('says what no transaction explains, and what has moved nothing yet', async () => {
  store.set(loadedAtom, { 'assets/w1': AT, 'transactions/w1': AT })
  await draw()
  expect(sums()).toEqual([
    'Opening balance1 RBNT',
    'Received+2 RBNT',
    'Sent0 RBNT',
    'Network fees0 RBNT',
    'Closing balance3 RBNT',
  ])
  expect(text()).toContain('The history is incomplete: 1 RBNT came in without a transaction here.')
  expect(text()).toContain('1 transaction of this period has moved nothing yet and is not counted.')
  expect(text()).not.toContain('could not be read yet')
  await act(() => store.set(assetsAtom('w1'), [{ ...coin, amount: '1' }]))
  expect(text()).toContain('1.999999999999999999 RBNT went out without a transaction here.')
  await act(() => store.set(assetsAtom('w1'), [{ ...coin, amount: income.amount }]))
  expect(text()).not.toContain('incomplete')
})

test('says so when the history was not read', async () => {
  await draw()
  expect(document.querySelector('[role=alert]')?.textContent).toContain('could not be read yet')
})

test('prints by the browser', async () => {
  const print = vi.fn()
  vi.stubGlobal('print', print)
  await draw()
  await press('Print or save as PDF')
  expect(print).toHaveBeenCalledOnce()
})

test.each([
  ['2026-01-31', '2026-01-01'],
  ['2226-01-01', '2226-01-31'],
  ['2226-01-01', ''],
])('of no period, %s to %s, nothing is said that could be printed', async (from, to) => {
  await open(from, to)
  await shows('From should be neither after To nor after today.')
  expect(text()).not.toContain('Statement of Harbour Fund')
  expect(button('Print or save as PDF').disabled).toBe(true)
})

test('what will be held on a day to come is not claimed', async () => {
  await open('2026-01-01', '2226-01-31')
  await shows(`01 Jan 2026 to ${dateText(new Date().toISOString())}`)
})
