import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { endEverywhere } from '#app/everywhere.ts'
import { Modals } from '#app/Modals.tsx'
import { setConsensus } from '#features/guardians/approval.ts'
import { removeGuardian } from '#features/guardians/remove.ts'
import { CanceledError } from '#net/error.ts'
import { authAtom } from '#state/auth.ts'
import { closeEverything, modalsAtom } from '#state/modals.ts'
import { store } from '#state/store.ts'
import { walletsAtom } from '#state/wallets.ts'
import {
  act,
  button,
  mount,
  network,
  press,
  refusal,
  soon,
  text,
  type,
  unmount,
} from '#tests/unit/features/auth/page.tsx'
import { approver, wallet } from '#tests/unit/state/fixture.ts'

const STALE = {
  status: 403,
  body: { name: 'StepUpRequiredError', message: "Confirm it's you", traceId: 't' },
}
const RETIRE = 'POST wallets/w1/approvers/g0/retire'
const STEP_UP = 'POST auth/step-up'
const GONE = { body: approver('g0', 'w1', { status: 'retired' }) }

beforeEach(async () => {
  store.set(walletsAtom, [wallet('w1')])
  await mount(<Modals />)
})
afterEach(async () => {
  await unmount()
  await act(() => closeEverything(store))
  store.set(authAtom, (auth) => ({ ...auth, backup: false }))
  vi.unstubAllGlobals()
})

/** Begins a call whose end is told later. */
const begin = (work: () => Promise<unknown>) => {
  const ended = vi.fn<(error: unknown) => void>()
  void work().then(() => ended(undefined), ended)
  return ended
}
const shown = () => soon(() => expect(text()).toContain('Confirm it’s you'))

test('what the server wants a fresh factor for is asked again after the code', async () => {
  const calls = network({ [RETIRE]: [STALE, GONE], [STEP_UP]: { status: 204 } })
  const ended = begin(() => removeGuardian('w1', 'g0'))
  await shown()
  expect(text()).toContain('To remove a Guardian.')
  expect(text()).not.toContain('Use a backup code')
  await type('123456')
  await soon(() => expect(ended).toHaveBeenCalledWith(undefined))
  expect(calls.map(({ key, body }) => [key, body])).toEqual([
    [RETIRE, {}],
    [STEP_UP, { code: '123456' }],
    [RETIRE, {}],
  ])
  expect(store.get(modalsAtom)).toEqual([])
})

test('a wrong code stands at the field, and the call waits', async () => {
  const calls = network({
    [RETIRE]: [STALE, GONE],
    [STEP_UP]: [refusal(400, 'Wrong code. 4 tries left.'), { status: 204 }],
  })
  const ended = begin(() => removeGuardian('w1', 'g0'))
  await shown()
  await type('111111')
  await soon(() => expect(text()).toContain('Wrong code. 4 tries left.'))
  expect(ended).not.toHaveBeenCalled()
  await type('222222')
  await soon(() => expect(ended).toHaveBeenCalledWith(undefined))
  expect(calls).toHaveLength(4)
})

test('closed without a code, nothing is done and nothing is complained of', async () => {
  const calls = network({ 'POST wallets/w1/setup-approval-flow': STALE })
  const ended = begin(() => setConsensus(wallet('w1'), 1))
  await shown()
  await press('Cancel')
  await soon(() => expect(ended).toHaveBeenCalled())
  expect(ended.mock.calls[0]?.[0]).toBeInstanceOf(CanceledError)
  expect(calls).toHaveLength(1)
})

test('a session that began with a backup code may use another one', async () => {
  store.set(authAtom, (auth) => ({ ...auth, backup: true }))
  const calls = network({ [RETIRE]: [STALE, GONE], [STEP_UP]: { status: 204 } })
  const ended = begin(() => removeGuardian('w1', 'g0'))
  await soon(() => button('Use a backup code'))
  await press('Use a backup code')
  await type('12345678')
  await soon(() => expect(ended).toHaveBeenCalledWith(undefined))
  expect(calls[1]).toMatchObject({ key: STEP_UP, body: { code: '12345678' } })
})

test('signing out everywhere keeps this session until the factor was given', async () => {
  store.set(authAtom, (auth) => ({ ...auth, logged: true }))
  const calls = network({ 'POST auth/sign-out-all': [STALE, { status: 204 }], [STEP_UP]: { status: 204 } })
  const first = begin(endEverywhere)
  await shown()
  await press('Cancel')
  await soon(() => expect(first).toHaveBeenCalled())
  expect(store.get(authAtom).logged).toBe(true)
  expect(calls).toHaveLength(1)

  const second = begin(endEverywhere)
  await soon(() => expect(second).toHaveBeenCalledWith(undefined))
  expect(store.get(authAtom).logged).toBe(false)
})
