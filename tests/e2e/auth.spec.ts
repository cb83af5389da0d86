import { readFile } from 'node:fs/promises'
import { expect, type Locator, type Page } from 'playwright/test'
import { makeAuthenticator } from './authenticator.ts'
import { enterCode, enterEmail, newEmail, passEmail } from './person.ts'
import { appUrl, mailTo, signInCode } from './sandbox.ts'
import { test } from './signedin.ts'
import { storedTexts } from './stored.ts'

const code = (page: Page) => page.getByLabel('Code', { exact: true })
const codes = (page: Page) => page.getByRole('list', { name: 'Backup codes' }).getByRole('listitem')
const shown = (texts: string[]) => texts.map((text) => text.replaceAll(/\D/g, '').slice(-8))

/** Paths of the API calls that the page makes from now on. */
const callsOf = (page: Page): string[] => {
  const calls: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/api/v1/'))
      calls.push(`${request.method()} ${pathname.slice('/api/v1/'.length)}`)
  })
  return calls
}

const wrong = (right: string) => String((Number(right) + 1) % 10 ** right.length).padStart(right.length, '0')

test('the first sign-in goes through every step and lands at home', async ({ page }) => {
  const email = newEmail()
  const calls = callsOf(page)
  const secrets: string[] = []

  const id = await test.step('the address is trimmed and leads to the code', async () => {
    const given = await enterEmail(page, `  ${email} `)
    await expect(page.getByRole('heading', { name: `Enter Code #${given.slice(0, 2)}` })).toBeVisible()
    await expect(code(page)).toBeFocused()
    return given
  })

  await test.step('a wrong code stands at the field', async () => {
    const right = await signInCode(email, id)
    await enterCode(page, wrong(right))
    await expect(page.getByRole('alert')).toHaveText('Invalid verification Code')
    await expect(code(page)).toHaveAttribute('aria-invalid', 'true')
    await expect(code(page)).toBeFocused()
    await enterCode(page, ` ${right} `)
    await page.waitForURL('**/two-factor/download-app')
    expect((await storedTexts(page)).join()).toContain('"logged":false')
  })

  await test.step('each app has its stores', async () => {
    const context = page.context()
    await context.route(/\/\/(apps\.apple|play\.google)\.com\//, (route) => route.fulfill({ body: '' }))
    const visit = async (place: Page | Locator, name: string, url: RegExp) => {
      const opening = context.waitForEvent('page')
      await place.getByRole('link', { name }).click()
      const store = await opening
      await expect(store).toHaveURL(url)
      await store.close()
    }
    const stores = async (place: Page | Locator) => {
      await visit(place, 'App Store', /^https:\/\/apps\.apple\.com\//)
      await visit(place, 'Google Play', /^https:\/\/play\.google\.com\//)
    }
    for (const name of ['Google Authenticator', 'Authy']) {
      await page.getByRole('link', { name }).click()
      const dialog = page.getByRole('dialog', { name })
      await stores(dialog)
      await expect(dialog.getByRole('img')).toHaveCount(2)
      await dialog.getByRole('button', { name: 'Close' }).click()
      await expect(dialog).toBeHidden()
    }
    await page.goto(`${appUrl()}/two-factor/download-app?app=authy`)
    await expect(page.getByRole('heading', { name: 'Download Authy' })).toBeVisible()
    await stores(page)
    await page.getByRole('button', { name: 'Back' }).click()
    await expect(page.getByRole('heading', { name: 'Download an Authenticator App' })).toBeVisible()
  })

  await test.step('somebody else can start again, from each screen', async () => {
    const startAgain = async () => {
      await page.getByRole('button', { name: 'Start again' }).click()
      await page.waitForURL('**/auth')
      await expect(page.getByLabel('Email')).toHaveValue('')
      await passEmail(page, email)
      await page.waitForURL('**/two-factor/download-app')
    }
    await startAgain()
    await page.getByRole('button', { name: 'I Have the App, Continue' }).click()
    await page.waitForURL('**/two-factor/setup')
    await startAgain()
    await page.getByRole('button', { name: 'I Have the App, Continue' }).click()
    await page.waitForURL('**/two-factor/setup')
  })

  const authenticator = await test.step('the secret can be copied and survives a reload', async () => {
    await expect(page.getByText(`Signing in as ${email}`)).toBeVisible()
    const secret = (await page.locator('code').textContent()) ?? ''
    expect(secret).toMatch(/^[A-Z2-7]{16,}$/)
    const image = page.getByRole('img', { name: 'QR code for your authenticator app' })
    await expect(image).toBeVisible()
    await expect.poll(() => image.boundingBox()).toMatchObject({ width: 240, height: 240 })
    await page.getByRole('button', { name: 'Copy' }).click()
    await expect(page.getByText('Copied!')).toBeVisible()
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(secret)
    await page.reload()
    await expect(page.locator('code')).toHaveText(secret)
    secrets.push(secret)
    return makeAuthenticator(secret)
  })

  await test.step('the authenticator is tried', async () => {
    const right = authenticator.code()
    await enterCode(page, wrong(right))
    await expect(page.getByRole('alert')).toHaveText('Invalid verification code')
    await enterCode(page, right)
    await page.waitForURL('**/two-factor/backup-code-generated')
  })

  await test.step('new codes come once, and a reload shows the same', async () => {
    await expect(page.getByRole('heading', { name: 'New Backup Codes' })).toBeVisible()
    await expect(codes(page)).toHaveCount(10)
    const first = await codes(page).allTextContents()
    for (const text of first) expect(text).toMatch(/\d{4} \d{4}$/)
    await page.reload()
    await expect(codes(page)).toHaveText(first)
    expect(calls.filter((call) => call === 'POST backup/generate')).toHaveLength(1)
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download' }).click()
    const file = await download
    await expect(page.getByText('Downloaded!')).toBeVisible()
    expect(file.suggestedFilename()).toMatch(/^back-up-\d{13}\.txt$/)
    expect(await readFile(await file.path(), 'utf8')).toBe(shown(first).join('; '))
    secrets.push(...shown(first), ...first.map((text) => text.slice(-9)))
  })

  await test.step('the end leads home', async () => {
    await page.getByRole('button', { name: 'I Backed Up Codes' }).click()
    await page.waitForURL('**/two-factor/success-enable')
    await expect(page.getByRole('heading', { name: 'Two-Factor Authentication Enabled' })).toBeVisible()
    await page.getByRole('button', { name: 'Confirm' }).click()
    await page.waitForURL('**/wallets')
  })

  await test.step('and back does not lead to the codes', async () => {
    await page.goBack()
    await expect(page).not.toHaveURL(/backup-code-generated/)
    await expect(codes(page)).toHaveCount(0)
    await page.goto(`${appUrl()}/wallets`)
  })

  await test.step('neither secret nor codes are stored', async () => {
    await page.reload()
    await expect(page.getByRole('heading', { name: 'No wallets' })).toBeVisible()
    const stored = (await storedTexts(page)).join('\n')
    expect(stored).toContain('"logged":true')
    for (const secret of secrets) expect(stored).not.toContain(secret)
  })
})

test('a keyboard alone signs in, and each step is announced by where the focus starts', async ({ page }) => {
  const email = newEmail()
  const { keyboard } = page
  const focus = page.locator(':focus')
  /** Tabs on to the control of this name. */
  const reach = async (name: string) => {
    for (let step = 0; step < 12; step++) {
      await keyboard.press('Tab')
      if ((await focus.textContent())?.includes(name)) return
    }
    throw new Error(`Tab does not reach ${name}.`)
  }

  await page.goto(`${appUrl()}/auth`)
  await expect(page.getByLabel('Email')).toBeFocused()
  await keyboard.press('Enter')
  await expect(page.getByLabel('Email')).toHaveAccessibleDescription('This field is required')
  await keyboard.type(email)
  await keyboard.press('Enter')
  await page.waitForURL(/\/verify\?id=\d{12}/)
  const id = new URL(page.url()).searchParams.get('id') ?? ''
  await expect(code(page)).toBeFocused()
  const right = await signInCode(email, id)
  await keyboard.type(wrong(right))
  await keyboard.press('Enter')
  await expect(page.getByRole('alert')).toHaveText('Invalid verification Code')
  await expect(code(page)).toHaveAccessibleDescription('Invalid verification Code')
  await expect(code(page)).toBeFocused()
  await keyboard.press('ControlOrMeta+a')
  await keyboard.type(right)
  await keyboard.press('Enter')

  await page.waitForURL('**/two-factor/download-app')
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await reach('I Have the App, Continue')
  await keyboard.press('Enter')
  await page.waitForURL('**/two-factor/setup')
  await expect(code(page)).toBeFocused()
  const authenticator = makeAuthenticator((await page.locator('code').textContent()) ?? '')
  await keyboard.type(authenticator.code())
  await keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'New Backup Codes' })).toBeFocused()
  await expect(codes(page)).toHaveCount(10)
  await reach('I Backed Up Codes')
  await keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Two-Factor Authentication Enabled' })).toBeFocused()
  await reach('Confirm')
  await keyboard.press('Enter')
  await page.waitForURL('**/wallets')
})

test('the link of the mail signs in by itself, once', async ({ page }) => {
  const email = newEmail()
  const id = await enterEmail(page, email)
  const right = await signInCode(email, id)
  const calls = callsOf(page)

  for (const typed of ['12345', '1234567', '12a456']) {
    await page.goto(`${appUrl()}/verify?id=${id}&code=${typed}`)
    await expect(page).toHaveURL(`${appUrl()}/verify?id=${id}`)
    await expect(code(page)).toHaveValue(typed)
    await expect(page.getByRole('alert')).toHaveText(
      'The code must be at least 6 characters and contain only numbers',
    )
  }
  expect(calls).not.toContain('POST auth/sign-in/verify')

  for (const typed of ['12345', '1234567', '12a456']) {
    await enterCode(page, typed)
    await expect(page.getByRole('alert')).toHaveText(
      'The code must be at least 6 characters and contain only numbers',
    )
    await expect(code(page)).toHaveValue(typed)
  }
  expect(calls).not.toContain('POST auth/sign-in/verify')

  await page.goto(`${appUrl()}/verify?id=${id}#code=${wrong(right)}`)
  await expect(page.getByRole('alert')).toHaveText('Invalid verification Code')
  await expect(page).toHaveURL(`${appUrl()}/verify?id=${id}`)

  await page.getByRole('button', { name: 'Send a New Code' }).click()
  await expect(page.getByText('A new code was sent.')).toBeVisible()
  await expect(code(page)).toBeFocused()
  const next = new URL(page.url()).searchParams.get('id') ?? ''
  expect(next).not.toBe(id)
  await expect(page.getByRole('heading', { name: `Enter Code #${next.slice(0, 2)}` })).toBeVisible()

  // The mail's own link, opened where the page stands already: only the fragment changes.
  await page.goto(`${appUrl()}/verify?id=${next}#code=${await signInCode(email, next)}`)
  await page.waitForURL('**/two-factor/download-app')
  expect(calls.filter((call) => call === 'POST auth/sign-in/verify')).toHaveLength(2)
  await page.goBack()
  await expect(page).toHaveURL(`${appUrl()}/verify?id=${next}`)
  await expect(code(page)).toBeVisible()
  expect(calls.filter((call) => call === 'POST auth/sign-in/verify')).toHaveLength(2)

  await test.step('a sign-in that took too long says so where it starts again', async () => {
    await page.context().clearCookies()
    await page.goto(`${appUrl()}/two-factor/setup`)
    await page.waitForURL('**/auth')
    await expect(page.getByText('Your sign-in took too long and has expired.')).toBeVisible()
  })
})

const signOut = async (page: Page) => {
  await page.getByRole('button', { name: 'Log Out' }).click()
  await page.waitForURL('**/auth')
}

/** From the address to the screen that asks for the authenticator's code. */
const reachCheck = async (page: Page, email: string) => {
  await passEmail(page, email)
  await page.waitForURL('**/two-factor/check')
}

test('the next sign-in asks for the authenticator', async ({ signedIn }) => {
  const { page, email, authenticator } = await signedIn()

  await test.step('and takes its code, not another', async () => {
    await signOut(page)
    await reachCheck(page, email)
    await expect(page.getByText(`Signing in as ${email}`)).toBeVisible()
    await expect(page.getByText('The code renews every 30 seconds')).toBeVisible()
    const right = authenticator.code()
    await enterCode(page, wrong(right))
    await expect(page.getByRole('alert')).toHaveText('Invalid verification code')
    await enterCode(page, right)
    await page.waitForURL('**/wallets')
  })

  await test.step('those who are signed in need no sign-in', async () => {
    for (const path of ['/', '/auth', '/verify?id=123456789012', '/two-factor/check', '/two-factor/setup']) {
      await page.goto(`${appUrl()}${path}`)
      await page.waitForURL('**/wallets')
    }
  })

  await test.step('from the menu, the backup codes lead home without an offer', async () => {
    await page.getByRole('button', { name: email }).click()
    await page.getByRole('menuitem', { name: 'Backup codes' }).click()
    await expect(page.getByRole('heading', { name: 'Available Backup Codes' })).toBeVisible()
    await expect(codes(page)).toHaveCount(10)
    await page.goBack()
    await page.waitForURL('**/wallets')
    await page.goForward()
    await expect(page.getByText('Your codes are hidden.')).toBeVisible()
    await expect(codes(page)).toHaveCount(0)
    await page.getByRole('button', { name: 'Show Codes' }).click()
    await expect(codes(page)).toHaveCount(10)
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.waitForURL('**/wallets')
  })

  await test.step('the theme goes round, by its switch and in the menu', async () => {
    const html = page.locator('html')
    await page.getByRole('button', { name: 'Theme: system' }).click()
    await expect(html).toHaveAttribute('data-theme', 'light')
    await page.getByRole('button', { name: email }).click()
    await page.getByRole('menuitem', { name: 'Theme' }).click()
    await expect(html).toHaveAttribute('data-theme', 'dark')
    await page.getByRole('button', { name: 'Theme: dark' }).click()
    await expect(html).not.toHaveAttribute('data-theme')
  })

  await test.step('somebody else can start again', async () => {
    await signOut(page)
    await reachCheck(page, email)
    await page.getByRole('button', { name: 'Backup Code' }).click()
    await page.waitForURL('**/two-factor/backup-sign-in')
    await page.getByRole('button', { name: 'Start again' }).click()
    await page.waitForURL('**/auth')
    await reachCheck(page, email)
    await page.getByRole('button', { name: 'Start again' }).click()
    await page.waitForURL('**/auth')
    await expect(page.getByLabel('Email')).toHaveValue('')
  })
})

test('a backup code signs in once, and lets a lost authenticator be replaced', async ({ signedIn }) => {
  const { page, email, backupCodes, authenticator } = await signedIn()
  const [spent = '', other = ''] = backupCodes

  await test.step('it stands in for the authenticator', async () => {
    await signOut(page)
    await reachCheck(page, email)
    await page.getByRole('button', { name: 'Backup Code' }).click()
    await page.waitForURL('**/two-factor/backup-sign-in')
    await page.getByRole('button', { name: 'Back' }).click()
    await page.waitForURL('**/two-factor/check')
    await page.getByRole('button', { name: 'Backup Code' }).click()
    await page.waitForURL('**/two-factor/backup-sign-in')
    await enterCode(page, wrong(spent))
    await expect(page.getByRole('alert')).toHaveText('Invalid backup code')
    await enterCode(page, spent)
    await page.waitForURL('**/two-factor/backup-code-used')
    await expect(page.getByText('You have 9 backup codes left.')).toBeVisible()
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page.getByRole('heading', { name: 'Available Backup Codes' })).toBeVisible()
    await expect(page.locator('ol s')).toHaveText([`${spent.slice(0, 4)} ${spent.slice(4)}`])
  })

  await test.step('the offer to restore can be put off, and skipped', async () => {
    await page.getByRole('button', { name: 'Continue' }).click()
    const offer = page.getByRole('dialog', { name: 'Restore your 2FA' })
    await expect(offer.getByRole('button', { name: 'Skip for Now' })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(offer).toBeHidden()
    await expect(page).toHaveURL(`${appUrl()}/two-factor/backup-code-generated`)
    await page.getByRole('button', { name: 'Continue' }).click()
    await offer.getByRole('button', { name: 'Skip for Now' }).click()
    await page.waitForURL('**/wallets')
  })

  await test.step('from the menu there is no offer', async () => {
    await page.getByRole('button', { name: email }).click()
    await page.getByRole('menuitem', { name: 'Backup codes' }).click()
    await expect(page.getByRole('heading', { name: 'Available Backup Codes' })).toBeVisible()
    await page.reload()
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.waitForURL('**/wallets')
  })

  const renewed = await test.step('a restore replaces authenticator and codes', async () => {
    await signOut(page)
    await reachCheck(page, email)
    await page.getByRole('button', { name: 'Backup Code' }).click()
    await page.waitForURL('**/two-factor/backup-sign-in')
    await enterCode(page, spent)
    await expect(page.getByRole('alert')).toHaveText('Invalid backup code')
    await enterCode(page, other)
    await page.waitForURL('**/two-factor/backup-code-used')
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page.getByRole('heading', { name: 'Available Backup Codes' })).toBeVisible()
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('button', { name: 'Restore 2FA' }).click()
    await page.waitForURL('**/two-factor/setup')
    await page.getByRole('button', { name: 'Back' }).click()
    await expect(page.getByRole('heading', { name: 'Available Backup Codes' })).toBeVisible()
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('button', { name: 'Restore 2FA' }).click()
    await page.waitForURL('**/two-factor/setup')
    await expect(page.getByRole('heading', { name: 'Restore Two-Factor Authentication' })).toBeVisible()
    const secret = (await page.locator('code').textContent()) ?? ''
    // The step is written down a moment after it is shown.
    await expect.poll(async () => (await storedTexts(page)).join()).toContain('restore-2fa')
    await page.reload()
    await expect(page.locator('code')).toHaveText(secret)
    const fresh = makeAuthenticator(secret)
    const right = fresh.code()
    await enterCode(page, wrong(right))
    await expect(page.getByRole('alert')).toHaveText('Invalid verification code')
    await enterCode(page, right)
    await expect(page.getByRole('heading', { name: 'New Backup Codes' })).toBeVisible()
    await expect(codes(page)).toHaveCount(10)
    expect(shown(await codes(page).allTextContents())).not.toContain(spent)
    await page.getByRole('button', { name: 'I Backed Up Codes' }).click()
    await page.getByRole('button', { name: 'Confirm' }).click()
    await page.waitForURL('**/wallets')
    return fresh
  })

  await test.step('the restored authenticator signs in', async () => {
    await signOut(page)
    await reachCheck(page, email)
    await enterCode(page, renewed.code())
    await page.waitForURL('**/wallets')
    await page.getByRole('button', { name: email }).click()
    await page.getByRole('menuitem', { name: 'Sign out on all devices' }).click()
    await page.waitForURL('**/auth')
    expect((await page.request.get(`${appUrl()}/api/v1/users/my`)).status()).toBe(401)
  })

  await test.step('by the link of the mail the old one freezes the account, and takes its place again', async () => {
    const mail = await mailTo(email, ({ subject }) => subject.endsWith('authenticator was replaced'))
    const link = /http\S+\/freeze#code=\S+/.exec(mail.text)?.[0] ?? ''
    const calls = callsOf(page)
    await page.goto(link)
    await page.getByRole('button', { name: 'It Was Me' }).click()
    await page.waitForURL('**/auth')
    await page.goto(link)
    await expect(page.getByRole('heading', { name: 'Freeze Your Account?' })).toBeVisible()
    expect(calls).not.toContain('POST auth/freeze')
    await page.getByRole('button', { name: 'Freeze My Account' }).click()
    await expect(page.getByRole('heading', { name: 'Your Account Is Frozen' })).toBeVisible()
    await enterCode(page, '000000')
    await expect(page.getByRole('alert')).toHaveText('Invalid verification code')
    await enterCode(page, authenticator.code())
    await expect(page.getByRole('heading', { name: 'The Freeze Is Lifted' })).toBeVisible()
    await page.getByRole('button', { name: 'Sign In' }).click()
    await page.waitForURL('**/auth')
  })
})

test('signing out in one tab signs out the other, and nobody sees what was there', async ({ signedIn }) => {
  const { page, email } = await signedIn()
  const other = await page.context().newPage()
  await other.goto(`${appUrl()}/wallets`)
  await expect(other.getByRole('heading', { name: 'No wallets' })).toBeVisible()
  await page.getByRole('button', { name: 'Log Out' }).click()
  await page.waitForURL('**/auth')
  await other.waitForURL('**/auth')
  await expect(page.getByLabel('Email')).toHaveValue('')
  expect((await storedTexts(page)).join('\n')).not.toContain(email)
})

test('signing out purges also when the server does not answer, and tells it later', async ({ signedIn }) => {
  const { page, email } = await signedIn()
  await page.route('**/api/v1/auth/sign-out', (route) => route.abort())
  await page.getByRole('button', { name: 'Log Out' }).click()
  await page.waitForURL('**/auth')
  expect((await storedTexts(page)).join('\n')).not.toContain(email)
  const alive = () => page.context().request.get(`${appUrl()}/api/v1/users/my`)
  expect((await alive()).status()).toBe(200)
  await page.unroute('**/api/v1/auth/sign-out')
  await page.reload()
  await expect.poll(async () => (await alive()).status()).toBe(401)
})
