import { afterEach, expect, test, vi } from 'vitest'
import { emailAtom } from '#state/auth.ts'
import { store } from '#state/store.ts'
import {
  act,
  button,
  close,
  enter,
  field,
  fieldError,
  goOffline,
  heading,
  here,
  network,
  open,
  refusal,
  settle,
  shows,
  soon,
  text,
} from './page.tsx'

afterEach(async () => {
  await close()
  vi.restoreAllMocks()
})

test('a valid address is trimmed, sent, remembered and leads to the code', async () => {
  const calls = network({ 'POST auth/sign-in': { body: { id: '482913557120' } } })
  await open('/auth')
  expect(heading()).toBe('Sign In')
  expect(document.activeElement).toBe(field())
  await enter(' a@b.de ')
  await soon(() => expect(here()).toBe('/verify?id=482913557120'))
  expect(calls).toEqual([{ key: 'POST auth/sign-in', query: '', body: { email: 'a@b.de' } }])
  expect(store.get(emailAtom)).toBe('a@b.de')
})

test.each([
  ['', 'This field is required'],
  ['   ', 'This field is required'],
  ['a', 'Invalid email format'],
  ['a@', 'Invalid email format'],
  ['a@b', 'Invalid email format'],
  ['a b@c.de', 'Invalid email format'],
])('the address %j is refused with %j and not sent', async (address, message) => {
  const calls = network({})
  await open('/auth')
  await enter(address)
  expect(fieldError()).toBe(message)
  expect(document.activeElement).toBe(field())
  expect(calls).toEqual([])
})

test('typing takes the message away', async () => {
  network({ 'POST auth/sign-in': 'no answer' })
  await open('/auth')
  await enter('a')
  expect(fieldError()).toBe('Invalid email format')
  await enter('a@b.de')
  expect(fieldError()).toBeUndefined()
})

test.each([
  [refusal(500, 'The mail server is down'), 'The mail server is down'],
  [refusal(429, 'Too many mails'), 'Too many mails'],
  ['no answer' as const, 'No connection'],
])('a failing call stays on the page with a toast', async (reply, message) => {
  network({ 'POST auth/sign-in': reply })
  await open('/auth')
  await enter('a@b.de')
  await shows(message)
  expect(here()).toBe('/auth')
  expect(fieldError()).toBeUndefined()
  expect(button('Continue with Email').disabled).toBe(false)
})

test('one call at a time, with the label kept and both buttons disabled', async () => {
  let answer = () => {}
  const waiting = new Promise<void>((done) => {
    answer = done
  })
  const calls = network({
    'POST auth/sign-in': async () => {
      await waiting
      return { body: { id: '482913557120' } }
    },
  })
  await open('/auth')
  await enter('a@b.de')
  await enter('a@b.de')
  expect(button('Continue with Email').disabled).toBe(true)
  expect(button('Continue with Email').getAttribute('aria-busy')).toBe('true')
  expect(button('Continue with Google').disabled).toBe(true)
  answer()
  await soon(() => expect(here()).toBe('/verify?id=482913557120'))
  expect(calls).toHaveLength(1)
})

test('the address of an earlier try stands in the field', async () => {
  network({})
  await open('/auth', { email: 'mara@lindqvist.example' })
  expect(field().value).toBe('mara@lindqvist.example')
})

test('Google is a navigation of the browser', async () => {
  const calls = network({})
  const assign = vi.spyOn(location, 'assign').mockImplementation(() => undefined)
  await open('/auth')
  button('Continue with Google').click()
  await settle()
  expect(assign).toHaveBeenCalledExactlyOnceWith('/api/v1/oauth/google/login')
  expect(calls).toEqual([])
})

test('a server without Google says so once', async () => {
  network({})
  await open('/auth?error=google-not-configured')
  await shows('Google sign-in is not configured')
  expect(here()).toBe('/auth')
})

test('offline, nothing can be sent and a line says why', async () => {
  const calls = network({})
  await open('/auth')
  await goOffline(true)
  expect(text()).toContain('You are offline.')
  expect(field().disabled).toBe(true)
  for (const name of ['Continue with Email', 'Continue with Google']) {
    expect(button(name).getAttribute('aria-disabled')).toBe('true')
    const why = document.getElementById(button(name).getAttribute('aria-describedby') ?? '')
    expect(why?.textContent).toBe('Needs a connection.')
    await act(() => button(name).click())
  }
  expect(calls).toEqual([])
  await goOffline(false)
  expect(text()).not.toContain('You are offline.')
  expect(button('Continue with Email').hasAttribute('aria-disabled')).toBe(false)
})

test('a sandbox shows where its mails are', async () => {
  const sandbox = 'http://localhost:4173/sandbox'
  network({
    'GET config': {
      body: {
        testnetPageUrl: '',
        bitcoinNetwork: 'regtest',
        chains: [],
        explorers: {},
        googleEnabled: false,
        sandbox,
      },
    },
  })
  await open('/auth')
  await shows('Sandbox · test money')
  expect(document.querySelector(`a[href="${sandbox}"]`)).not.toBeNull()
})
