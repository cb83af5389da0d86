import { createHash } from 'node:crypto'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import type { Wallet } from '#contract/wallet.ts'
import { AMOUNT_COINS } from '#domain/coinlimit.ts'
import { DetailsPanel } from '#features/send/DetailsPanel.tsx'
import { loadedAtom } from '#state/loaded.ts'
import { approversAtom, assetsAtom } from '#state/perwallet.ts'
import { sentAtom } from '#state/sent.ts'
import { store } from '#state/store.ts'
import { hearVersion } from '#state/version.ts'
import { tokensAtom, walletsAtom } from '#state/wallets.ts'
import {
  act,
  button,
  held,
  mount,
  network,
  press,
  refusal,
  shows,
  soon,
  text,
} from '#tests/unit/features/auth/page.tsx'
import { approver, asset, transaction, wallet } from '#tests/unit/state/fixture.ts'
import { draw, fill, input, next, shownDraft } from './panel.tsx'
import { clear, coins, GAS } from './setup.ts'

vi.mock('#ui/CoinIcon.tsx', () => ({ CoinIcon: () => null }))
vi.setConfig({ testTimeout: 20_000 })

const ESTIMATE = 'POST wallets/w1/transactions/bitcoin/estimate'
const TAPROOT = 'bcrt1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqc8gma6'
const SEGWIT = 'bcrt1qqyqszqgpqyqszqgpqyqszqgpqyqszqgpvxat9t'
const FEES = { SLOW: '705', NORMAL: '1410', FAST: '2820' }
const WHOLE = '100000000'

const verified: Wallet['features'] = [{ type: 'redbelly-kyc', payload: { completed: true } }]

beforeEach(() => {
  store.set(walletsAtom, [wallet('w1', { features: verified })])
  store.set(assetsAtom('w1'), [btc()])
  store.set(loadedAtom, { 'assets/w1': 'now', 'transactions/w1': 'now' })
  store.set(tokensAtom, [
    { id: 't1', blockchain: 'bitcoin:regtest', symbol: 'btc', decimals: 8, price: '64000', updatedAt: AT },
  ])
})

afterEach(async () => {
  await clear()
  store.set(tokensAtom, [])
})

const AT = '2030-01-01T00:00:00.000Z'
const DRAFT = {
  ...{ walletId: 'w1', assetId: 'b1', recipient: TAPROOT, usd: '', gas: 'normal' as const },
}
const btc = (more = {}) =>
  asset('b1', { symbol: 'btc', blockchain: 'bitcoin:regtest', decimals: 8, amount: WHOLE, ...more })
const estimates = (calls: { key: string; body: unknown }[]) =>
  calls.filter(({ key }) => key === ESTIMATE).map(({ body }) => body)

test('fees are known once recipient and amount are, in satoshi, minutes and dollars', async () => {
  const { reply, answer } = held()
  const calls = network({ [ESTIMATE]: reply })
  await draw()
  await shows('The network fee is known once recipient and amount are.')
  for (const time of ['30–60 min', '10–30 min', '5–10 min']) expect(text()).toContain(time)
  await fill('Wallet address', TAPROOT)
  await fill('Amount', '0')
  await fill('Amount', '0.5')
  await shows('Reading network fees…')
  expect(button('Next').disabled).toBe(true)
  await answer({ body: FEES })
  await shows('1410 Satoshi')
  await shows('$ 0.902400')
  await shows('Network fee at most 1410 Satoshi')
  await next()
  await soon(() => expect(shownDraft()).toMatchObject({ amount: '0.5', fee: '1410', maxFee: '1410' }))
  expect(estimates(calls)).toEqual([{ amount: '50000000', assetId: 'b1', recipient: TAPROOT }])
  expect(calls.filter(({ key }) => key.includes('gas-price'))).toEqual([])
})

test('without a valid recipient nothing is asked, and Next says what is wrong', async () => {
  const calls = network({ [ESTIMATE]: { body: FEES } })
  await draw({ amount: '0.5' })
  await next()
  await shows('Wallet address is required')
  for (const recipient of [
    'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
    'tb1qqyqszqgpqyqszqgpqyqszqgpqyqszqgpw0yxjz',
    '0x9F3C88A1D4e07b52C1660F2AB93e7c05dE8841Ab',
    SEGWIT.replace('q', 'Q'),
    `${SEGWIT.slice(0, -1)}x`,
  ]) {
    await fill('Wallet address', recipient)
    await shows('Wallet address should be a valid Bitcoin regtest address')
  }
  expect(estimates(calls)).toEqual([])
})

test('what is typed last is what is asked for, in lower case; an earlier answer is ignored', async () => {
  const { reply, answer } = held()
  const replies = [reply, () => Promise.resolve({ body: { ...FEES, NORMAL: '2222' } })]
  const calls = network({ [ESTIMATE]: () => replies.shift()?.() ?? reply() })
  await draw({ recipient: SEGWIT.toUpperCase(), amount: '0.5' })
  await soon(() => expect(estimates(calls)).toHaveLength(1))
  await fill('Amount', '0.25')
  await shows('2222 Satoshi')
  await answer({ body: FEES })
  await shows('2222 Satoshi')
  expect(estimates(calls)).toEqual([
    { amount: '50000000', assetId: 'b1', recipient: SEGWIT },
    { amount: '25000000', assetId: 'b1', recipient: SEGWIT },
  ])
  await next()
  await soon(() => expect(shownDraft()).toMatchObject({ recipient: SEGWIT, maxFee: '2222' }))
})

test('Max waits for the recipient, asks what all costs, and leaves nothing', async () => {
  const calls = network({ [ESTIMATE]: { body: FEES } })
  await draw()
  await press('Max')
  await shows('All that the network fee leaves.')
  await fill('Wallet address', TAPROOT)
  await soon(() => expect(input('Amount').value).toBe('0.9999859'))
  await act(() => [...document.querySelectorAll<HTMLElement>('[type=radio]')].at(-1)?.click())
  await soon(() => expect(input('Amount').value).toBe('0.9999718'))
  await next()
  await soon(() => expect(shownDraft()).toMatchObject({ amount: '0.9999718', max: true, maxFee: '2820' }))
  expect(estimates(calls)).toEqual([{ amount: WHOLE, assetId: 'b1', recipient: TAPROOT }])
})

test.each([
  ['0.9999859', FEES, undefined],
  ['0.99998591', FEES, 'Amount should be less than your balance'],
  ['0.5', { ...FEES, most: { SLOW: '40000000', NORMAL: '40000000', FAST: '40000000' } }, AMOUNT_COINS],
])('%s of one bitcoin with fees of %j: %s', async (amount, body, message) => {
  network({ [ESTIMATE]: { body } })
  await draw({ recipient: TAPROOT, amount })
  await shows('Network fee at most')
  await next()
  if (message) await shows(message)
  await soon(() => expect(shownDraft()?.amount).toBe(message ? undefined : amount))
  if (message !== AMOUNT_COINS) return
  await press('Max')
  await soon(() => expect(input('Amount').value).toBe('0.3999859'))
})

test('what no coins can pay has no fee, not one of zero', async () => {
  network({ [ESTIMATE]: { body: { SLOW: '0', NORMAL: '0', FAST: '0' } } })
  await draw({ recipient: TAPROOT, amount: '0.5' })
  await next()
  await shows('Not enough fee for send')
  expect(text()).not.toContain('0 Satoshi')
  expect(text()).not.toContain('0.000000')
  expect(shownDraft()).toBeUndefined()
})

test('guardians take their time: it may cost twice as much', async () => {
  const guarded = { type: 'approval-flow', payload: { enabled: true, consensus: 1 } } as const
  store.set(walletsAtom, [wallet('w1', { features: [...verified, guarded] })])
  store.set(approversAtom('w1'), [approver('g1', 'w1', { status: 'confirmed' })])
  network({ [ESTIMATE]: { body: FEES } })
  await draw({ recipient: TAPROOT, amount: '0.5' })
  await shows('1410 Satoshi')
  await shows('Network fee at most 2820 Satoshi')
  await next()
  await soon(() => expect(shownDraft()).toMatchObject({ fee: '1410', maxFee: '2820' }))
})

test('what the server refuses stands in the form; what it did not answer is asked for again', async () => {
  network({ [ESTIMATE]: [refusal(400, 'This is dust.'), { status: 502 }, { body: FEES }] })
  await draw({ recipient: TAPROOT, amount: '0.5' })
  await shows('This is dust.')
  await next()
  await shows('The network fee of this transfer could not be read. Press Next to try again.')
  await next()
  await soon(() => expect(shownDraft()).toBeDefined())
})

test('a payment link in the address field gives way to what it asks for', async () => {
  store.set(assetsAtom('w1'), [coins(), btc()])
  network({ ...GAS, [ESTIMATE]: { body: FEES } })
  await draw()
  await fill('Wallet address', ` bitcoin:${TAPROOT.toUpperCase()}?amount=0.0000015&label=Bakery `)
  await soon(() => expect(input('Wallet address').value).toBe(TAPROOT))
  expect(input('Amount').value).toBe('0.0000015')
  await shows('Filled in from a link.')
  await next()
  await soon(() => expect(shownDraft()).toMatchObject({ assetId: 'b1', usd: '0.10', recipient: TAPROOT }))
})

test('a link that asks for something else fills nothing in, and says why', async () => {
  network(GAS)
  store.set(assetsAtom('w1'), [coins()])
  await draw({ amount: '1' })
  await fill('Wallet address', `bitcoin:${TAPROOT}?amount=2`)
  await shows('This wallet has nothing to send on Bitcoin Regtest.')
  await fill('Wallet address', `bitcoin:${TAPROOT}?amount=0`)
  await shows('The amount of this payment link is not a number above zero.')
  expect(input('Amount').value).toBe('1')
  await fill('Wallet address', '')
  expect(text()).not.toContain('payment link')
})

test.each([
  ['', 6, ['BTC']],
  [', which an older server is not told the symbol of', 5, []],
])(
  'what is confirmed is sent once, with what it may cost and what was shown%s',
  async (_, version, symbol) => {
    onTestFinished(() => hearVersion({ version: 6, oldest: 5 }))
    hearVersion({ version, oldest: 4 })
    vi.spyOn(document, 'hasFocus').mockReturnValue(true)
    const keys: (string | null)[] = []
    const SEND = 'POST wallets/w1/transactions/send'
    const calls = network({
      [ESTIMATE]: { body: FEES },
      [SEND]: [{ status: 502 }, { status: 201, body: transaction('t9', ['w1']) }],
    })
    const answer = globalThis.fetch
    vi.stubGlobal('fetch', (input: string, init: RequestInit) => {
      if (input.endsWith('/send')) keys.push(new Headers(init.headers).get('idempotency-key'))
      return answer(input, init)
    })
    const draft = { ...DRAFT, amount: '0.9999859', max: true, fee: '1410', maxFee: '1410' }
    await mount(<DetailsPanel panel={{ id: 'transaction-details', draft }} open onClose={() => undefined} />)
    for (const shown of [
      '0.9999859 BTC',
      '$ 63,999.10',
      'Bitcoin Regtest',
      '$ 0.91, fixed',
      'Medium · 1410 Satoshi',
    ])
      await shows(shown)
    await soon(() => expect(button('Submit').disabled).toBe(false))
    await press('Submit')
    await soon(() => expect(store.get(sentAtom)).toBe('t9'))
    const sent = calls.filter(({ key }) => key === SEND).map(({ body }) => body)
    const text = JSON.stringify([
      ...[
        `countersign/send/${symbol.length + 1}`,
        'w1',
        'bitcoin:regtest',
        null,
        8,
        null,
        '99998590',
        TAPROOT,
      ],
      ...symbol,
    ])
    const body = {
      ...{ amount: '99998590', assetId: 'b1', description: '', gas: 'normal', maxFee: '1410' },
      ...{ recipient: TAPROOT, digest: createHash('sha256').update(text).digest('hex') },
    }
    expect(sent).toEqual([body, body])
    expect(keys).toEqual([keys[0], keys[0]])
    expect(keys[0]).toMatch(/^[\w-]{36}$/)
  },
)
