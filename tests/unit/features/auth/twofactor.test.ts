import { afterEach, describe, expect, test, vi } from 'vitest'
import { backupSessionAtom, codesAtom, loggedAtom, twoFactorStepAtom } from '#state/auth.ts'
import { store } from '#state/store.ts'
import {
  type Answers,
  button,
  close,
  enter,
  field,
  fieldError,
  heading,
  here,
  link,
  network,
  open,
  PAIR,
  press,
  refusal,
  settle,
  shows,
  soon,
  text,
  toasts,
} from './page.tsx'

const PATTERN = 'The code must be at least 6 characters and contain only numbers'
const SECRET = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'
const otpUri = `otpauth://totp/Countersign:a%40b.de?secret=${SECRET}&issuer=Countersign`
const SETUP = 'POST auth/sign-in/setup-2fa'
const RESTORE = 'POST auth/restore-2fa'
const secret = { body: { otpUri } }
const email = 'a@b.de'

afterEach(async () => {
  await close()
  vi.restoreAllMocks()
})

describe('the apps', () => {
  test.each([
    ['Google Authenticator', 'google-authenticator', 'com.google.android.apps.authenticator2', 'id388497605'],
    ['Authy', 'authy', 'com.authy.authy', 'id494168017'],
  ])('%s: its row opens a dialog, its address a screen', async (name, id, android, apple) => {
    network({})
    await open('/two-factor/download-app', { email })
    const row = link(`${name}App Store, Google Play`)
    expect(row.getAttribute('href')).toBe(`/two-factor/download-app?app=${id}`)
    row.click()
    const stores = () =>
      [...document.querySelectorAll<HTMLAnchorElement>('a[target]')].map(({ href, textContent }) => [
        textContent,
        href,
      ])
    const both = [
      ['App Store', expect.stringContaining(`https://apps.apple.com/app/`)],
      ['Google Play', `https://play.google.com/store/apps/details?id=${android}`],
    ]
    await soon(() => expect(document.querySelector('[role=dialog] h2')?.textContent).toBe(name))
    expect(stores()).toEqual(both)
    await open(`/two-factor/download-app?app=${id}`, { email })
    expect(heading()).toBe(`Download ${name}`)
    expect(stores()).toEqual(both)
    expect(stores()[0]?.[1]).toContain(apple)
    await soon(() => expect(document.querySelectorAll('svg[role=img]')).toHaveLength(2))
  })

  test('having one leads to the setup', async () => {
    network({ [SETUP]: secret })
    await open('/two-factor/download-app', { email })
    await press('I Have the App, Continue')
    expect(here()).toBe('/two-factor/setup')
  })
})

describe('setup', () => {
  test('shows the secret, to scan and to copy, asked for once', async () => {
    const calls = network({ [SETUP]: secret })
    const written = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
    await open('/two-factor/setup', { email })
    await soon(() => expect(document.querySelector('code')?.textContent).toBe(SECRET))
    await soon(() => expect(document.querySelector('svg[role=img]')).not.toBeNull())
    const code = document.querySelector('svg[role=img]')
    expect([code?.getAttribute('width'), code?.getAttribute('height')]).toEqual(['240', '240'])
    const logo = code?.querySelector('image')
    const modules = Number(code?.getAttribute('viewBox')?.split(' ')[2])
    expect((Number(logo?.getAttribute('width')) / modules) * 240).toBeCloseTo(56, 5)
    expect(text()).toContain('The code renews every 30 seconds')
    await press('Copy')
    await shows('Copied!')
    expect(written).toHaveBeenCalledExactlyOnceWith(SECRET)
    expect(calls.map(({ key }) => key)).toEqual([SETUP])
  })

  test('a failing answer can be asked for again', async () => {
    network({ [SETUP]: [refusal(500, 'The server is down'), secret] })
    await open('/two-factor/setup', { email })
    await shows('The server is down')
    await press('Try Again')
    await soon(() => expect(document.querySelector('code')?.textContent).toBe(SECRET))
  })

  test('without a sign-in under way it leads back to the address, without a toast', async () => {
    network({ [SETUP]: refusal(401, 'Sign in first') })
    await open('/two-factor/setup')
    await soon(() => expect(here()).toBe('/auth'))
    await settle()
    expect(toasts()).toEqual([])
  })

  test('completed, the user is signed in and sees new codes', async () => {
    const calls = network({
      [SETUP]: secret,
      [`${SETUP}/complete`]: { body: PAIR },
      'POST backup/generate': { body: [] },
    })
    await open('/two-factor/setup', { email, step: 'setup-2fa' })
    await enter(' 123456 ')
    await soon(() => expect(here()).toBe('/two-factor/backup-code-generated'))
    expect(calls).toContainEqual({ key: `${SETUP}/complete`, query: '', body: { code: '123456' } })
    expect([store.get(loggedAtom), store.get(codesAtom), store.get(twoFactorStepAtom)]).toEqual([
      true,
      'new',
      null,
    ])
  })
})

describe('restore', () => {
  test('completes the restore, and not the setup', async () => {
    const calls = network({
      [RESTORE]: secret,
      [`${RESTORE}/complete`]: { body: PAIR },
      'POST backup/generate': { body: [] },
    })
    await open('/two-factor/setup', { logged: true, backup: true, step: 'restore-2fa' })
    expect(heading()).toBe('Restore Two-Factor Authentication')
    await enter('123456')
    await soon(() => expect(here()).toBe('/two-factor/backup-code-generated'))
    await settle()
    expect(calls.map(({ key }) => key)).toEqual([RESTORE, `${RESTORE}/complete`, 'POST backup/generate'])
    expect([store.get(codesAtom), store.get(backupSessionAtom)]).toEqual(['new', false])
  })

  test('can be left without a change', async () => {
    network({ [RESTORE]: secret, 'GET backup': { body: [] } })
    await open('/two-factor/setup', { logged: true, backup: true, step: 'restore-2fa' })
    await press('Back')
    expect(here()).toBe('/two-factor/backup-code-generated')
    expect(store.get(twoFactorStepAtom)).toBeNull()
  })
})

const OTP = 'POST auth/sign-in/complete/otp'
const BACKUP = 'POST auth/sign-in/complete/backup'
const forms: [string, string, Partial<Parameters<typeof open>[1]>, string, string][] = [
  ['/two-factor/setup', `${SETUP}/complete`, { email }, '123456', 'Invalid verification code'],
  [
    '/two-factor/setup',
    `${RESTORE}/complete`,
    { logged: true, step: 'restore-2fa' },
    '123456',
    'Invalid verification code',
  ],
  ['/two-factor/check', OTP, { email }, '123456', 'Invalid verification code'],
  ['/two-factor/backup-sign-in', BACKUP, { email }, '12345678', 'Invalid backup code'],
]

describe.each(forms)('%s, answered by %s', (path, call, auth, code, message) => {
  const start = async (answers: Answers) => {
    const calls = network({ [SETUP]: secret, [RESTORE]: secret, ...answers })
    await open(path, auth)
    return () => calls.filter(({ key }) => key === call)
  }

  test('the rule of the code is checked before sending', async () => {
    const sent = await start({})
    expect(document.activeElement).toBe(field())
    await enter('')
    expect(fieldError()).toBe('This field is required')
    await enter(code.slice(1))
    expect(fieldError()).toBe(PATTERN)
    await enter(`${code.slice(1)}a`)
    expect(fieldError()).toBe(PATTERN)
    expect(sent()).toEqual([])
  })

  test('a wrong code is an error of the field', async () => {
    await start({ [call]: refusal(400, 'Wrong code') })
    await enter(code)
    await soon(() => expect(fieldError()).toBe(message))
    expect(document.activeElement).toBe(field())
    expect(text()).not.toContain('Wrong code')
    expect(here()).toBe(path)
  })

  test.each([refusal(429, 'Not now'), refusal(503, 'Not now'), 'no answer' as const])(
    'an outage is a toast',
    async (reply) => {
      await start({ [call]: reply })
      await enter(code)
      await shows(reply === 'no answer' ? 'No connection' : 'Not now')
      expect(fieldError()).toBeUndefined()
      expect(button('Continue').disabled).toBe(false)
    },
  )

  test('one call at a time', async () => {
    const sent = await start({ [call]: () => new Promise(() => undefined) })
    await enter(code)
    await enter(code)
    expect(button('Continue').disabled).toBe(true)
    expect(sent()).toHaveLength(1)
  })
})

describe('check', () => {
  test('the right code signs in and goes home', async () => {
    network({ [OTP]: { body: PAIR } })
    await open('/two-factor/check', { email, step: 'check-2fa' })
    expect(heading()).toBe('Two-Factor Authentication')
    await enter('123456')
    await soon(() => expect(here()).toBe('/wallets'))
    expect([store.get(loggedAtom), store.get(codesAtom), store.get(backupSessionAtom)]).toEqual([
      true,
      null,
      false,
    ])
  })

  test('the backup code is one press away, and so is the way back', async () => {
    network({})
    await open('/two-factor/check', { email })
    await press('Backup Code')
    await soon(() => expect(heading()).toBe('Backup Code'))
    expect(here()).toBe('/two-factor/backup-sign-in')
    await press('Back')
    expect(here()).toBe('/two-factor/check')
  })
})

test.each(['12345678', ' 1234 5678 '])('the backup code %j signs in', async (typed) => {
  const calls = network({ [BACKUP]: { body: PAIR }, 'GET backup': { body: [] } })
  await open('/two-factor/backup-sign-in', { email })
  await enter(typed)
  await soon(() => expect(here()).toBe('/two-factor/backup-code-used'))
  expect(calls[0]).toEqual({ key: BACKUP, query: '', body: { code: '12345678' } })
  expect([store.get(loggedAtom), store.get(backupSessionAtom)]).toEqual([true, true])
})

test.each([
  '/two-factor/download-app',
  '/two-factor/setup',
  '/two-factor/check',
  '/two-factor/backup-sign-in',
])('%s says who signs in, and lets somebody else start again', async (path) => {
  network({ [SETUP]: secret })
  await open(path, { email, step: 'check-2fa' })
  expect(text()).toContain(`Signing in as ${email}`)
  expect(text()).toContain('Not you?')
  await press('Start again')
  expect(here()).toBe('/auth')
  await soon(() => expect(field().value).toBe(''))
  expect(store.get(twoFactorStepAtom)).toBeNull()
})

test('the success screen confirms and goes home', async () => {
  network({ 'GET invites': 'no answer' })
  await open('/two-factor/success-enable', { logged: true })
  expect(heading()).toBe('Two-Factor Authentication Enabled')
  await press('Confirm')
  await soon(() => expect(here()).toBe('/wallets'))
})
