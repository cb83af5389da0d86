import { afterEach, describe, expect, test, vi } from 'vitest'
import { Modals } from '#app/Modals.tsx'
import { PATIENCE } from '#features/dapps/unanswered.ts'
import { errorInfoAtom, openModal } from '#state/modals.ts'
import { sessionsAtom } from '#state/perwallet.ts'
import { store } from '#state/store.ts'
import {
  act,
  button,
  enter,
  fieldError,
  mount,
  network,
  press,
  refusal,
  soon,
  text,
  toasts,
} from '#tests/unit/features/auth/page.tsx'
import { session } from '#tests/unit/state/fixture.ts'
import { Toaster } from '#ui/Toaster.tsx'
import { clear, closed, dialog, fill, heldReply, openDialogs, SESSION } from './dialogs.tsx'

afterEach(async () => {
  await clear()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const CONNECT = 'POST wallet-connect/sessions/connect'
const link = `wc:${'a'.repeat(64)}@2?relay-protocol=irn&symKey=${'b'.repeat(64)}`
const open = () => openDialogs({ sessions: [] }, { id: 'connect-to', walletId: 'w1' })

describe('connecting', () => {
  test.each([
    ['', 'This field is required'],
    ['  ', 'This field is required'],
    ['https://app.tidewater.example', 'Invalid WalletConnect link'],
    [link.replace('@2', '@1'), 'Invalid WalletConnect link'],
    [`${link}&expiryTimestamp=1700000000`, 'This link has expired. Copy a new one.'],
  ])('refuses %j', async (text, message) => {
    const calls = network({})
    await open()
    await enter(text)
    await soon(() => expect(fieldError()).toBe(message))
    expect(calls).toEqual([])
  })

  test('sends the link, says so when it takes long, and closes', async () => {
    const reply = heldReply(session('s1', 'w1'), 201)
    const calls = network({ [CONNECT]: reply.answer })
    await open()
    await enter(`  ${link.toUpperCase().replace('WC:', 'wc:').replace('SYMKEY', 'symKey')}\n`)
    await soon(() => expect(button('Connected…').disabled).toBe(true))
    expect(text()).not.toContain('This can take a few seconds.')
    await soon(() => expect(text()).toContain('This can take a few seconds.'))
    await reply.free()
    await closed()
    expect(calls).toHaveLength(1)
    expect(calls[0]?.body).toMatchObject({ walletId: 'w1' })
    expect(JSON.stringify(calls[0]?.body)).toContain(`symKey=${'b'.repeat(64)}`)
    expect(store.get(sessionsAtom('w1')).map(({ id }) => id)).toEqual(['s1'])
  })

  test('stays open when the server refuses', async () => {
    network({ [CONNECT]: refusal(409, 'This link was used already.') })
    await open()
    await enter(link)
    await soon(() => expect(store.get(errorInfoAtom)?.message).toBe('This link was used already.'))
    expect(dialog()).not.toBeNull()
    await soon(() => expect(button('Connect').disabled).toBe(false))
  })
})

test('a link that nobody answers is told after a while, but not where something was proposed', async () => {
  const timers = vi.spyOn(globalThis, 'setTimeout')
  network({ [CONNECT]: { status: 201, body: session('s1', 'w1') } })
  fill({ sessions: [] })
  await mount(
    <>
      <Modals />
      <Toaster />
    </>,
  )
  await act(() => openModal({ id: 'connect-to', walletId: 'w1' }))
  await soon(() => expect(dialog()).not.toBeNull())
  await enter(link)
  await closed()
  // This clock alone is not waited for.
  const [end] = timers.mock.calls.findLast(([, wait]) => wait === PATIENCE) ?? []
  const proposed = session('s1', 'w1', { status: 'pending-approval' })
  for (const [list, told] of [
    [[proposed], []],
    [[session('s1', 'w1')], ['The app has not answered. Copy a new link from it and try again.']],
  ] as const) {
    store.set(sessionsAtom('w1'), [...list])
    end?.()
    await soon(() => expect(toasts()).toEqual(told))
  }
})

test('disconnecting warns first, and closes afterwards', async () => {
  const key = 'POST wallet-connect/sessions/s1/disconnect'
  const reply = heldReply({ ...SESSION, status: 'disconnected' })
  const calls = network({ [key]: reply.answer })
  await openDialogs({}, { id: 'disconnect-session', walletId: 'w1', sessionId: 's1' })
  expect(text()).toContain('Are you sure you want to disconnect? You may lose site functionality.')
  await press('Disconnect')
  expect(button('Disconnected').disabled).toBe(true)
  await reply.free()
  await closed()
  expect(calls).toEqual([{ key, query: '', body: { walletId: 'w1' } }])
})

test('disconnecting that fails stays open, and can be tried again', async () => {
  network({ 'POST wallet-connect/sessions/s1/disconnect': refusal(502, 'The relay cannot be reached') })
  await openDialogs({}, { id: 'disconnect-session', walletId: 'w1', sessionId: 's1' })
  await press('Disconnect')
  await soon(() => expect(store.get(errorInfoAtom)?.message).toBe('The relay cannot be reached'))
  expect(dialog()).not.toBeNull()
  await soon(() => expect(button('Disconnect').disabled).toBe(false))
})
