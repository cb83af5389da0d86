import { expect, type Locator, type Page } from 'playwright/test'
import { API_PREFIX } from '#contract/endpoint.ts'
import { listOwnSessions } from '#contract/endpoints/account.ts'
import { completeBackup, signIn, verifySignIn } from '#contract/endpoints/auth.ts'
import { Client } from '#tests/server/harness/client.ts'
import { all as german } from '#text/de/all.ts'
import { all as spanish } from '#text/es/all.ts'
import { faultsInBothThemes } from './axe.ts'
import { RECIPIENT } from './guardian.ts'
import { reach } from './keyboard.ts'
import { inviteGuardians, type Member, stateOf } from './member.ts'
import { appUrl, signInCode } from './sandbox.ts'
import { PHONE, test } from './signedin.ts'
import { storedAs } from './stored.ts'
import { told, wrongNumbers } from './told.ts'
import { NARROW, tooWide } from './width.ts'
import { controlled } from './worker.ts'

const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0) AppleWebKit Version/18.0 Mobile/15E148 Safari/604.1'
const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; rv:140.0) Gecko/20100101 Firefox/140.0'

/** The same person on another device: with a backup code, for the authenticator has no more codes than time passes. */
const again = async ({ email, backupCodes }: Member, userAgent: string): Promise<Member['client']> => {
  const client = new Client(appUrl())
  const { id } = await client.ok(signIn, { body: { email } })
  await client.ok(verifySignIn, { body: { id, code: await signInCode(email, id) } })
  const { status } = await client.raw(`${API_PREFIX}/${completeBackup.path}`, {
    method: 'POST',
    body: { code: backupCodes.pop() },
    headers: { 'user-agent': userAgent },
  })
  expect(status).toBe(200)
  return client
}

const openSettings = async (page: Page) => {
  await page.getByRole('button', { name: /@/ }).click()
  await page.getByRole('menuitem', { name: 'Settings' }).click()
  await expect(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible()
  await expect(page).toHaveURL(/\/settings$/)
}

test('other devices are signed out from settings, one or all, and their pages with them', async ({
  signedIn,
  browser,
}) => {
  const member = await signedIn({ wallet: 'Harbour Fund' })
  const { page } = member
  await again(member, IPHONE)
  const third = await again(member, FIREFOX)
  const there = await browser.newContext({ storageState: stateOf({ ...member, client: third }) })
  const otherPage = await there.newPage()
  await otherPage.goto(`${appUrl()}/settings`)
  await expect(otherPage.getByText('Firefox on Windows').first()).toBeVisible()

  await openSettings(page)
  const list = page.getByRole('list', { name: 'Sessions' })
  await expect(list.getByRole('listitem')).toHaveCount(3)
  await expect(list.getByRole('listitem').first()).toContainText('This device')
  await page.getByRole('button', { name: 'Sign out Safari on iPhone' }).click()
  await expect(list.getByRole('listitem')).toHaveCount(2)
  await expect(page.getByRole('heading', { name: 'Sessions and devices' })).toBeFocused()
  await expect(otherPage).toHaveURL(/\/settings$/)

  await page.getByRole('button', { name: 'Sign out everywhere else' }).click()
  await expect(list.getByRole('listitem')).toHaveCount(1)
  await otherPage.waitForURL('**/auth')
  expect((await third.call(listOwnSessions, { query: {} })).status).toBe(401)
  await expect(page.getByRole('button', { name: 'Sign out everywhere else' })).toHaveCount(0)
  await there.close()
})

test('settings are read and changed by the keyboard, and are clean to axe', async ({ signedIn }) => {
  const { page } = await signedIn({ wallet: 'Harbour Fund' })
  await page.context().grantPermissions(['notifications'])
  await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: 'light' })
  await page.goto(`${appUrl()}/settings`)
  const { keyboard } = page
  const log = page.getByRole('list', { name: 'Account log' })
  await expect(log.getByRole('listitem').first()).toBeVisible()
  await expect(page.getByText('10 of 10 left')).toBeVisible()
  expect(await faultsInBothThemes(page)).toEqual([])

  await test.step('a link leads to its section, which is marked and has the focus', async () => {
    const nav = page.getByRole('navigation', { name: 'Settings' })
    for (const [name, heading] of [
      ['Install', 'Install'],
      ['Display', 'Display'],
      ['Notifications', 'Notifications'],
      ['Account log', 'Account log'],
      ['Authenticator', 'Authenticator and backup codes'],
      ['Sessions and devices', 'Sessions and devices'],
    ] as const) {
      await nav.getByRole('link', { name }).focus()
      await keyboard.press('Enter')
      await expect(page.getByRole('heading', { name: heading, level: 2 })).toBeFocused()
      await expect(page.getByRole('heading', { name: heading, level: 2 })).toBeInViewport()
    }
    await expect(nav.getByRole('link', { name: 'Sessions and devices' })).toHaveAttribute(
      'aria-current',
      'true',
    )
    await expect(page).toHaveURL(/\/settings$/)
  })

  await test.step('notices by group are the kinds of the dialog', async () => {
    const transfers = await reach(page, 'switch', 'My transfers')
    await expect(transfers).not.toBeChecked()
    await keyboard.press('Space')
    await expect(transfers).toBeChecked()
    for (const name of ['Approvals', 'DApp requests']) {
      await page.getByRole('switch', { name, exact: true }).click()
      await expect(page.getByRole('switch', { name, exact: true })).not.toBeChecked()
    }
    await expect(page.getByText('Always on')).toBeVisible()
    await page.getByRole('button', { name: 'Choose one by one' }).click()
    const dialog = page.getByRole('dialog', { name: 'Notifications' })
    await expect(dialog.getByRole('switch', { name: 'Money received' })).toBeChecked()
    await expect(dialog.getByRole('switch', { name: 'Connections that apps ask for' })).not.toBeChecked()
    await keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Choose one by one' })).toBeFocused()
  })

  await test.step('the theme is chosen, and kept', async () => {
    for (const [name, theme] of [
      ['Dark', 'dark'],
      ['Light', 'light'],
    ] as const) {
      await page.getByRole('radio', { name }).check()
      await expect(page.getByRole('button', { name: `Theme: ${theme}` })).toBeVisible()
    }
    await expect.poll(() => storedAs(page, 'theme')).toContain('light')
    await page.reload()
    await expect(page.getByRole('radio', { name: 'Light' })).toBeChecked()
    await page.getByRole('radio', { name: 'System' }).check()
  })

  await test.step('steps to install are there', async () => {
    await page.getByRole('button', { name: 'Install app' }).click()
    await expect(page.getByRole('dialog', { name: 'Install Countersign' })).toBeVisible()
    await keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })

  await test.step('backup codes open, and lead back', async () => {
    await page.getByRole('link', { name: 'View backup codes' }).click()
    await expect(page.getByRole('heading', { name: 'Available Backup Codes' })).toBeVisible()
    await page.goBack()
    await expect(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible()
  })
})

test('the account log has all of it on demand, and sections that cannot be read can be asked again', async ({
  signedIn,
}) => {
  const member = await signedIn({ wallet: 'Harbour Fund', viewport: PHONE })
  const { page } = member
  for (let times = 0; times < 3; times += 1) await again(member, IPHONE)
  let down = true
  await page
    .context()
    .route(/\/api\/v1\/(?:sessions|account-log|factors)/, (route) =>
      down
        ? route.fulfill({ status: 503, json: { name: 'Error', message: 'Down', traceId: 't' } })
        : route.fallback(),
    )
  await page.goto(`${appUrl()}/settings`)
  await expect(page.getByText('The account log could not be loaded')).toBeVisible()
  for (const name of ['Sessions and devices', 'Account log', 'Authenticator and backup codes'])
    await page.getByRole('region', { name }).getByRole('button', { name: 'Try again' }).click()
  down = false
  // Some ask again by themselves, so a button may be gone before it is pressed.
  await expect(async () => {
    const again = page.getByRole('button', { name: 'Try again' })
    if ((await again.count()) > 0) await again.first().click({ timeout: 1000 })
    await expect(again).toHaveCount(0, { timeout: 2000 })
  }).toPass()
  const log = page.getByRole('list', { name: 'Account log' })
  await expect(log.getByRole('listitem')).toHaveCount(5)
  await page.getByRole('button', { name: 'Show all' }).click()
  await expect(log.getByRole('listitem')).toHaveCount(6)
  await expect(log.getByRole('listitem').first()).toContainText('Safari on iPhone')
  await page.setViewportSize(NARROW)
  await expect.poll(() => tooWide(page)).toEqual([])
})

test('amounts are covered on every screen, and shown where somebody decides on one', async ({ signedIn }) => {
  const { page } = await signedIn({ wallet: 'Harbour Fund', coins: '1234' })
  const hidden = page.getByRole('img', { name: 'Hidden amount' })
  /** Without addresses and hashes, whose digits say anything. */
  const spoken = (text: string | null) =>
    text?.replace(/0x[\da-f]{64}|0x[\da-f]{40}|bcrt1[\da-z]{59}|(?:0x|bcrt1)\w+\.{3}\w{4}/gi, '')
  const saidBy = async (part: Locator) => spoken(await part.textContent())
  /** All that main says, and what its tooltips would. */
  const told = async () =>
    spoken(
      await page
        .locator('main')
        .evaluate((main) =>
          [
            main.textContent,
            ...[...main.querySelectorAll('[title]')].map((one) => one.getAttribute('title')),
          ].join(' '),
        ),
    )
  const AMOUNT = /1[ ,.]?234|1\.2K|61[.,]7/
  await expect(page.getByText('1.2K').first()).toBeVisible()
  expect(await told()).toMatch(AMOUNT)
  await openSettings(page)
  await page.getByRole('switch', { name: 'Hide amounts' }).click()
  await expect(page.getByRole('switch', { name: 'Hide amounts' })).toBeChecked()

  await page.getByRole('link', { name: 'My Wallets' }).click()
  await expect(hidden.first()).toBeVisible()
  expect(await told()).not.toMatch(AMOUNT)
  await page.getByRole('button', { name: 'RBNT', exact: true }).click()
  const asset = page.getByRole('dialog', { name: 'RBNT' })
  await expect(asset.getByRole('img', { name: 'Hidden amount' }).first()).toBeVisible()
  await expect.poll(() => saidBy(asset)).not.toMatch(AMOUNT)
  await page.keyboard.press('Escape')
  await expect(asset).toHaveCount(0)
  await page.getByRole('tab', { name: 'Activity' }).click()
  const row = page.getByRole('button', { name: 'Receive Funds' }).first()
  await expect(row).toBeVisible()
  expect(await told()).not.toMatch(AMOUNT)
  await row.click()
  const sheet = page.getByRole('dialog', { name: 'Transaction Info' })
  await expect(sheet.getByRole('img', { name: 'Hidden amount' }).first()).toBeVisible()
  await expect.poll(() => saidBy(sheet)).not.toMatch(AMOUNT)
  await page.keyboard.press('Escape')
  await expect(sheet).toHaveCount(0)

  await page.reload()
  await expect(page.getByRole('tab', { name: 'Activity' })).toBeVisible()
  expect(await told()).not.toMatch(AMOUNT)
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  const form = page.getByRole('dialog', { name: 'Send Funds' })
  await form.getByLabel('Wallet address').fill('0x9f3C88a1D4e07b52C1660F2aB93e7c05De8841aB')
  await form.getByLabel('Amount', { exact: true }).fill('2')
  await form.getByRole('button', { name: 'Next' }).click()
  const confirmation = page.getByRole('dialog', { name: 'Transaction Details' })
  await expect(confirmation.getByText('2 RBNT').first()).toBeVisible()
  await expect(confirmation.getByRole('img', { name: 'Hidden amount' })).toHaveCount(0)
})

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** From the assets to the statement, with a look at every number. */
const sendInGerman = async (page: Page): Promise<void> => {
  const dialog = page.getByRole('dialog')
  const expectCommas = async () => expect(wrongNumbers(await told(page))).toEqual([])
  await expectCommas()
  await button(page, 'RBNT').click()
  await expect(dialog).toContainText('1234,5')
  await expectCommas()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)

  await button(page, german.wallets.send).click()
  const amount = dialog.getByLabel(german.send.amount, { exact: true })
  const typed = async (text: string) => {
    await amount.fill('')
    await amount.fill(text)
  }
  await dialog.getByLabel(german.send.address).fill(RECIPIENT)
  for (const text of ['1.5', '1,5']) {
    await typed(text)
    await expect(amount).toHaveValue('1,5')
  }
  // A thousand and a half to one reader, one and a half to the other.
  await typed('1.500')
  await expect(amount).toHaveValue('')
  await expect(dialog.getByText('Nur Ziffern und ein Dezimaltrennzeichen.')).toBeVisible()
  await button(page, german.common.next).click()
  await expect(dialog.getByRole('alert')).toHaveText('Nur Ziffern und ein Dezimaltrennzeichen.')
  await typed('1,5')
  await expect(dialog.getByRole('alert')).toHaveCount(0)
  await expectCommas()
  await button(page, german.common.next).click()
  await expect(dialog).toContainText('1,5 RBNT')
  await expectCommas()
  const posted = page.waitForRequest(/\/transactions\/send-evm$/)
  await button(page, german.send.submit).click()
  expect((await posted).postDataJSON()).toMatchObject({ amount: '1500000000000000000' })
  await expect(page.getByText(german.send.sent)).toBeVisible()

  await page.getByRole('tab', { name: german.wallets.tabs.activity }).click()
  await page.getByRole('row').filter({ hasText: '-1,50 RBNT' }).getByRole('button').first().click()
  await expect(dialog.getByText(german.transaction.fee, { exact: true })).toBeVisible()
  await expectCommas()
  await page.keyboard.press('Escape')
  await button(page, german.activity.statement).click()
  await expect(dialog).toContainText('+1234,5')
  await expectCommas()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
}

/** On a phone no tab of a wallet begins or ends outside of the page. */
const tabsWhole = async (page: Page) => {
  const before = page.viewportSize()
  await page.setViewportSize(PHONE)
  await expect(page.getByRole('tab')).toHaveCount(5)
  const box = page.locator('.tab-scroll')
  await expect.poll(() => box.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
  if (before) await page.setViewportSize(before)
}

test('another language is spoken everywhere and in every tab, after a reload and offline, and English again', async ({
  signedIn,
}) => {
  const member = await signedIn({ wallet: 'Harbour Fund', coins: '1234.5' })
  const { page } = member
  const other = await page.context().newPage()
  await other.goto(`${appUrl()}/wallets`)
  await other.getByRole('button', { name: 'Harbour Fund' }).click()
  await other.getByRole('menuitem', { name: 'Rename' }).click()
  await other.getByLabel('Wallet name').fill('Half typed')

  await openSettings(page)
  const html = page.locator('html')
  const language = page.getByRole('combobox', { name: /^(?:Language|Sprache|Idioma)$/ })
  await expect(html).toHaveAttribute('lang', 'en')
  await language.focus()
  await language.selectOption('Deutsch')
  await expect(page.getByRole('heading', { name: 'Einstellungen', level: 1 })).toBeVisible()
  await expect(language).toBeFocused()
  await expect(html).toHaveAttribute('lang', 'de')
  await expect(page.getByText(/^\$ 1\u202f234,50 · \d\d\.\d\d\.\d{4}, /)).toBeVisible()

  await test.step('what is typed in another tab stays', async () => {
    await expect(other.getByRole('dialog', { name: 'Wallet umbenennen' })).toBeVisible()
    await expect(other.getByRole('dialog').getByRole('textbox')).toHaveValue('Half typed')
    const hide = page.getByRole('switch', { name: german.settings.display.hide })
    const behind = other.locator('main')
    await expect(behind).toContainText('61,73')
    await hide.click()
    await expect(behind).not.toContainText('61,73')
    await hide.click()
    await expect(behind).toContainText('61,73')
    await other.close()
  })

  await test.step('numbers and dates can be written otherwise', async () => {
    const format = page.getByRole('combobox', { name: german.settings.display.format })
    await format.selectOption('English')
    await expect(page.getByText(/^\$ 1,234\.50 · \d\d \w{3} \d{4}, .* [AP]M/)).toBeVisible()
    await format.selectOption('Wie die Sprache')
    await expect(page.getByText(/^\$ 1\u202f234,50/)).toBeVisible()
  })

  await expect.poll(() => storedAs(page, 'language')).toContain('de')
  await expect.poll(() => storedAs(page, 'format')).toContain('"language"')
  await controlled(page)
  await page.goto(`${appUrl()}/wallets`)
  await expect(page.getByText('1,2K').first()).toBeVisible()
  await tabsWhole(page)
  await test.step('an amount is typed and told with a comma on its whole way', () => sendInGerman(page))

  await test.step('what the server refuses is said in it', async () => {
    await inviteGuardians(member, member.wallet, 'ines@lindqvist.example')
    await page.getByRole('tab', { name: german.wallets.tabs.guardians }).click()
    await button(page, german.guardians.resendTo('ines@lindqvist.example')).click()
    await expect(
      page.getByText('Eine Einladung kann einmal in der Minute erneut gesendet werden'),
    ).toBeVisible()
  })

  await page.context().setOffline(true)
  await page.goto(`${appUrl()}/wallets`)
  await expect(page.getByText('Sie sind offline').first()).toBeVisible()
  await expect(html).toHaveAttribute('lang', 'de')
  await page.context().setOffline(false)

  await page.goto(`${appUrl()}/settings`)
  expect(await faultsInBothThemes(page)).toEqual([])
  await page.setViewportSize(NARROW)
  await expect.poll(() => tooWide(page)).toEqual([])
  await language.selectOption('Español')
  await expect(html).toHaveAttribute('lang', 'es')
  await expect.poll(() => tooWide(page)).toEqual([])
  await page.getByRole('button', { name: /@/ }).click()
  await expect(page.getByRole('menuitem', { name: spanish.app.menu.everywhere })).toBeVisible()
  await expect.poll(() => tooWide(page)).toEqual([])
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: spanish.app.wallets }).click()
  await tabsWhole(page)
  await page.goBack()
  await language.selectOption('English')
  await expect(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible()
  await expect(page.getByText(/^\$ 1,234\.50/)).toBeVisible()
  await page.getByRole('combobox', { name: 'Number and date format' }).selectOption('Deutsch')
  await expect(page.getByText(/^\$ 1\u202f234,50/)).toBeVisible()
})
