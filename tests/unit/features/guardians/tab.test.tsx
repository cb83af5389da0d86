import { useAtomValue } from 'jotai'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { Errors } from '#app/Errors.tsx'
import { Modals } from '#app/Modals.tsx'
import type { WalletApprover } from '#contract/guardian.ts'
import { withApprovalFlow } from '#domain/guardian.ts'
import { GuardiansTab } from '#features/guardians/GuardiansTab.tsx'
import { loadedAtom } from '#state/loaded.ts'
import { closeEverything, modalsAtom, panelAtom } from '#state/modals.ts'
import { approversAtom } from '#state/perwallet.ts'
import { store } from '#state/store.ts'
import { walletsAtom } from '#state/wallets.ts'
import {
  type Answers,
  act,
  button,
  goOffline,
  held,
  mount,
  network,
  press,
  refusal,
  settle,
  soon,
  text,
  toasts,
  unmount,
} from '#tests/unit/features/auth/page.tsx'
import { approver, invite, wallet } from '#tests/unit/state/fixture.ts'
import { Toaster } from '#ui/Toaster.tsx'

const guarded = (enabled: boolean, consensus = 1) => withApprovalFlow(wallet('w1'), { enabled, consensus })
const seats = (...statuses: WalletApprover['status'][]) =>
  statuses.map((status, index) =>
    approver(`g${index}`, 'w1', { status, approverEmail: `g${index}@example.com` }),
  )

function Tab() {
  const [current] = useAtomValue(walletsAtom)
  return current ? <GuardiansTab wallet={current} /> : null
}

const draw = async (enabled: boolean, approvers: WalletApprover[] = [], consensus = 1) => {
  store.set(walletsAtom, [guarded(enabled, consensus)])
  store.set(approversAtom('w1'), approvers)
  await mount(
    <>
      <Tab />
      <Modals />
      <Errors />
      <Toaster />
    </>,
  )
}

const toggle = () => button('Guardian Approval')
const rows = () => [...document.querySelectorAll('li')].map((row) => row.textContent)

let calls: ReturnType<typeof network>
const answering = (answers: Answers) => {
  calls = network(answers)
}
beforeEach(() => answering({}))

afterEach(async () => {
  await unmount()
  await act(() => closeEverything(store))
  store.set(loadedAtom, {})
  store.set(walletsAtom, [])
  store.set(approversAtom('w1'), [])
  vi.unstubAllGlobals()
})

describe('guardian approval', () => {
  test('says what it is for and, while off, shows no list', async () => {
    await draw(false, seats('confirmed', 'confirmed'))
    for (const words of [
      'Protect your assets by adding up to three Guardians who can approve or deny your transactions.',
      'Transactions process without Guardians’ approval',
      'Turn on to add Guardians.',
    ]) {
      expect(text()).toContain(words)
    }
    for (const words of ['My Guardians', 'Required Approvals', 'Add Guardian']) {
      expect(text()).not.toContain(words)
    }
    expect(toggle().getAttribute('aria-checked')).toBe('false')
  })

  test('flips at once, is disabled while its call runs, and flips back with the error', async () => {
    const call = held()
    answering({ 'POST wallets/w1/enable-approval-flow': call.reply })
    await draw(false)
    await press('Guardian Approval')
    expect(text()).toContain('Transactions require Guardians’ approval')
    expect(toggle().disabled).toBe(true)
    expect(calls).toEqual([{ key: 'POST wallets/w1/enable-approval-flow', query: '', body: {} }])
    await call.answer(refusal(409, 'Not now'))
    await soon(() => expect(text()).toContain('Not now'))
    expect(text()).toContain('Transactions process without Guardians’ approval')
    expect(toggle().disabled).toBe(false)
  })
})

describe('protection', () => {
  const NOT_YET = 'Not protected yet: no Guardian has accepted'

  test('is not there while it is on and nobody has accepted', async () => {
    await draw(true, seats('pending'))
    // Before the list was read, nobody knows.
    expect(text()).not.toContain(NOT_YET)
    await act(() => store.set(loadedAtom, { 'approvers/w1': '2026-01-02T03:04:05Z' }))
    expect(text()).toContain(NOT_YET)
    expect(document.getElementById(toggle().getAttribute('aria-describedby') ?? '')?.textContent).toContain(
      NOT_YET,
    )
    await act(() => store.set(approversAtom('w1'), seats('confirmed')))
    expect(text()).not.toContain(NOT_YET)
  })

  test('is switched off only after a question that says what follows; then the flag flips and the call is made', async () => {
    const call = held()
    answering({ 'POST wallets/w1/disable-approval-flow': call.reply })
    await draw(true, seats('confirmed'))
    await press('Guardian Approval')
    await soon(() => expect(text()).toContain('One signature will be enough to move everything in'))
    expect(text()).toContain('Today1 out of 1 Guardians')
    expect(text()).toContain('From now onNobody')
    expect(text()).not.toContain('until then')
    await press('Keep')
    await soon(() => expect(document.querySelector('[role=alertdialog]')).toBeNull())
    expect([toggle().getAttribute('aria-checked'), calls]).toEqual(['true', []])

    await press('Guardian Approval')
    await soon(() => button('Switch off'))
    await press('Switch off')
    expect(toggle().getAttribute('aria-checked')).toBe('false')
    expect(calls).toEqual([{ key: 'POST wallets/w1/disable-approval-flow', query: '', body: {} }])
    await call.answer(refusal(409, 'Not now'))
    await soon(() => expect(text()).toContain('Not now'))
    expect(toggle().getAttribute('aria-checked')).toBe('true')
  })
})

test('the question waits for the connection', async () => {
  answering({})
  await draw(true, seats('confirmed'))
  await press('Guardian Approval')
  await soon(() => button('Switch off'))
  await goOffline(true)
  await press('Switch off')
  await settle()
  expect(document.querySelector('[role=alertdialog]')).not.toBeNull()
  expect([toggle().getAttribute('aria-checked'), calls]).toEqual(['true', []])
  await goOffline(false)
})

test('approval that nobody gives yet is switched off without a question', async () => {
  const call = held()
  answering({ 'POST wallets/w1/disable-approval-flow': call.reply })
  await draw(true, seats('pending'))
  await press('Guardian Approval')
  expect(document.querySelector('[role=alertdialog]')).toBeNull()
  expect(calls).toEqual([{ key: 'POST wallets/w1/disable-approval-flow', query: '', body: {} }])
})

test('a weaker rule says when it starts, and what binds until then', async () => {
  await draw(false)
  const until = { consensus: 2, confirmed: 3 }
  const payload = { enabled: false, consensus: 2, startsAt: '2999-03-02T12:00:00Z', until }
  await act(() => store.set(walletsAtom, [wallet('w1', { features: [{ type: 'approval-flow', payload }] })]))
  expect(text()).toMatch(/Starts 02 Mar 2999, .+\. Until then 2 out of 3 Guardians must approve\./)
})

describe('the list of guardians', () => {
  test('without anybody is empty and says how approvals begin', async () => {
    await draw(true, seats('rejected', 'retired'))
    for (const words of [
      'My Guardians',
      '0 Active, 0 Pending',
      'No Guardians Yet',
      'Add a Guardian to start requiring approvals.',
    ]) {
      expect(text()).toContain(words)
    }
    expect(rows()).toEqual([])
  })

  test('has the confirmed and the pending, and what can be done with each', async () => {
    await draw(true, seats('confirmed', 'pending', 'rejected', 'retired', 'confirmed'))
    expect(text()).toContain('2 Active, 1 Pending')
    expect(rows()).toHaveLength(3)
    const pending = rows().find((row) => row?.includes('g1@example.com'))
    for (const words of ['Pending Invite', 'Resend', 'Remove']) expect(pending).toContain(words)
    const confirmed = rows().find((row) => row?.includes('g0@example.com'))
    expect(confirmed).toContain('Remove')
    for (const words of ['Pending Invite', 'Resend']) expect(confirmed).not.toContain(words)
    expect(text()).not.toContain('Add a Guardian to start requiring approvals.')
  })

  test('an invite is sent again by one call, and that is said', async () => {
    answering({ 'POST invites/g0/resend': { body: invite('g0') } })
    await draw(true, seats('pending'))
    await press('Resend the invite to g0@example.com')
    await soon(() => expect(toasts()).toEqual(['Invite Resent']))
    expect(calls).toEqual([{ key: 'POST invites/g0/resend', query: '', body: {} }])
  })

  test.each([
    [['confirmed', 'confirmed', 'pending', 'pending'], { id: 'invite-guardian', walletId: 'w1' }],
    [['confirmed', 'confirmed', 'confirmed'], { id: 'guardian-limit-reached' }],
  ] as const)('with %j lets add: %j', async (statuses, opened) => {
    await draw(true, seats(...statuses))
    await press('Add Guardian')
    expect(store.get(modalsAtom)[0] ?? store.get(panelAtom)).toEqual(opened)
  })
})

describe('required approvals', () => {
  const fewer = () => button('Fewer').disabled
  const more = () => button('More').disabled

  test.each([
    [['confirmed'], 1, undefined],
    [['confirmed', 'pending', 'pending'], 1, undefined],
    [['confirmed', 'confirmed'], 1, ['1 out of 2', true, false]],
    [['confirmed', 'confirmed', 'confirmed'], 2, ['2 out of 3', false, false]],
    [['confirmed', 'confirmed', 'confirmed'], 3, ['3 out of 3', false, true]],
    [['confirmed', 'confirmed', 'pending'], 3, ['2 out of 2', false, true]],
  ] as const)('with %j of which %i must approve', async (statuses, consensus, shown) => {
    await draw(true, seats(...statuses), consensus)
    if (!shown) {
      expect(text()).not.toContain('Required Approvals')
      return
    }
    expect(text()).toContain('Select how many Guardians must approve transaction')
    expect(text()).toContain(shown[0])
    expect([fewer(), more()]).toEqual([shown[1], shown[2]])
  })

  test('step at once, wait for the answer, and step back with the error', async () => {
    const call = held()
    answering({ 'POST wallets/w1/setup-approval-flow': call.reply })
    await draw(true, seats('confirmed', 'confirmed', 'confirmed'), 2)
    await press('More')
    expect(text()).toContain('3 out of 3')
    expect([fewer(), more()]).toEqual([true, true])
    expect(calls).toEqual([{ key: 'POST wallets/w1/setup-approval-flow', query: '', body: { consensus: 3 } }])
    await call.answer(refusal(409, 'Not now'))
    await soon(() => expect(text()).toContain('Not now'))
    expect(text()).toContain('2 out of 3')
    expect([fewer(), more()]).toEqual([false, false])
  })
})

describe('removing a guardian', () => {
  test('closes the question first, then calls', async () => {
    const call = held()
    answering({ 'POST wallets/w1/approvers/g0/retire': call.reply })
    await draw(true, seats('confirmed'))
    await press('Remove g0@example.com')
    await soon(() => expect(text()).toContain("This Guardian won't be able to approve your transactions."))
    await press('Remove')
    await soon(() => expect(document.querySelector('[role=alertdialog]')).toBeNull())
    expect(store.get(modalsAtom)).toEqual([])
    expect(calls).toEqual([{ key: 'POST wallets/w1/approvers/g0/retire', query: '', body: {} }])
    expect(text()).toContain('1 Active, 0 Pending')
    await call.answer({ body: { ...seats('retired')[0] } })
    await soon(() => expect(text()).toContain('0 Active, 0 Pending'))
  })

  test('that fails says so, and he stays', async () => {
    answering({ 'POST wallets/w1/approvers/g0/retire': refusal(409, 'Not now') })
    await draw(true, seats('confirmed'))
    await press('Remove g0@example.com')
    await soon(() => button('Cancel'))
    await press('Remove')
    await soon(() => expect(text()).toContain('Not now'))
    expect(text()).toContain('1 Active, 0 Pending')
  })
})
