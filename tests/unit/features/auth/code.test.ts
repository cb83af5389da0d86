import { afterEach, describe, expect, test, vi } from 'vitest'
import { emailAtom, loggedAtom, twoFactorStepAtom } from '#state/auth.ts'
import { store } from '#state/store.ts'
import {
  act,
  close,
  enter,
  field,
  fieldError,
  goOffline,
  heading,
  here,
  network,
  open,
  press,
  refusal,
  settle,
  shows,
  soon,
  text,
  toasts,
  type,
} from './page.tsx'

const PATTERN = 'The code must be at least 6 characters and contain only numbers'
const VERIFY = 'POST auth/sign-in/verify'
const passes = (requiredAction: string) => ({ [VERIFY]: { body: { requiredAction, email: 'a@b.de' } } })

afterEach(async () => {
  await close()
  vi.restoreAllMocks()
})

test('without an id it leads back to the address', async () => {
  network({})
  await open('/verify?code=123456')
  await soon(() => expect(here()).toBe('/auth'))
})

test.each([
  ['482913557120', 'Enter Code #48'],
  ['a3f81b7c', 'Enter Code #38'],
])('the id %s is titled %s', async (id, title) => {
  network({})
  await open(`/verify?id=${id}`, { email: 'mara@lindqvist.example' })
  expect(heading()).toBe(title)
  expect(text()).toContain('mara@lindqvist.example')
  await press('Change Email Address')
  expect(here()).toBe('/auth')
  await soon(() => expect(field().value).toBe('mara@lindqvist.example'))
})

test('of an id without a digit it does not say how the email is marked', async () => {
  network({})
  await open('/verify?id=abc')
  await shows('We sent a 6-digit code to your email.')
  expect(text()).not.toContain('marked')
})

describe('the field', () => {
  test.each([
    ['', 'This field is required'],
    ['12345', PATTERN],
    ['12a456', PATTERN],
  ])('%j is refused', async (code, message) => {
    const calls = network({})
    await open('/verify?id=111')
    await enter(code)
    expect(fieldError()).toBe(message)
    expect(document.activeElement).toBe(field())
    expect(calls).toEqual([])
  })

  test('spaces around the code are not sent', async () => {
    const calls = network(passes('check-2fa'))
    await open('/verify?id=112')
    await enter(' 123456 ')
    await soon(() => expect(here()).toBe('/two-factor/check'))
    expect(calls).toEqual([{ key: VERIFY, query: '', body: { code: '123456', id: '112' } }])
  })

  test('typing the last digit sends nothing by itself', async () => {
    const calls = network(passes('check-2fa'))
    await open('/verify?id=113')
    await type('123456')
    await settle()
    expect(field().value).toBe('123456')
    expect(calls).toEqual([])
  })

  test('a wrong code is an error of the field, and no toast', async () => {
    network({ [VERIFY]: refusal(400, 'Wrong code') })
    await open('/verify?id=114')
    await enter('123456')
    await soon(() => expect(fieldError()).toBe('Invalid verification Code'))
    expect(field().value).toBe('123456')
    // One selection: what is typed next takes its place.
    expect([field().selectionStart, field().selectionEnd]).toEqual([0, 6])
    await settle()
    expect(toasts()).toEqual([])
    expect(here()).toBe('/verify?id=114')
  })

  test('that is wrong again and again is told to wear out, each time it is refused alike', async () => {
    const wears = 'A code takes 5 tries in 10 minutes. After that only a new one works.'
    network({ [VERIFY]: refusal(400, 'Wrong code') })
    await open('/verify?id=116')
    for (const code of ['111111', '222222']) {
      await enter(code)
      await soon(() => expect(fieldError()).toBe('Invalid verification Code'))
      await settle()
      expect(document.body.textContent).not.toContain(wears)
    }
    await enter('333333')
    await shows(wears)
    expect(fieldError()).toBe('Invalid verification Code')
  })

  test.each([
    [refusal(429, 'Too many tries'), 'Too many tries'],
    [refusal(500, 'The server is down'), 'The server is down'],
    ['no answer' as const, 'No connection'],
  ])('an outage is a toast, and no error of the field', async (reply, message) => {
    network({ [VERIFY]: reply })
    await open('/verify?id=115')
    await enter('123456')
    await shows(message)
    expect(fieldError()).toBeUndefined()
  })
})

describe('the link of the mail', () => {
  test('brings its code in the fragment, which reaches no server', async () => {
    const calls = network(passes('setup-2fa'))
    await open('/verify?id=205#code=123456')
    await soon(() => expect(here()).toBe('/two-factor/download-app'))
    expect(calls).toEqual([{ key: VERIFY, query: '', body: { code: '123456', id: '205' } }])
    expect(location.hash).toBe('')
  })

  test.each(['#code=12345', '&code=12345', '&code=1#code=12345'])(
    'takes %s out of the address, also when it cannot be sent',
    async (given) => {
      network({})
      await open(`/verify?id=206${given}`)
      await settle()
      expect(here() + location.hash).toBe('/verify?id=206')
      expect(field().value).toBe('12345')
      expect(fieldError()).toBe(PATTERN)
    },
  )

  test('also works where the page is open already', async () => {
    const calls = network(passes('check-2fa'))
    await open('/verify?id=207')
    await type('1')
    await act(() => {
      history.replaceState(null, '', '#code=654321')
    })
    await soon(() => expect(here()).toBe('/two-factor/check'))
    expect(calls).toEqual([{ key: VERIFY, query: '', body: { code: '654321', id: '207' } }])
  })

  test('sends its code once, although the screen is mounted twice, and leaves the address bar', async () => {
    const calls = network(passes('setup-2fa'))
    await open('/verify?id=201&code=123456')
    await soon(() => expect(here()).toBe('/two-factor/download-app'))
    expect(calls).toEqual([{ key: VERIFY, query: '', body: { code: '123456', id: '201' } }])
  })

  test('a wrong code of it is sent once and stands in the field', async () => {
    const calls = network({ [VERIFY]: refusal(400) })
    await open('/verify?id=202&code=123456')
    await soon(() => expect(fieldError()).toBe('Invalid verification Code'))
    expect(here()).toBe('/verify?id=202')
    expect(field().value).toBe('123456')
    await settle()
    expect(calls).toHaveLength(1)
  })

  test.each(['12345', '1234567', '12a456', 'abc'])('%s is shown and not sent', async (code) => {
    const calls = network({})
    await open(`/verify?id=203&code=${code}`)
    expect(field().value).toBe(code)
    expect(fieldError()).toBe(PATTERN)
    await settle()
    expect(calls).toEqual([])
  })

  test('waits for the network', async () => {
    const calls = network(passes('check-2fa'))
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    dispatchEvent(new Event('offline'))
    await open('/verify?id=204&code=123456')
    await settle()
    expect(calls).toEqual([])
    await goOffline(false)
    await soon(() => expect(here()).toBe('/two-factor/check'))
    expect(calls).toHaveLength(1)
  })
})

describe('the other link of the mail', () => {
  const ADMIT = 'POST auth/sign-in/browser'

  test('lets this browser ask, once, and leads to the form with the address', async () => {
    const calls = network({ [ADMIT]: { body: { email: 'a@b.de' } } })
    await open('/verify?id=301#browser=abc-_9')
    await soon(() => expect(here()).toBe('/auth'))
    expect(calls).toEqual([{ key: ADMIT, query: '', body: { token: 'abc-_9' } }])
    expect(location.hash).toBe('')
    await shows('You can ask for a code in this browser now.')
    await soon(() => expect(field().value).toBe('a@b.de'))
    expect(store.get(loggedAtom)).toBe(false)
  })

  test('that is too old says so, and leads to the form', async () => {
    network({ [ADMIT]: refusal(400, 'This link is no longer valid') })
    await open('/verify?id=302#browser=abc')
    await shows('This link is no longer valid')
    await soon(() => expect(here()).toBe('/auth'))
    expect(location.hash).toBe('')
  })
})

describe('another code', () => {
  const AGAIN = 'POST auth/sign-in'

  test('is sent to the same address; its id takes the place of the old one', async () => {
    const calls = network({ [AGAIN]: { body: { id: '77200' } }, ...passes('check-2fa') })
    await open('/verify?id=501', { email: 'a@b.de' })
    await type('12')
    const entries = history.length
    await press('Send a New Code')
    await soon(() => expect(here()).toBe('/verify?id=77200'))
    expect(history.length).toBe(entries)
    expect(heading()).toBe('Enter Code #77')
    expect(document.querySelector('[role=status]')?.textContent).toBe(
      'A new code was sent. Use the one from the email marked #77.',
    )
    expect(field().value).toBe('')
    expect(document.activeElement).toBe(field())
    await enter('123456')
    await soon(() => expect(here()).toBe('/two-factor/check'))
    expect(calls).toEqual([
      { key: AGAIN, query: '', body: { email: 'a@b.de' } },
      { key: VERIFY, query: '', body: { code: '123456', id: '77200' } },
    ])
  })

  test('too many are refused with the text of the limit', async () => {
    network({ [AGAIN]: refusal(429, 'Too many codes were sent. Try again later.') })
    await open('/verify?id=502', { email: 'a@b.de' })
    await press('Send a New Code')
    await shows('Too many codes were sent. Try again later.')
    expect(here()).toBe('/verify?id=502')
  })

  test('is not offered where the address is unknown', async () => {
    network({})
    await open('/verify?id=503')
    expect(text()).not.toContain('Send a New Code')
  })
})

test('a sign-in that took too long ends on the first screen, which says so', async () => {
  network({ 'POST auth/sign-in/complete/otp': refusal(401) })
  await open('/two-factor/check', { email: 'a@b.de', step: 'check-2fa' })
  await enter('123456')
  await soon(() => expect(here()).toBe('/auth'))
  await soon(() =>
    expect(document.querySelector('[role=alert]')?.textContent).toBe(
      'Your sign-in took too long and has expired. Enter your email to start again.',
    ),
  )
  expect(store.get(twoFactorStepAtom)).toBeNull()
})

test.each([
  ['setup-2fa', '/two-factor/download-app', 'setup-2fa'],
  ['check-2fa', '/two-factor/check', 'check-2fa'],
  ['restore-2fa', '/two-factor/setup', 'restore-2fa'],
  ['something-newer', '/two-factor/check', 'check-2fa'],
])('%s leads to %s, with nobody signed in yet', async (action, path, step) => {
  network({ ...passes(action), 'POST auth/restore-2fa': 'no answer' })
  await open('/verify?id=301')
  await enter('123456')
  await soon(() => expect(here()).toBe(path))
  expect(store.get(twoFactorStepAtom)).toBe(step)
  expect(store.get(emailAtom)).toBe('a@b.de')
  expect(store.get(loggedAtom)).toBe(false)
})
