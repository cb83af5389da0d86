import { queryClientAtom } from 'jotai-tanstack-query'
import { vi } from 'vitest'
import { authAtom, SIGNED_OUT } from '#state/auth.ts'
import { loadedAtom } from '#state/loaded.ts'
import { errorInfoAtom, panelAtom } from '#state/modals.ts'
import { approversAtom, assetsAtom, transactionsAtom } from '#state/perwallet.ts'
import { sentAtom } from '#state/sent.ts'
import { store } from '#state/store.ts'
import { tokensAtom, walletsAtom } from '#state/wallets.ts'
import { type Answers, refusal, unmount } from '#tests/unit/features/auth/page.tsx'
import { asset } from '#tests/unit/state/fixture.ts'

/** What the panels of a send find: a wallet with three coins, prices of gas, and nothing left of the test before. */

export const COIN = 10n ** 18n
export const RECIPIENT = '0x9F3C88A1D4e07b52C1660F2AB93e7c05dE8841Ab'
export const ESTIMATE = 'POST wallets/w1/transactions/evm/estimate'

const GWEI = 10n ** 9n
const tier = (gwei: bigint) => ({ maxFeePerGas: (gwei * GWEI).toString() })
export const GAS_PRICES = { SLOW: tier(20n), NORMAL: tier(30n), FAST: tier(40n) }
export const GAS: Answers = {
  'GET wallets/gas-price': { body: GAS_PRICES },
  'GET asset-price-oracle/price': refusal(404),
}
/** Wei for so much gas at the middle speed. */
export const quoteOf = (gas: bigint): string => (gas * 30n * GWEI).toString()

export const coins = (more: Partial<Parameters<typeof asset>[1]> = {}) =>
  asset('a1', { amount: (3n * COIN).toString(), decimals: 18, ...more })

export const clear = async (): Promise<void> => {
  await unmount()
  store.get(queryClientAtom).clear()
  store.set(authAtom, SIGNED_OUT)
  store.set(panelAtom, null)
  store.set(errorInfoAtom, null)
  store.set(sentAtom, undefined)
  store.set(walletsAtom, [])
  store.set(tokensAtom, [])
  store.set(loadedAtom, {})
  for (const id of ['w1', 'w2']) {
    store.set(assetsAtom(id), [])
    store.set(approversAtom(id), [])
    store.set(transactionsAtom(id), [])
  }
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
}
