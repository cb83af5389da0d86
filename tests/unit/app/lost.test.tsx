import { Suspense } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { bindAbove } from '#app/above.ts'
import { lazily } from '#app/lazily.ts'
import { lost } from '#app/lost.ts'
import { staleAtom, takeUpdateAtom } from '#state/browser.ts'
import { closePanel, openPanel, panelAtom, type SendDraft } from '#state/modals.ts'
import { store } from '#state/store.ts'
import { render } from '../ui/render.tsx'

const GONE = new TypeError('Failed to fetch dynamically imported module')
const reload = vi.fn()

const visit = (type: string, age: number) => {
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([{ type } as never])
  vi.spyOn(performance, 'now').mockReturnValue(age)
}

/** What comes of it: an error, or nothing ever. */
const outcome = async (error: unknown = GONE) => {
  let failed: unknown
  lost(error).catch((reason: unknown) => (failed = reason))
  await vi.waitFor(() =>
    expect(failed ?? reload.mock.calls.length + Number(store.get(staleAtom))).toBeTruthy(),
  )
  return failed
}

bindAbove()
beforeEach(() => {
  document.body.innerHTML = ''
  history.replaceState(null, '', '/wallets?tab=activity')
  vi.spyOn(location, 'reload').mockImplementation(reload)
  reload.mockReset()
  store.set(staleAtom, false)
  store.set(takeUpdateAtom, null)
  closePanel()
  visit('navigate', 60_000)
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

test('a part that is gone loads the page again at the same place', async () => {
  expect(await outcome()).toBeUndefined()
  expect(reload).toHaveBeenCalledOnce()
  expect(location.pathname + location.search).toBe('/wallets?tab=activity')
})

test('with what lay over it', async () => {
  openPanel({ id: 'receive-funds', walletId: 'w1' })
  await outcome()
  expect(location.search).toBe('?tab=activity&open=receive')
})

test('not again when that has just been tried', async () => {
  visit('reload', 29_999)
  expect(await outcome()).toBe(GONE)
  expect(reload).not.toHaveBeenCalled()
  visit('reload', 30_000)
  expect(await outcome()).toBeUndefined()
})

test('not without a network', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  expect(await outcome()).toBe(GONE)
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true)
  expect(reload).not.toHaveBeenCalled()
})

test('while something is typed it asks, and the answer loads it again', async () => {
  document.body.innerHTML = '<input value="0.5"><input type="checkbox" value="on">'
  expect(await outcome()).toBeUndefined()
  expect(reload).not.toHaveBeenCalled()
  store.get(takeUpdateAtom)?.run()
  expect(reload).toHaveBeenCalledOnce()
})

test('it asks again when the part is wanted again', async () => {
  document.body.innerHTML = '<input value="0.5">'
  const Gone = lazily(() => Promise.reject<{ Gone: () => null }>(GONE), 'Gone')
  const view = await render(null)
  for (const _ of ['once', 'again']) {
    await view.draw(
      <Suspense fallback={null}>
        <Gone />
      </Suspense>,
    )
    await vi.waitFor(() => expect(store.get(staleAtom)).toBe(true))
    store.set(staleAtom, false)
    await view.draw(null)
  }
  expect(reload).not.toHaveBeenCalled()
  await view.remove()
})

test('what was filled in comes back into its form', async () => {
  const draft = { walletId: 'w1', amount: '0.5' } as SendDraft
  openPanel({ id: 'transaction-details', draft })
  expect(await outcome()).toBeUndefined()
  expect(reload).not.toHaveBeenCalled()
  expect(store.get(panelAtom)).toEqual({ id: 'sends-funds', walletId: 'w1', draft })
})

test('what stands in a screen that was left was sent with it', async () => {
  document.body.innerHTML = '<input value="mara@lindqvist.example">'
  vi.spyOn(Element.prototype, 'checkVisibility').mockReturnValue(false)
  await outcome()
  expect(reload).toHaveBeenCalledOnce()
})

test('a part of a feature or of the kit is as gone as a screen', async () => {
  const { part } = await import('#ui/part.ts')
  const Gone = part(() => Promise.reject<{ Gone: () => null }>(GONE), 'Gone')
  const view = await render(
    <Suspense fallback={null}>
      <Gone />
    </Suspense>,
  )
  await vi.waitFor(() => expect(reload).toHaveBeenCalledOnce())
  await view.remove()
})

test('empty, ticked and fixed fields hold nothing that could be lost', async () => {
  document.body.innerHTML =
    '<input value=""><input type="checkbox" value="on" checked><input readonly value="0x1"><textarea></textarea>'
  await outcome()
  expect(reload).toHaveBeenCalledOnce()
})
