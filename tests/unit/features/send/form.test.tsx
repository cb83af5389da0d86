import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Wallet } from '#contract/wallet.ts'
import { authAtom, SIGNED_OUT } from '#state/auth.ts'
import { loadedAtom } from '#state/loaded.ts'
import { approversAtom, assetsAtom } from '#state/perwallet.ts'
import { store } from '#state/store.ts'
import { tokensAtom, walletsAtom } from '#state/wallets.ts'
import {
  button,
  held,
  network,
  press,
  refusal,
  shows,
  soon,
  text,
  unmount,
} from '#tests/unit/features/auth/page.tsx'
import { approver, asset, wallet } from '#tests/unit/state/fixture.ts'
import { draw, fill, input, next, shownDraft } from './panel.tsx'
import { COIN, clear, coins, ESTIMATE, GAS, quoteOf, RECIPIENT } from './setup.ts'

vi.mock('#ui/CoinIcon.tsx', () => ({ CoinIcon: () => null }))
vi.setConfig({ testTimeout: 20_000 })

/** A fifth above the assumed gas. */
const QUOTED = quoteOf(25_200n)

const verified: Wallet['features'] = [{ type: 'redbelly-kyc', payload: { completed: true } }]
const guarded: Wallet['features'] = [
  ...verified,
  { type: 'approval-flow', payload: { enabled: true, consensus: 1 } },
]

beforeEach(() => {
  store.set(walletsAtom, [
    wallet('w1', { features: verified }),
    wallet('w2', { features: verified }),
    wallet('w3'),
    wallet('w4', { features: verified, status: 'processing-removal' }),
  ])
  store.set(assetsAtom('w1'), [coins()])
  store.set(loadedAtom, { 'assets/w1': 'now', 'transactions/w1': 'now' })
})

afterEach(clear)

test('all of the coin: the quote is asked for once, and the amount follows it', async () => {
  const calls = network({ ...GAS, [ESTIMATE]: { body: { gasLimit: '25200' } } })
  await draw({ recipient: RECIPIENT })
  await soon(() => expect(button('Max').disabled).toBe(false))
  await press('Max')
  await shows('Network fee at most 0.000756 RBNT')
  expect(input('Amount').value).toBe('2.999244')
  await next()
  await soon(() => expect(shownDraft()).toBeDefined())
  expect(shownDraft()).toMatchObject({ amount: '2.999244', max: true, maxFee: QUOTED })
  expect(calls.filter(({ key }) => key === ESTIMATE)).toEqual([
    {
      key: ESTIMATE,
      query: '',
      body: { amount: (3n * COIN).toString(), assetId: 'a1', recipient: RECIPIENT },
    },
  ])
})

test('what waits for guardians is not there to be sent, and may cost twice as much', async () => {
  store.set(walletsAtom, [wallet('w1', { features: guarded })])
  store.set(approversAtom('w1'), [approver('g1', 'w1', { status: 'confirmed' })])
  store.set(assetsAtom('w1'), [coins({ reserved: COIN.toString() })])
  network({ ...GAS, [ESTIMATE]: { body: { gasLimit: '25200' } } })
  await draw({ recipient: RECIPIENT })
  await shows('Available 2 · 1 waiting')
  await fill('Amount', '2.5')
  await next()
  await shows('Amount should be less than your balance')
  await press('Max')
  await shows('Network fee at most 0.001512 RBNT')
  expect(input('Amount').value).toBe('1.998488')
})

test('all mistakes show at once, and Next can be pressed again', async () => {
  network(GAS)
  store.set(assetsAtom('w1'), [
    asset('a1'),
    asset('a2', { symbol: 'usdc', type: 'ERC20', address: RECIPIENT }),
  ])
  await draw()
  await next()
  for (const words of ['Asset is required', 'Wallet address is required', 'Amount is required']) {
    await shows(words)
  }
  expect(button('Next').disabled).toBe(false)
})

test('a form without a mistake waits for its quote, says so, and goes on by itself', async () => {
  const { reply, answer } = held()
  network({ ...GAS, [ESTIMATE]: reply })
  await draw({ recipient: RECIPIENT, amount: '1' })
  await next()
  await shows('Checking the network fee…')
  expect(shownDraft()).toBeUndefined()
  await answer({ body: { gasLimit: '25200' } })
  await soon(() => expect(shownDraft()).toMatchObject({ amount: '1', maxFee: QUOTED }))
})

test('what changed meanwhile is not gone on with', async () => {
  const { reply, answer } = held()
  network({ ...GAS, [ESTIMATE]: reply })
  await draw({ recipient: RECIPIENT, amount: '1' })
  await next()
  await shows('Checking the network fee…')
  await fill('Amount', '2')
  await answer({ body: { gasLimit: '25200' } })
  await shows('Network fee at most')
  expect(shownDraft()).toBeUndefined()
})

test('why there is no quote stands in the form; pressing again asks again', async () => {
  const reason = 'The contract refuses this transaction'
  network({
    ...GAS,
    [ESTIMATE]: [refusal(400, reason), { status: 502 }, { body: { gasLimit: '25200' } }],
  })
  const sight = vi.spyOn(Element.prototype, 'scrollIntoView')
  await draw({ recipient: RECIPIENT, amount: '1' })
  await next()
  await shows(reason)
  await soon(() => expect(sight.mock.contexts.at(-1)).toHaveProperty('textContent', reason))
  sight.mockRestore()
  expect(shownDraft()).toBeUndefined()
  await next()
  await shows('The network fee of this transfer could not be read. Press Next to try again.')
  await next()
  await soon(() => expect(shownDraft()).toBeDefined())
})

test('assets are offered as the wallet lists them: what is worth most first, not what a stranger sent last', async () => {
  network(GAS)
  const priced = (symbol: string, blockchain: string, price: string) => ({
    ...{ id: symbol, symbol, blockchain, price, updatedAt: '2026-01-02T03:04:05.000Z' },
  })
  store.set(tokensAtom, [priced('rbnt', 'redbelly:testnet', '0.05'), priced('eth', 'hardhat', '3000')])
  const one = { decimals: 18, amount: COIN.toString() }
  store.set(assetsAtom('w1'), [
    asset('a3', { ...one, type: 'ERC20', address: RECIPIENT, symbol: 'airdrop' }),
    asset('a1', one),
    asset('a2', { ...one, symbol: 'eth', blockchain: 'hardhat' }),
  ])
  await draw()
  await press('Asset: Choose')
  const options = [...document.querySelectorAll('[role=option]')].map(({ textContent }) => textContent)
  expect(options.map((option) => /ETH|RBNT|AIRDROP/i.exec(option)?.[0].toUpperCase())).toEqual([
    'ETH',
    'RBNT',
    'AIRDROP',
  ])
})

test('only wallets that may transfer are offered, and another one loads what it holds', async () => {
  store.set(authAtom, { ...SIGNED_OUT, logged: true })
  const assets = held()
  const none = { body: { items: [], total: 0 } }
  network({
    ...GAS,
    'GET assets': assets.reply,
    'GET transactions': none,
    'GET wallets/w1/approvers': none,
    'GET wallets/w2/approvers': none,
  })
  await draw({ walletId: 'w2' })
  await soon(() => expect(button('Asset: Loading assets…').disabled).toBe(true))
  expect(text()).not.toContain('Asset list is empty')
  await press('Wallet: Wallet w2')
  expect([...document.querySelectorAll('[role=option]')].map(({ textContent }) => textContent)).toEqual([
    'Wallet w1',
    'Wallet w2',
  ])
  await assets.answer({ body: { items: [asset('b1', { amount: '5', decimals: 0 })], total: 1 } })
  await shows('Available 5')
})

test('a code is scanned only where the browser can ask for a camera, and while the field is empty', async () => {
  network(GAS)
  const isOffered = () =>
    [...document.querySelectorAll('button')].some(({ textContent }) => textContent === 'Scan')
  // This page has none.
  await draw()
  expect(isOffered()).toBe(false)
  await unmount()
  Object.assign(navigator, { mediaDevices: { getUserMedia: () => undefined } })
  await draw()
  expect(isOffered()).toBe(true)
  await fill('Wallet address', RECIPIENT)
  expect(isOffered()).toBe(false)
  Reflect.deleteProperty(navigator, 'mediaDevices')
})
