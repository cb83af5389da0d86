import { afterEach, describe, expect, test, vi } from 'vitest'
import { codesAtom, twoFactorStepAtom } from '#state/auth.ts'
import { store } from '#state/store.ts'
import {
  act,
  button,
  close,
  enter,
  heading,
  here,
  link,
  network,
  open,
  PAIR,
  press,
  type Reply,
  refusal,
  settle,
  shows,
  soon,
  text,
} from './page.tsx'

const PATH = '/two-factor/backup-code-generated'
const LIST = 'GET backup'
const GENERATE = 'POST backup/generate'
const SETUP = 'POST auth/sign-in/setup-2fa'
const otpUri = 'otpauth://totp/Countersign:a%40b.de?secret=JBSWY3DPEHPK3PXP&issuer=Countersign'

const values = [
  '48210937',
  '00000042',
  '71503864',
  '90281746',
  '35519028',
  '66047193',
  '12839405',
  '83920617',
  '57104482',
  '29463350',
]
const codes = values.map((value, index) => ({
  value,
  ...((index === 0 || index === 3) && { usedAt: '2026-01-01T00:00:00.000Z' }),
}))

const items = () => [...document.querySelectorAll('ol li')].map((item) => item.textContent)

afterEach(async () => {
  await close()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

/** Completes a setup; answers the calls made. */
const completeSetup = async (generated: Reply, listed: Reply | Reply[] = { body: codes }) => {
  const calls = network({
    [SETUP]: { body: { otpUri } },
    [`${SETUP}/complete`]: { body: PAIR },
    [GENERATE]: generated,
    [LIST]: listed,
  })
  await open('/two-factor/setup')
  await enter('123456')
  await soon(() => expect(heading()).toBe('New Backup Codes'))
  return () => calls.map(({ key }) => key).filter((key) => key === GENERATE || key === LIST)
}

describe('new codes', () => {
  test('are generated once after a completed setup', async () => {
    const asked = await completeSetup({ body: codes })
    await soon(() => expect(items()).toHaveLength(10))
    expect(asked()).toEqual([GENERATE])
  })

  test.each([refusal(409, 'Generated already'), refusal(500), 'no answer' as const])(
    'whose answer is unknown are listed',
    async (reply) => {
      const asked = await completeSetup(reply)
      await soon(() => expect(items()).toHaveLength(10))
      await settle()
      expect(asked()).toEqual([GENERATE, LIST])
      expect(text()).not.toContain('Generated already')
    },
  )

  test('are only listed after a reload', async () => {
    const calls = network({ [LIST]: { body: codes } })
    await open(PATH, { logged: true, codes: 'new' })
    await soon(() => expect(items()).toHaveLength(10))
    expect(heading()).toBe('New Backup Codes')
    await settle()
    expect(calls.map(({ key }) => key)).toEqual([LIST])
  })

  test('are generated after a reload that came before they were', async () => {
    const calls = network({ [LIST]: { body: [] }, [GENERATE]: { body: codes } })
    await open(PATH, { logged: true, codes: 'new' })
    await soon(() => expect(items()).toHaveLength(10))
    expect(calls.map(({ key }) => key)).toEqual([LIST, GENERATE])
  })

  test('can be made where none are left, as after a freeze', async () => {
    const calls = network({ [LIST]: { body: [] }, [GENERATE]: { body: codes } })
    await open(PATH, { logged: true })
    await shows('You have no backup codes.')
    await press('Make New Codes')
    await soon(() => expect(items()).toHaveLength(10))
    expect(heading()).toBe('New Backup Codes')
    expect(calls.map(({ key }) => key)).toEqual([LIST, LIST, GENERATE])
  })

  test('can be asked for again when nothing was answered', async () => {
    const asked = await completeSetup('no answer', ['no answer', { body: codes }])
    await shows('The codes could not be loaded.')
    expect(button('I Backed Up Codes').disabled).toBe(true)
    await press('Try Again')
    await soon(() => expect(items()).toHaveLength(10))
    expect(asked()).toEqual([GENERATE, LIST, LIST])
  })

  test('are confirmed once they are backed up', async () => {
    network({ [LIST]: { body: codes } })
    await open(PATH, { logged: true, codes: 'new' })
    await soon(() => expect(items()).toHaveLength(10))
    await press('I Backed Up Codes')
    expect(here()).toBe('/two-factor/success-enable')
    expect(store.get(codesAtom)).toBeNull()
  })
})

describe('codes that were seen', () => {
  const seen = async () => {
    const calls = network({ [LIST]: { body: codes } })
    await open(PATH, { logged: true })
    await soon(() => expect(items()).toHaveLength(10))
    return calls
  }
  const expectHidden = () => {
    expect(text()).toContain('Your codes are hidden.')
    for (const value of values) expect(text()).not.toContain(value.slice(4))
    expect(button('Download').disabled).toBe(true)
  }

  test('are hidden when the history or a reload leads back to them, until they are asked for', async () => {
    const calls = await seen()
    const { state } = history
    await open(PATH, { logged: true })
    history.replaceState(state, '', PATH)
    await open('/nowhere', { logged: true })
    history.replaceState(state, '', PATH)
    await act(() => dispatchEvent(new PopStateEvent('popstate')))
    await soon(() => expect(heading()).toBe('Available Backup Codes'))
    expectHidden()
    const before = calls.length
    await press('Show Codes')
    await soon(() => expect(items()).toHaveLength(10))
    expect(calls).toHaveLength(before + 1)
  })

  test('leave the page that the browser keeps', async () => {
    await seen()
    dispatchEvent(Object.assign(new Event('pagehide'), { persisted: true }))
    expectHidden()
    await press('Show Codes')
    await soon(() => expect(items()).toHaveLength(10))
  })

  test('have no entry in the history once they are backed up', async () => {
    network({ [LIST]: { body: codes } })
    await open(PATH, { logged: true, codes: 'new' })
    await soon(() => expect(items()).toHaveLength(10))
    const entries = history.length
    await press('I Backed Up Codes')
    expect(here()).toBe('/two-factor/success-enable')
    expect(history.length).toBe(entries)
  })
})

describe('the set-up', () => {
  const draw = async (phone: boolean) => {
    vi.stubGlobal('matchMedia', () => ({ matches: phone, addEventListener() {}, removeEventListener() {} }))
    network({ [SETUP]: { body: { otpUri } } })
    await open('/two-factor/setup')
    await soon(() => expect(document.querySelector('code')?.textContent).toBe('JBSWY3DPEHPK3PXP'))
  }

  test('on a phone opens its authenticator app, which cannot scan its own screen', async () => {
    await draw(true)
    expect(link('Open in Authenticator').getAttribute('href')).toBe(otpUri)
  })

  test('elsewhere only shows the code to scan', async () => {
    await draw(false)
    expect(text()).not.toContain('Open in Authenticator')
  })
})

describe('available codes', () => {
  const show = async (backup = false) => {
    const calls = network({ [LIST]: { body: codes }, 'POST auth/restore-2fa': { body: { otpUri } } })
    await open(PATH, { logged: true, backup })
    await soon(() => expect(items()).toHaveLength(10))
    return () => calls.map(({ key }) => key)
  }

  test('are listed in halves, the used ones struck through', async () => {
    const asked = await show()
    expect(heading()).toBe('Available Backup Codes')
    expect(items()).toEqual([
      '14821 0937used',
      '20000 0042',
      '37150 3864',
      '49028 1746used',
      '53551 9028',
      '66604 7193',
      '71283 9405',
      '88392 0617',
      '95710 4482',
      '102946 3350',
    ])
    expect([...document.querySelectorAll('ol s')].map((used) => used.textContent)).toEqual([
      '4821 0937',
      '9028 1746',
    ])
    expect(asked()).toEqual([LIST])
  })

  test('are copied whole', async () => {
    await show()
    vi.spyOn(document, 'getSelection').mockReturnValue({
      toString: () => '0000 0042\n7150 3864',
    } as Selection)
    const copied = new ClipboardEvent('copy', {
      bubbles: true,
      cancelable: true,
      clipboardData: new DataTransfer(),
    })
    document.querySelector('ol')?.dispatchEvent(copied)
    expect(copied.clipboardData?.getData('text/plain')).toBe('00000042\n71503864')
  })

  test('download as a file of the unused ones', async () => {
    await show()
    let blob: Blob | undefined
    let name = ''
    vi.spyOn(URL, 'createObjectURL').mockImplementation((given) => {
      blob = given as Blob
      return 'blob:codes'
    })
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      name = this.download
    })
    await press('Download')
    await shows('Downloaded!')
    expect(name).toMatch(/^back-up-\d{13}\.txt$/)
    expect(await blob?.text()).toBe(
      '00000042; 71503864; 35519028; 66047193; 12839405; 83920617; 57104482; 29463350',
    )
  })

  test('lead home in a session that an authenticator opened', async () => {
    await show()
    await press('Continue')
    await soon(() => expect(here()).toBe('/wallets'))
    expect(text()).not.toContain('Restore your 2FA')
  })

  test('lead to the offer in a session that a backup code opened; it can be skipped', async () => {
    await show(true)
    await press('Continue')
    await shows('Restore your 2FA')
    await soon(() => expect(document.activeElement).toBe(button('Skip for Now')))
    expect(here()).toBe(PATH)
    await press('Skip for Now')
    await soon(() => expect(here()).toBe('/wallets'))
  })

  test('Restore 2FA hands its secret to the setup', async () => {
    const asked = await show(true)
    await press('Continue')
    await shows('Restore your 2FA')
    await press('Restore 2FA')
    await soon(() => expect(heading()).toBe('Restore Two-Factor Authentication'))
    await soon(() => expect(document.querySelector('code')?.textContent).toBe('JBSWY3DPEHPK3PXP'))
    expect(here()).toBe('/two-factor/setup')
    expect(store.get(twoFactorStepAtom)).toBe('restore-2fa')
    expect(asked()).toEqual([LIST, 'POST auth/restore-2fa'])
  })

  test('a refused restore is a toast over the offer', async () => {
    network({ [LIST]: { body: codes }, 'POST auth/restore-2fa': refusal(403, 'Not in this session') })
    await open(PATH, { logged: true, backup: true })
    await press('Continue')
    await shows('Restore your 2FA')
    await press('Restore 2FA')
    await shows('Not in this session')
    expect(here()).toBe(PATH)
  })
})

test.each([
  [8, 'You have 8 backup codes left.'],
  [1, 'You have 1 backup code left.'],
  [0, 'You have 0 backup codes left.'],
])('with %i unused codes: %s', async (left, words) => {
  const usedAt = '2026-01-01T00:00:00.000Z'
  network({ [LIST]: { body: values.map((value, index) => (index < left ? { value } : { value, usedAt })) } })
  await open('/two-factor/backup-code-used', { logged: true, backup: true })
  expect(heading()).toBe('Backup Code Used')
  await shows(words)
  await press('Continue')
  expect(here()).toBe(PATH)
  await soon(() => expect(heading()).toBe('Available Backup Codes'))
})
