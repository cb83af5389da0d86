import { expect, type Page } from 'playwright/test'
import { faultsInBothThemes } from './axe.ts'
import { enrol } from './member.ts'
import { enterCode, enterEmail, newEmail, passEmail } from './person.ts'
import { appUrl, signInCode } from './sandbox.ts'
import { test } from './signedin.ts'
import { controlled } from './worker.ts'

const at = (path: string) => `${appUrl()}${path}`

test('signed out, every door leads to the address', async ({ page }) => {
  for (const path of [
    '/',
    '/verify',
    '/wallets',
    '/guardian-hub',
    '/two-factor/backup-code-used',
    '/two-factor/backup-code-generated',
    '/two-factor/success-enable',
    '/two-factor/setup',
  ]) {
    await page.goto(at(path))
    await page.waitForURL(at('/auth'))
    await expect(page.getByRole('heading', { name: 'Sign In' })).toBeVisible()
  }
})

test('with no sign-in under way, a code of the second step leads to the address', async ({ page }) => {
  for (const [path, code] of [
    ['/two-factor/check', '123456'],
    ['/two-factor/backup-sign-in', '12345678'],
  ] as const) {
    await page.goto(at(path))
    await enterCode(page, code)
    await page.waitForURL(at('/auth'))
  }
  await page.goto(at('/two-factor/download-app'))
  await page.getByRole('button', { name: 'I Have the App, Continue' }).click()
  await page.waitForURL(at('/auth'))
})

test('an unknown address says so and leads home', async ({ page }) => {
  for (const path of ['/nope', '/wallets/x', '/two-factor/nope']) {
    await page.goto(at(path))
    await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
    await expect(page.getByText("Sorry, we couldn't find the page you're looking for.")).toBeVisible()
  }
  await page.getByRole('link', { name: 'Go back home' }).click()
  await page.waitForURL(at('/auth'))
  await page.getByRole('link', { name: 'Sandbox · test money' }).click()
  await page.waitForURL(at('/sandbox'))
  await expect(page.getByLabel('Your wallet')).toBeAttached()
})

test('what is typed is checked before it is sent', async ({ page }) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await page.goto(at('/auth'))
  for (const [typed, message] of [
    ['', 'This field is required'],
    ['a', 'Invalid email format'],
    ['a@', 'Invalid email format'],
    ['a@b', 'Invalid email format'],
    ['a b@c.de', 'Invalid email format'],
  ] as const) {
    await page.getByLabel('Email').fill(typed)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('alert')).toHaveText(message)
  }
  await page.goto(at('/verify?id=482913557120'))
  for (const [typed, message] of [
    ['', 'This field is required'],
    ['12345', 'The code must be at least 6 characters and contain only numbers'],
  ] as const) {
    await enterCode(page, typed)
    await expect(page.getByRole('alert')).toHaveText(message)
  }
  await page.getByRole('button', { name: 'Change Email Address' }).click()
  await page.waitForURL(at('/auth'))
  expect(asked.filter((path) => path.startsWith('/api/v1/auth'))).toEqual([])
})

test('an outage is a toast; the form can be sent again', async ({ page }) => {
  const email = newEmail()
  await page.goto(at('/auth'))
  await controlled(page)
  await page.route('**/api/v1/auth/sign-in', (route) => route.abort(), { times: 1 })
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Continue with Email' }).click()
  await expect(page.getByText('No connection')).toBeVisible()
  await expect(page).toHaveURL(at('/auth'))
  const id = await enterEmail(page, email)
  await page.route(
    '**/api/v1/auth/sign-in/verify',
    (route) =>
      route.fulfill({
        status: 503,
        json: { name: 'ChainUnavailableError', message: 'The server is resting' },
      }),
    { times: 1 },
  )
  await enterCode(page, await signInCode(email, id))
  await expect(page.getByText('The server is resting')).toBeVisible()
  await expect(page.getByLabel('Code')).not.toHaveAttribute('aria-invalid', 'true')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.waitForURL('**/two-factor/download-app')
})

test('while a call runs its button waits, so nothing is sent twice', async ({ page }) => {
  let answer = () => {}
  const held = new Promise<void>((done) => {
    answer = done
  })
  let sent = 0
  await page.goto(at('/auth'))
  await controlled(page)
  await page.route('**/api/v1/auth/sign-in', async (route) => {
    sent += 1
    await held
    await route.continue()
  })
  await page.getByLabel('Email').fill(newEmail())
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  const button = page.getByRole('button', { name: 'Continue with Email' })
  await expect(button).toBeDisabled()
  await expect(button).toHaveAttribute('aria-busy', 'true')
  await expect(page.getByRole('button', { name: 'Continue with Google' })).toBeDisabled()
  answer()
  await page.waitForURL(/\/verify\?id=/)
  expect(sent).toBe(1)
})

test('someone without wallets but with an invite lands in the hub', async ({ page }) => {
  const invite = {
    id: 'i1',
    status: 'pending',
    userEmail: 'owner@lindqvist.example',
    walletAddress: '0x41E9',
  }
  const { email, authenticator } = await enrol()
  await page.route(/\/api\/v1\/invites(\?|$)/, (route) =>
    route.fulfill({ json: { items: [invite], total: 1 } }),
  )
  await passEmail(page, email)
  await page.waitForURL('**/two-factor/check')
  await controlled(page)
  await enterCode(page, authenticator.code())
  await page.waitForURL('**/guardian-hub')
})

const check = async (page: Page, what: string) => {
  expect(await faultsInBothThemes(page), what).toEqual([])
  await expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth), { message: what })
    .toBe(320)
}

test.describe('on a narrow screen', () => {
  // Colours change at once.
  const viewport = { width: 320, height: 640 }
  test.use({ viewport, contextOptions: { reducedMotion: 'reduce' } })

  test('the way in is clean to axe in both themes', async ({ page }) => {
    test.setTimeout(120_000)
    const look = async (heading: string) => {
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading)
      await check(page, heading)
    }
    await page.goto(at('/nope'))
    await look('Page not found')
    await page.goto(at('/auth'))
    await look('Sign In')
    await page.getByRole('button', { name: 'Continue with Email' }).click()
    await look('Sign In')
    const email = newEmail()
    const id = await enterEmail(page, email)
    await enterCode(page, '')
    await look(`Enter Code #${id.slice(0, 2)}`)
    await enterCode(page, await signInCode(email, id))
    await look('Download an Authenticator App')
    await page.getByRole('link', { name: 'Authy' }).click()
    await expect(page.getByRole('dialog').getByRole('img')).toHaveCount(2)
    await check(page, 'the dialog of an app')
    await page.goto(at('/two-factor/download-app?app=authy'))
    await expect(page.getByRole('img')).toHaveCount(2)
    await look('Download Authy')
    await page.goto(at('/two-factor/backup-sign-in'))
    await look('Backup Code')
    await page.goto(at('/two-factor/check'))
    await look('Two-Factor Authentication')
    await page.goto(at('/two-factor/setup'))
    await expect(page.getByRole('img')).toBeVisible()
    await look('Set Up Two-Factor Authentication')
  })

  test('the screens of backup codes are clean to axe in both themes', async ({ signedIn }) => {
    test.skip(
      !process.env.DEEP,
      'as on every other screen, which only deep tests let axe look at in both themes',
    )
    const { page } = await signedIn({ viewport, path: '' })
    for (const [path, heading] of [
      ['/two-factor/backup-code-generated', 'Available Backup Codes'],
      ['/two-factor/backup-code-used', 'Backup Code Used'],
      ['/two-factor/success-enable', 'Two-Factor Authentication Enabled'],
    ] as const) {
      await page.goto(at(path))
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading)
      await check(page, heading)
    }
  })
})
