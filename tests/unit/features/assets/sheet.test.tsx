import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { Panels } from '#app/Panels.tsx'
import type { Wallet } from '#contract/wallet.ts'
import { AssetsTab } from '#features/assets/AssetsTab.tsx'
import { hiddenTokensAtom } from '#state/hidden.ts'
import { loadedAtom } from '#state/loaded.ts'
import { closeEverything, panelAtom } from '#state/modals.ts'
import { assetsAtom, transactionsAtom } from '#state/perwallet.ts'
import { store } from '#state/store.ts'
import { contactsAtom, tokensAtom, walletsAtom } from '#state/wallets.ts'
import { wantedFilterAtom } from '#state/wantedfilter.ts'
import {
  act,
  button,
  mount,
  network,
  press,
  settle,
  soon,
  text,
  unmount,
} from '#tests/unit/features/auth/page.tsx'
import { asset, transaction, wallet } from '#tests/unit/state/fixture.ts'

// Its style is made by the build alone.
vi.mock('#ui/CoinIcon.tsx', () => ({ CoinIcon: () => null }))

const CONTRACT = '0x41E94Eb019C0762f9Bfcf9Fb1E58725BfB0e7582'
const AT = '2026-01-02T03:04:05.000Z'
const VERIFIED: Wallet['features'] = [{ type: 'redbelly-kyc', payload: { completed: true } }]
const FROZEN: Wallet['features'][number] = {
  type: 'freeze',
  payload: { by: 'tomas@lindqvist.example', at: AT },
}
const usdc = asset('usdc', {
  symbol: 'USDC',
  address: CONTRACT,
  type: 'ERC20',
  decimals: 6,
  amount: '12500000000',
  reserved: '1500000000',
})
const coin = asset('coin', { amount: '2000000000000000000', reserved: '0' })
const sent = (id: string, more: object) =>
  transaction(id, ['w1'], {
    assetSymbol: 'USDC',
    assetDecimals: 6,
    assetAddress: CONTRACT,
    recipient: `0x${'9'.repeat(40)}`,
    status: 'success',
    ...more,
  })

let calls: ReturnType<typeof network>
const sheet = () => document.querySelector('[role=dialog]')
const names = () => [...document.querySelectorAll('.row-button')].map(({ textContent }) => textContent)

const draw = async (...features: Wallet['features']) => {
  const shown = wallet('w1', { features: [...VERIFIED, ...features] })
  store.set(walletsAtom, [shown])
  await mount(
    <>
      <main tabIndex={-1}>
        <AssetsTab wallet={shown} />
      </main>
      <Panels />
    </>,
  )
}

beforeEach(() => {
  calls = network({ 'GET assets': { body: { items: [coin, usdc], total: 2 } } })
  store.set(loadedAtom, { 'assets/w1': AT, 'transactions/w1': AT })
  store.set(tokensAtom, [
    {
      id: 't1',
      symbol: 'USDC',
      blockchain: 'redbelly:testnet',
      address: CONTRACT,
      price: '1',
      updatedAt: AT,
    },
  ])
  store.set(assetsAtom('w1'), [coin, usdc])
  store.set(transactionsAtom('w1'), [
    sent('t1', { amount: '880500000', createdAt: '2026-01-01T10:00:00.000Z' }),
    sent('t2', { amount: '1500000000', createdAt: '2026-01-04T10:00:00.000Z', status: 'pending-approval' }),
    sent('t3', { amount: '7', createdAt: '2025-12-01T10:00:00.000Z' }),
    sent('t4', { amount: '5000000', createdAt: '2026-01-03T10:00:00.000Z', status: 'failed' }),
    transaction('t5', ['w1'], { createdAt: '2026-01-05T10:00:00.000Z', assetAddress: null }),
  ])
})

afterEach(async () => {
  await unmount()
  closeEverything(store)
  store.set(walletsAtom, [])
  store.set(tokensAtom, [])
  store.set(loadedAtom, {})
  store.set(hiddenTokensAtom, [])
  store.set(wantedFilterAtom, undefined)
  store.set(assetsAtom('w1'), [])
  store.set(transactionsAtom('w1'), [])
  history.replaceState(null, '', '/')
})

describe('the sheet of an asset', () => {
  test('tells what there is, what waits and what it is, and asks for nothing that the page has', async () => {
    await draw()
    await settle()
    const before = [...calls]
    await press('USDC')
    await soon(() => expect(sheet()?.textContent).toContain('12500 USDC'))
    for (const words of [
      '$ 12,500.00',
      '1500 USDC waits for Guardians. 11000 USDC are free to send.',
      'Price$ 1.00',
      'NetworkRedbelly Testnet',
      CONTRACT,
    ])
      expect(sheet()?.textContent).toContain(words)
    expect(sheet()?.textContent).toMatch(/Price\$ 1\.00\d+ Jan, \d\d:\d\d/)
    await settle()
    expect(calls).toEqual(before)
  })

  test('shows the last three transfers of just this asset, and opens one', async () => {
    await draw()
    await press('USDC')
    await soon(() => expect(sheet()).not.toBeNull())
    const rows = [...(sheet()?.querySelectorAll('li') ?? [])].map(({ textContent }) => textContent)
    expect(rows).toEqual([
      expect.stringMatching(/-1500 USDCPending approval\.\.\.$/),
      expect.stringMatching(/-5 USDCFailed$/),
      expect.stringMatching(/-880\.5 USDC01 Jan 2026$/),
    ])
    const addresses = [{ network: 'evm' as const, address: `0x${'9'.repeat(40)}` }]
    const nordlys = { id: 'c1', name: 'Nordlys Print', note: '', createdAt: AT, addresses }
    await act(() => store.set(contactsAtom, [nordlys]))
    expect(sheet()?.querySelector('li')?.textContent).toContain('Nordlys Print · 0x9999...9999')
    await act(() => store.set(contactsAtom, []))
    await act(() => sheet()?.querySelector<HTMLElement>('li .row-button')?.click())
    expect(store.get(panelAtom)).toEqual({ id: 'transaction-info', walletId: 'w1', transactionId: 't2' })
  })

  test('leads to all activity of the asset, to Receive, and to Send with the asset', async () => {
    await draw()
    await press('USDC')
    await soon(() => expect(sheet()).not.toBeNull())
    await press('All activity')
    expect(location.search).toBe('?tab=activity')
    expect(store.get(wantedFilterAtom)).toMatchObject({ search: 'USDC', network: 'redbelly:testnet' })
    expect(store.get(panelAtom)).toBeNull()

    await press('USDC')
    await soon(() => expect(sheet()).not.toBeNull())
    await press('Receive')
    expect(store.get(panelAtom)).toEqual({ id: 'receive-funds', walletId: 'w1' })
    await act(() => store.set(panelAtom, { id: 'asset', walletId: 'w1', assetId: 'usdc' }))
    await press('Send')
    expect(store.get(panelAtom)).toEqual({ id: 'sends-funds', walletId: 'w1', draft: { assetId: 'usdc' } })
  })

  test('of a frozen wallet says why nothing can be sent', async () => {
    await draw(FROZEN)
    await press('USDC')
    await soon(() => expect(sheet()).not.toBeNull())
    expect(button('Send').disabled).toBe(true)
    expect(button('Receive').disabled).toBe(false)
    const why = document.getElementById(button('Send').getAttribute('aria-describedby') ?? '')
    expect(why?.textContent).toBe('Frozen by a Guardian')
  })

  test('says so when nothing of it is left', async () => {
    await draw()
    await press('USDC')
    await soon(() => expect(sheet()).not.toBeNull())
    await act(() => store.set(assetsAtom('w1'), [coin]))
    expect(sheet()?.textContent).toContain('This wallet holds none of it any more.')
  })
})

describe('a token that is hidden', () => {
  test('leaves the list, is counted at its foot, and comes back from there', async () => {
    await draw()
    expect(names()).toEqual(['USDC', 'RBNT'])
    await press('USDC')
    await soon(() => expect(sheet()).not.toBeNull())
    await press('Hide this token')
    await soon(() => expect(sheet()).toBeNull())
    expect(names()).toEqual(['RBNT'])
    await soon(() => expect(text()).toContain('1 hidden token'))
    expect(text()).toContain('Totals still count them.')
    await soon(() => button('Show USDC on Redbelly Testnet'))
    await press('Show USDC on Redbelly Testnet')
    expect(names()).toEqual(['USDC', 'RBNT'])
    expect(text()).not.toContain('hidden token')
    await soon(() => expect(document.activeElement).toBe(document.querySelector('main')))
  })

  test('is the same token in each wallet, and no other one', async () => {
    const other = asset('other', { ...usdc, id: 'other', address: `0x${'2'.repeat(40)}` })
    store.set(hiddenTokensAtom, [
      { blockchain: usdc.blockchain, address: CONTRACT.toLowerCase(), symbol: 'USDC' },
    ])
    store.set(assetsAtom('w1'), [usdc, other])
    await draw()
    expect(names()).toEqual(['USDC'])
    await press('USDC')
    expect(store.get(panelAtom)).toMatchObject({ assetId: 'other' })
  })

  test('the coin of a chain cannot be hidden', async () => {
    await draw()
    await press('RBNT')
    await soon(() => expect(sheet()?.textContent).toContain('2 RBNT'))
    expect(text()).not.toContain('Hide this token')
  })
})
