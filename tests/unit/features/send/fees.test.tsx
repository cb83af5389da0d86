import { queryClientAtom } from 'jotai-tanstack-query'
import { afterEach, expect, test, vi } from 'vitest'
import type { Token } from '#contract/asset.ts'
import { useFees } from '#features/send/fees.ts'
import { ESTIMATE_DELAY } from '#state/estimate.ts'
import { store } from '#state/store.ts'
import { tokensAtom } from '#state/wallets.ts'
import { act, mount, network, shows, text, unmount } from '#tests/unit/features/auth/page.tsx'
import { asset } from '#tests/unit/state/fixture.ts'
import { GAS_PRICES } from './setup.ts'

const PRICES = { body: GAS_PRICES }
const ORACLE = 'GET asset-price-oracle/price'

const coin = (price: string | null): Token => ({
  id: 't1',
  blockchain: 'redbelly:testnet',
  symbol: 'rbnt',
  decimals: 18,
  price,
  updatedAt: '2030-01-01T00:00:00.000Z',
})

function Gas() {
  const { options } = useFees(asset('a1'), undefined, false)
  return options && <p>{`${options.normal.totalCrypto} for ${options.normal.totalUsd ?? '-'}`}</p>
}

const draw = async (...tokens: Token[]) => {
  store.set(tokensAtom, tokens)
  await mount(<Gas />)
}

afterEach(async () => {
  await unmount()
  store.get(queryClientAtom).clear()
  vi.useRealTimers()
  store.set(tokensAtom, [])
  vi.unstubAllGlobals()
})

test('the price in the list of tokens is the one that counts; the oracle is not asked', async () => {
  const calls = network({
    'GET wallets/gas-price': PRICES,
    [ORACLE]: { body: { symbol: 'RBNT', price: '9' } },
  })
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  await draw(coin('0.05'))
  await act(() => vi.advanceTimersByTime(2 * ESTIMATE_DELAY))
  await shows('0.00063 for 0.000032')
  expect(calls.filter(({ key }) => key === ORACLE)).toEqual([])
})

test.each([
  ['no token', []],
  ['a token without a price', [coin(null)]],
])('with %s the oracle is asked for the native coin', async (_, tokens) => {
  const calls = network({
    'GET wallets/gas-price': PRICES,
    [ORACLE]: { body: { symbol: 'RBNT', price: '0.05', updatedAt: '2030-01-01T00:00:00.000Z' } },
  })
  await draw(...tokens)
  await shows('0.00063 for -')
  await shows('0.00063 for 0.000032')
  expect(calls.filter(({ key }) => key === ORACLE)).toEqual([
    { key: ORACLE, query: '?symbol=rbnt', body: undefined },
  ])
})

test('without any price the fee stands in coins alone', async () => {
  const calls = network({
    'GET wallets/gas-price': PRICES,
    [ORACLE]: { status: 404, body: { name: 'NotFoundError', message: 'No price' } },
  })
  await draw()
  await vi.waitFor(() => expect(calls.some(({ key }) => key === ORACLE)).toBe(true), 5000)
  expect(text()).toBe('0.00063 for -')
})
