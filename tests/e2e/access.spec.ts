import { chromium, expect, type Page } from 'playwright/test'
import { sendEvm } from '#contract/endpoints/transaction.ts'
import { listAssets } from '#contract/endpoints/wallet.ts'
import { faultsInBothThemes } from './axe.ts'
import { card } from './guardian.ts'
import { reach } from './keyboard.ts'
import {
  CHAIN,
  enrol,
  give,
  inviteGuardians,
  type Member,
  type Opened,
  openWallet,
  stateOf,
  verify,
} from './member.ts'
import { newEmail } from './person.ts'
import { appUrl, signInCode } from './sandbox.ts'
import { DESKTOP, PHONE, test } from './signedin.ts'
import { crowded, NARROW, textArgument, tooWide } from './width.ts'

const RECIPIENT = '0x9f3C88a1D4e07b52C1660F2aB93e7c05De8841aB'

const clean = async (page: Page, what: string) => expect(await faultsInBothThemes(page), what).toEqual([])

/** Sends without a screen, in units of the local chain's coin. */
const send = async ({ client }: Member, { id }: Opened, amount: string) => {
  const { items } = await client.ok(listAssets, { query: { walletId: id } })
  const assetId = items.find((asset) => !asset.address && asset.blockchain === CHAIN)?.id ?? ''
  const body = { amount, assetId, description: '', gas: 'normal' as const, recipient: RECIPIENT }
  await client.ok(sendEvm, { params: { id }, body })
}

/** Somebody who needs a guardian. */
const another = async () => {
  const owner = await enrol(newEmail('ines'))
  const wallet = await openWallet(owner, 'Quiet Fund')
  await Promise.all([verify(owner, wallet), give(owner, wallet, '5')])
  return { owner, wallet }
}

/** The names of what Tab comes to and the bar at the bottom covers, from the top of the page to its end. */
const covered = async (page: Page): Promise<string[]> => {
  const names: string[] = []
  for (let steps = 0; steps < 60; steps++) {
    await page.keyboard.press('Tab')
    const name = await page.evaluate(() => {
      const { activeElement: element, body } = document
      const bar = document.querySelector('[data-bottom-nav]')
      if (!element || element === body || !bar) return undefined
      const isCovered =
        !bar.contains(element) && element.getBoundingClientRect().bottom > bar.getBoundingClientRect().top
      return isCovered ? (element.textContent ?? '') : ''
    })
    if (name === undefined) break
    if (name) names.push(name)
  }
  return names
}

test('on a phone the bar covers nothing that Tab comes to', async ({ signedIn }) => {
  const { page } = await signedIn({ wallet: 'Harbour Fund', verified: true, viewport: PHONE })
  await page.getByRole('tab', { name: 'Guardians' }).click()
  await page.getByRole('switch', { name: 'Guardian Approval' }).click()
  await expect(page.getByRole('switch', { name: 'Guardian Approval' })).toBeEnabled()
  for (const height of [568, 667, 740, 812]) {
    await page.setViewportSize({ width: PHONE.width, height })
    await page.evaluate(() => scrollTo(0, 0))
    await page.getByRole('link', { name: 'Skip to content' }).focus()
    expect(await covered(page), `${height}`).toEqual([])
  }
})

test('everything is done by the keyboard alone, and is clean to axe on the way', async ({ signedIn }) => {
  const [{ page, email, authenticator }, { owner, wallet }] = await Promise.all([
    signedIn({ wallet: 'Harbour Fund', coins: '10' }),
    another(),
  ])
  const { keyboard } = page
  await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: 'light' })
  await expect(page.getByText('$ 0.50').first()).toBeVisible()
  const dialog = page.getByRole('dialog')
  const closed = async () => expect(dialog).toHaveCount(0)

  await test.step('a wallet is renamed from its menu, and the focus comes back', async () => {
    await clean(page, 'the wallet')
    await reach(page, 'button', 'Harbour Fund')
    await keyboard.press('Enter')
    await expect(page.getByRole('menuitem', { name: 'Add a New Wallet' })).toBeFocused()
    await keyboard.press('ArrowDown')
    await expect(page.getByRole('menuitem', { name: 'Rename' })).toBeFocused()
    await keyboard.press('Enter')
    await expect(dialog.getByLabel('Wallet name')).toBeFocused()
    await clean(page, 'the dialog')
    await keyboard.press('Control+A')
    await keyboard.type('Relief Fund')
    await keyboard.press('Enter')
    await closed()
    await expect(page.getByRole('button', { name: 'Relief Fund', exact: true })).toBeFocused()
  })

  await test.step('a transfer is filled in, looked at and given up', async () => {
    await reach(page, 'button', 'Send')
    await keyboard.press('Enter')
    await expect(dialog).toBeVisible()
    await reach(page, 'combobox', 'Wallet address')
    await keyboard.type(RECIPIENT)
    await reach(page, 'textbox', 'Amount')
    await keyboard.type('1')
    await clean(page, 'the form')
    await expect(dialog.getByRole('button', { name: 'Next' })).toBeEnabled()
    await reach(page, 'button', 'Next')
    await keyboard.press('Enter')
    await expect(page.getByRole('dialog', { name: 'Transaction Details' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Back', exact: true })).toBeFocused()
    await keyboard.press('Escape')
    const question = page.getByRole('alertdialog', { name: 'Discard this transfer?' })
    await expect(question).toBeVisible()
    await reach(page, 'button', 'Discard')
    await keyboard.press('Enter')
    await closed()
    await expect(page.getByRole('button', { name: 'Send', exact: true })).toBeFocused()
  })

  await test.step('tabs follow the arrows, and a switch the space bar', async () => {
    await reach(page, 'tab', 'Assets')
    await keyboard.press('End')
    await expect(page.getByRole('tab', { name: 'Guardians' })).toBeFocused()
    await reach(page, 'switch', 'Guardian Approval')
    await keyboard.press('Space')
    await expect(page.getByRole('switch')).toBeChecked()
    await reach(page, 'button', 'Add Guardian')
    await keyboard.press('Enter')
    await expect(dialog.getByRole('textbox')).toBeFocused()
    await keyboard.press('Escape')
    await closed()
    await expect(page.getByRole('button', { name: 'Add Guardian' })).toBeFocused()
  })

  await test.step('what is chosen shows in forced colours', async () => {
    await page.emulateMedia({ forcedColors: 'active' })
    const line = await page.getByRole('tab', { name: 'Guardians' }).evaluate((tab) => {
      const ground = getComputedStyle(document.body).backgroundColor
      return [getComputedStyle(tab, '::before').backgroundColor, ground]
    })
    expect(line[0]).not.toBe(line[1])
    await page.emulateMedia({ forcedColors: 'none' })
  })

  await test.step('at 400 % zoom nothing stays in place that leaves no room', async () => {
    await page.setViewportSize({ width: 320, height: 256 })
    const nav = page.getByRole('navigation', { name: 'Main' })
    await expect(nav).toBeAttached()
    await expect(nav).not.toBeInViewport()
    await nav.scrollIntoViewIfNeeded()
    await expect(nav).toBeInViewport({ ratio: 1 })
    await expect(page.getByRole('banner')).not.toBeInViewport()
    await page.setViewportSize(DESKTOP)
  })

  await test.step('another tab wears the theme that is chosen here', async () => {
    const other = await page.context().newPage()
    await other.goto(`${appUrl()}/wallets`)
    await expect(other.getByRole('button', { name: 'Theme: system' })).toBeVisible()
    await reach(page, 'button', 'Theme: system')
    await keyboard.press('Enter')
    await expect(other.locator('html')).toHaveAttribute('data-theme', 'light')
    await other.close()
  })

  await test.step('a DApp is connected to by a link, and a wrong one is said to be wrong', async () => {
    await reach(page, 'button', 'Connect to...')
    await keyboard.press('Enter')
    await expect(dialog.getByLabel('Link')).toBeFocused()
    await keyboard.type('see you at eight')
    await reach(page, 'button', 'Connect')
    await keyboard.press('Enter')
    await expect(dialog.getByRole('alert')).toHaveText('Invalid WalletConnect link')
    await keyboard.press('Escape')
    await expect(page.getByRole('alertdialog', { name: 'Discard what you typed?' })).toBeVisible()
    await reach(page, 'button', 'Discard')
    await keyboard.press('Enter')
    await closed()
    await expect(page.getByRole('button', { name: 'Connect to...' })).toBeFocused()
  })

  await test.step('the Guardian Hub and its tabs', async () => {
    await reach(page, 'link', 'Guardian Hub')
    await keyboard.press('Enter')
    await expect(page).toHaveURL(`${appUrl()}/guardian-hub`)
    await expect(page.getByRole('heading', { name: 'Guardian Hub' }).first()).toBeAttached()
    await inviteGuardians(owner, wallet, email)
    await reach(page, 'button', 'Accept')
    await keyboard.press('Enter')
    await expect(page.getByText('All Clear')).toBeVisible()
    await expect(page.getByRole('main')).toBeFocused()
    await reach(page, 'tab', 'Transaction Approvals')
    await keyboard.press('ArrowRight')
    await expect(page.getByRole('tab', { name: 'Guarded Wallets', selected: true })).toBeFocused()
  })

  await test.step('leaving, and signing in again', async () => {
    await reach(page, 'button', 'Log Out')
    await keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: 'Sign In' })).toBeVisible()
    await reach(page, 'textbox', 'Email')
    await keyboard.type(email)
    await keyboard.press('Enter')
    await page.waitForURL(/\/verify\?id=\d{12}/)
    await expect(page.getByLabel('Code', { exact: true })).toBeFocused()
    await keyboard.type(await signInCode(email, new URL(page.url()).searchParams.get('id') ?? ''))
    await keyboard.press('Enter')
    await page.waitForURL('**/two-factor/check')
    await expect(page.getByLabel('Code', { exact: true })).toBeFocused()
    await keyboard.type(authenticator.code())
    await keyboard.press('Enter')
    await expect(page.getByRole('button', { name: 'Relief Fund', exact: true })).toBeVisible()
  })

  await test.step('a guardian declines and approves, and the focus goes on with what is left', async () => {
    await send(owner, wallet, `7${'0'.repeat(17)}`)
    await send(owner, wallet, `8${'0'.repeat(17)}`)
    await reach(page, 'link', /^Guardian Hub/)
    await keyboard.press('Enter')
    await expect(page.getByRole('article')).toHaveCount(2)
    await clean(page, 'what waits for a guardian')
    const first = page.getByRole('article').first()
    const [declined, approved] = (await first.textContent())?.includes('0.7 RBNT')
      ? ['0.7', '0.8']
      : ['0.8', '0.7']
    const asked = page.waitForRequest(/approval-flow\/[^/]+\/reject$/)
    await reach(page, 'button', 'Decline')
    await keyboard.press('Enter')
    expect((await asked).postDataJSON()).toEqual({ reason: 'Rejected' })
    await expect(card(page, declined)).toBeHidden()
    await expect(card(page, approved)).toBeFocused()
    await keyboard.press('Tab')
    await reach(page, 'button', 'Approve')
    await keyboard.press('Space')
    await expect(page.getByText('Approved. Sending to blockchain...')).toBeVisible()
    await expect(page.getByText('All Clear')).toBeVisible()
    await expect(page.getByRole('tabpanel')).toBeFocused()
  })
})

for (const [percent, width] of [
  [200, DESKTOP.width],
  [200, PHONE.width],
  [100, NARROW.width],
] as const) {
  test(`text of ${percent} % is whole on every screen of ${width} px`, async ({
    signedIn,
    launchOptions,
  }) => {
    test.skip(
      !process.env.DEEP && width !== PHONE.width,
      'it is crowded first where the text is large and the page narrow',
    )
    const owner = await signedIn({ wallet: 'Harbour Fund', coins: '10', path: '' })
    await send(owner, owner.wallet, `7${'0'.repeat(17)}`)
    const asking = await another()
    await inviteGuardians(asking.owner, asking.wallet, owner.email)
    const args = [...(launchOptions.args ?? []), textArgument(percent)]
    const browser = await chromium.launch({ ...launchOptions, args })
    const context = await browser.newContext({
      ...{ viewport: { width, height: PHONE.height }, reducedMotion: 'reduce' },
      storageState: stateOf(owner),
    })
    const page = await context.newPage()
    const dialog = page.getByRole('dialog')
    const whole = async (what: string) => {
      if (process.env.SHOTS)
        await page.screenshot({ path: `${process.env.SHOTS}/${width}-${what.slice(1)}.png` })
      await expect.poll(() => crowded(page), { message: what }).toEqual([])
      await expect.poll(() => tooWide(page), { message: what }).toEqual([])
    }
    /** What is opened from the page, looked at and closed. */
    const opened = async (name: string | RegExp) => {
      await page.getByRole('button', { name, exact: true }).first().click()
      await expect(dialog).toBeVisible()
      await whole(` ${name}`)
      await page.keyboard.press('Escape')
      await expect(dialog).toHaveCount(0)
    }

    await page.goto(`${appUrl()}/wallets`)
    await expect(page.locator('html')).toHaveCSS('font-size', `${(16 * percent) / 100}px`)
    const inbox = page.getByRole('button', { name: /^Inbox, 1 / })
    const [button, count] = [
      await inbox.boundingBox(),
      await inbox.getByText('1', { exact: true }).boundingBox(),
    ]
    if (!button || !count) throw new Error('Nothing waits.')
    expect(count.x).toBeGreaterThanOrEqual(button.x)
    expect(count.x + count.width).toBeLessThanOrEqual(button.x + button.width)
    for (const tab of ['Assets', 'Activity', 'DApps', 'Requests', 'Guardians']) {
      await page.getByRole('tab', { name: tab }).click()
      await whole(` ${tab}`)
    }
    for (const name of ['Send', 'Receive', 'Connect to...', 'Harbour Fund', /^Inbox/]) await opened(name)
    await page.getByRole('tab', { name: 'Activity' }).click()
    await opened('Send Funds')
    if (width < 768) {
      await page.getByRole('button', { name: 'Filters' }).click()
      // A day is read in one glance.
      for (const name of ['From', 'To'])
        expect
          .soft(
            await page
              .getByLabel(name, { exact: true })
              .evaluate((day) => day.clientWidth / Number.parseFloat(getComputedStyle(day).fontSize)),
          )
          .toBeGreaterThan(6)
      await whole(' Filters')
    }
    for (const path of ['/guardian-hub', '/settings', '/address-book']) {
      await page.goto(`${appUrl()}${path}`)
      await expect(page.getByRole('heading', { level: 1 })).toBeAttached()
      await expect(page.locator('main .late')).toHaveCount(0)
      await whole(path)
    }
    await browser.close()
  })
}
