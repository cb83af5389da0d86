import { StrictMode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { DetailsPanel } from '#features/send/DetailsPanel.tsx'
import { errorInfoAtom, type Panel, panelAtom, type SendDraft } from '#state/modals.ts'
import { assetsAtom } from '#state/perwallet.ts'
import { sentAtom } from '#state/sent.ts'
import { store } from '#state/store.ts'
import { walletsAtom } from '#state/wallets.ts'
import {
  act,
  button,
  mount,
  network,
  press,
  refusal,
  shows,
  soon,
  text,
} from '#tests/unit/features/auth/page.tsx'
import { transaction, wallet } from '#tests/unit/state/fixture.ts'
import { COIN, clear, coins, ESTIMATE, GAS, quoteOf, RECIPIENT } from './setup.ts'

vi.mock('#ui/CoinIcon.tsx', () => ({ CoinIcon: () => null }))
vi.setConfig({ testTimeout: 20_000 })

const SEND = 'POST wallets/w1/transactions/send-evm'
const FEES_ROSE = 'Network fees rose. Check the new fee.'

const draft: SendDraft = {
  walletId: 'w1',
  assetId: 'a1',
  recipient: RECIPIENT,
  amount: '1',
  usd: '',
  gas: 'normal',
  max: false,
  fee: quoteOf(21_000n),
  maxFee: quoteOf(25_200n),
}

beforeEach(() => {
  vi.spyOn(document, 'hasFocus').mockReturnValue(true)
  store.set(walletsAtom, [wallet('w1')])
  store.set(assetsAtom('w1'), [coins()])
})

afterEach(clear)

const draw = async (more: Partial<SendDraft> = {}) => {
  const panel: Extract<Panel, { id: 'transaction-details' }> = {
    id: 'transaction-details',
    draft: { ...draft, ...more },
  }
  store.set(panelAtom, panel)
  await mount(
    <StrictMode>
      <DetailsPanel panel={panel} open onClose={() => undefined} />
    </StrictMode>,
  )
}

const submit = async () => {
  await soon(() => expect(button('Submit').disabled).toBe(false))
  await press('Submit')
}

test.each([
  ['an amount stays', false, ['1', '1']],
  ['all follows the fee', true, ['2.999244', '2.9991']],
])('a fee that rose is shown anew and sent as the new ceiling; %s', async (_, max, amounts) => {
  const calls = network({
    ...GAS,
    [ESTIMATE]: [{ body: { gasLimit: '25200' } }, { body: { gasLimit: '30000' } }],
    [SEND]: [refusal(409, FEES_ROSE), { status: 201, body: transaction('t1', ['w1']) }],
  })
  await draw({ max })
  await shows('About 0.00063 RBNT, at most 0.000756 RBNT')
  await submit()
  await soon(() => expect(store.get(errorInfoAtom)?.message).toBe(FEES_ROSE))
  await shows('at most 0.0009 RBNT')
  expect(store.get(panelAtom)).not.toBeNull()
  await submit()
  await soon(() => expect(store.get(sentAtom)).toBe('t1'))
  expect(store.get(panelAtom)).toBeNull()
  const sent = calls.filter(({ key }) => key === SEND).map(({ body }) => body as Record<string, string>)
  expect(sent.map(({ maxFee }) => maxFee)).toEqual([quoteOf(25_200n), quoteOf(30_000n)])
  expect(sent.map(({ amount }) => amount)).toEqual(
    amounts.map((amount) => (BigInt(Math.round(Number(amount) * 1e6)) * 10n ** 12n).toString()),
  )
})

test('what can no longer be paid says so before it is submitted', async () => {
  network({ ...GAS, [ESTIMATE]: { body: { gasLimit: '25200' } } })
  await draw({ amount: '2' })
  await shows('at most')
  expect(text()).not.toContain('Amount should be less than your balance')
  await act(() => store.set(assetsAtom('w1'), [coins({ reserved: (2n * COIN).toString() })]))
  await shows('Amount should be less than your balance')
  expect(button('Submit').disabled).toBe(true)
})

test('after a failure of the server itself nothing is claimed, and the next Submit says what it does', async () => {
  network({
    ...GAS,
    [ESTIMATE]: { body: { gasLimit: '25200' } },
    [SEND]: [refusal(500, 'Something went wrong'), { status: 201, body: transaction('t2', ['w1']) }],
  })
  await draw()
  await submit()
  await soon(() => expect(store.get(errorInfoAtom)?.message).toBe('Something went wrong'))
  await shows('The last Submit was not answered.')
  await submit()
  await soon(() => expect(store.get(sentAtom)).toBe('t2'))
})
