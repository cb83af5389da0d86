import { afterEach, expect, test } from 'vitest'
import { loadedAtom } from '#state/loaded.ts'
import { assetsAtom } from '#state/perwallet.ts'
import { store } from '#state/store.ts'
import { tokensAtom, walletsAtom } from '#state/wallets.ts'
import { allWorthAtom, worthAtom } from '#state/worth.ts'
import { asset, wallet } from './fixture.ts'

const COIN = 10n ** 18n
const AT = '2026-01-02T03:04:05.000Z'

afterEach(() => {
  store.set(walletsAtom, [])
  store.set(tokensAtom, [])
  store.set(loadedAtom, {})
  for (const id of ['w1', 'w2', 'w3']) store.set(assetsAtom(id), [])
})

test('a wallet is worth nothing known until it was read, and all of them are while one is not', () => {
  const price = { id: 't1', symbol: 'rbnt', blockchain: 'redbelly:testnet', price: '0.05', updatedAt: AT }
  store.set(tokensAtom, [price])
  store.set(walletsAtom, [wallet('w1'), wallet('w2'), wallet('w3', { status: 'removed' })])
  expect(store.get(worthAtom('w1'))).toBeUndefined()
  store.set(assetsAtom('w1'), [asset('a1', { amount: (10n * COIN).toString() })])
  expect(store.get(worthAtom('w1'))).toBe('0.50')
  expect(store.get(allWorthAtom)).toBeUndefined()
  store.set(loadedAtom, { 'assets/w2': AT })
  expect(store.get(worthAtom('w2'))).toBe('0.00')
  expect(store.get(allWorthAtom)).toBe('0.50')
})

test('the sum is that of what each wallet says of itself', () => {
  const price = { id: 't1', symbol: 'rbnt', blockchain: 'redbelly:testnet', price: '0.004', updatedAt: AT }
  store.set(tokensAtom, [price])
  store.set(walletsAtom, [wallet('w1'), wallet('w2')])
  for (const id of ['w1', 'w2']) store.set(assetsAtom(id), [asset(`a-${id}`, { amount: COIN.toString() })])
  // 0.004 each: two wallets of $ 0 are not worth $ 0.01 together.
  expect(store.get(allWorthAtom)).toBe('0.00')
})
