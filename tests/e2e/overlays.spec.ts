import { expect, type Locator, type Page, test } from 'playwright/test'
import { createWallet, signUp } from './person.ts'
import { faucet, passKyc } from './sandbox.ts'

const RECIPIENT = '0x9f3C88a1D4e07b52C1660F2aB93e7c05De8841aB'
const DESKTOP = { width: 1280, height: 800 }
const PHONE = { width: 375, height: 812 }
const NARROW = { width: 320, height: 640 }

/** A person with coins, on the wallets screen. */
const rich = async (page: Page) => {
  await signUp(page)
  await createWallet(page, 'Harbour Fund')
  await page.getByRole('list', { name: 'Addresses' }).getByRole('button').first().click()
  await expect(page.getByText('Copied!')).toBeVisible()
  const address = await page.evaluate(() => navigator.clipboard.readText())
  await passKyc(address)
  await faucet({ address, blockchain: 'redbelly:testnet', amount: '10' })
  await faucet({ address, blockchain: 'redbelly:testnet', symbol: 'USDC', amount: '250' })
  await expect(page.getByText('$ 250.50')).toBeVisible()
  await expect(opener(page)).toBeEnabled()
}

const opener = (page: Page) => page.getByRole('button', { name: 'Send', exact: true })
const form = (page: Page) => page.getByRole('dialog', { name: 'Send Funds' })
const question = (page: Page) => page.getByRole('alertdialog', { name: 'Discard this transfer?' })

/** Every disc of a coin has the size of the hole that is made for it. */
const discsFill = async (scope: Locator | Page, least: number) => {
  const discs = scope.locator('[class*=coin-color-], .bg-coin')
  await expect(discs.first()).toBeVisible()
  const boxes = await discs.evaluateAll((all) =>
    all.map((disc) => [disc, disc.parentElement].map((one) => one?.getBoundingClientRect().width ?? 0)),
  )
  expect(boxes.length).toBeGreaterThanOrEqual(least)
  for (const [disc, hole] of boxes) expect(disc, JSON.stringify(boxes)).toBe(hole)
  expect(Math.max(...boxes.flat()), 'the size of a coin in this place').toBeGreaterThanOrEqual(24)
}

const overlap = async (one: Locator, other: Locator): Promise<boolean> => {
  const [a, b] = [await one.boundingBox(), await other.boundingBox()]
  if (!a || !b) throw new Error('One of both is not on the page.')
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height
}

/** Nothing on the page can be scrolled sideways. */
const fits = async (page: Page) => {
  const width = await page.evaluate(() => document.documentElement.scrollWidth)
  expect(width).toBeLessThanOrEqual(page.viewportSize()?.width ?? 0)
}

/** What a moving element looks like in each frame from now on, until it rests or has gone. */
const watch = (page: Page, selector: string) =>
  page.evaluate((what) => {
    const frames: { at: number; opacity: number; x: number; y: number }[] = []
    Object.assign(globalThis, { frames })
    const sample = (at: number) => {
      const element = document.querySelector(what)
      if (element) {
        const { opacity, transform } = getComputedStyle(element)
        const { e, f } = new DOMMatrix(transform)
        frames.push({ at, opacity: Number(opacity), x: e, y: f })
      }
      if (frames.length < 60 || element) requestAnimationFrame(sample)
    }
    requestAnimationFrame(sample)
  }, selector)

/** Milliseconds in which the element was on its way. */
const moved = async (page: Page, of: 'x' | 'y' | 'opacity') => {
  const frames = await page.evaluate(
    () =>
      (globalThis as unknown as { frames: { at: number; opacity: number; x: number; y: number }[] }).frames,
  )
  const rest = of === 'opacity' ? 1 : 0
  const away = frames.filter((frame) => Math.abs(frame[of] - rest) > 0.001)
  return { count: away.length, time: (away.at(-1)?.at ?? 0) - (away[0]?.at ?? 0), frames }
}

test('what lies over the page: coins, motion, Back, focus, toasts', async ({ page }) => {
  await page.setViewportSize(DESKTOP)
  await rich(page)

  await test.step('coin icons fill their holes', async () => {
    await discsFill(page.locator('main'), 2)
    await opener(page).click()
    await form(page)
      .getByRole('button', { name: /^Asset:/ })
      .click()
    await discsFill(page.getByRole('listbox'), 2)
    await page.getByRole('option', { name: 'RBNT' }).click()
    await form(page).getByLabel('Wallet address').fill(RECIPIENT)
    await form(page).getByLabel('Amount', { exact: true }).fill('1')
    await form(page).getByRole('button', { name: 'Next' }).click()
    await discsFill(page.getByRole('dialog', { name: 'Transaction Details' }), 1)
  })

  await test.step('Back from the details leads to the form with its data', async () => {
    await page.goBack()
    await expect(form(page).getByLabel('Wallet address')).toHaveValue(RECIPIENT)
    await expect(form(page).getByLabel('Amount', { exact: true })).toHaveValue('1')
    await expect(page.getByRole('dialog', { name: 'Transaction Details' })).toHaveCount(0)
  })

  await test.step('a filled form asks before it is closed, whatever closes it', async () => {
    const closers = [
      () => page.goBack(),
      () => page.keyboard.press('Escape'),
      () => form(page).getByRole('button', { name: 'Close' }).click(),
      () => page.mouse.click(20, 400),
    ]
    const amount = form(page).getByLabel('Amount', { exact: true })
    for (const close of closers) {
      await amount.focus()
      await close()
      await expect(question(page).getByRole('button', { name: 'Keep editing' })).toBeFocused()
      await page.goBack()
      await expect(form(page).locator(':focus')).toHaveCount(1)
      await expect(amount).toHaveValue('1')
    }
    await page.keyboard.press('Escape')
    await question(page).getByRole('button', { name: 'Discard' }).click()
    await expect(form(page)).toHaveCount(0)
    await expect(opener(page)).toBeFocused()
  })

  await test.step('Back closes the topmost first, and leaves nothing in Back or Forward', async () => {
    await page.getByRole('tab', { name: 'Activity' }).click()
    await page.getByRole('tab', { name: 'DApps' }).click()
    await opener(page).click()
    await expect(form(page)).toBeVisible()
    await form(page)
      .getByRole('button', { name: /^Asset:/ })
      .click()
    await expect(page.getByRole('listbox')).toBeVisible()
    await page.goBack()
    await expect(page.getByRole('listbox')).toHaveCount(0)
    await expect(form(page)).toBeVisible()
    await page.goBack()
    await expect(form(page)).toHaveCount(0)
    await expect(page.getByRole('tab', { name: 'DApps' })).toHaveAttribute('aria-selected', 'true')
    // Closed by its key: its entry is gone, too.
    await opener(page).click()
    await expect(form(page)).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(form(page)).toHaveCount(0)
    await expect.poll(() => page.evaluate(() => history.state?.layer)).toBe(undefined)
    await page.goForward()
    await expect.poll(() => page.evaluate(() => history.state?.layer)).toBe(undefined)
    await expect(form(page)).toHaveCount(0)
    await page.goBack()
    await expect(page.getByRole('tab', { name: 'Activity' })).toHaveAttribute('aria-selected', 'true')
    await page.goBack()
    await expect(page.getByRole('tab', { name: 'Assets' })).toHaveAttribute('aria-selected', 'true')
    await page.goForward()
    await expect(page.getByRole('tab', { name: 'Activity' })).toHaveAttribute('aria-selected', 'true')
  })

  await test.step('a menu, then what it opens', async () => {
    await page.getByRole('button', { name: 'Harbour Fund' }).click()
    await expect(page.getByRole('menu')).toBeVisible()
    await page.goBack()
    await expect(page.getByRole('menu')).toHaveCount(0)
    await page.getByRole('button', { name: 'Harbour Fund' }).click()
    await page.getByRole('menuitem', { name: 'Rename' }).click()
    const rename = page.getByRole('dialog', { name: 'Rename Wallet' })
    await expect(rename.getByLabel('Wallet name')).toBeFocused()
    await page.goBack()
    await expect(rename).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Harbour Fund' })).toBeFocused()
    await expect(page.getByRole('tab', { name: 'Activity' })).toHaveAttribute('aria-selected', 'true')
  })

  await test.step('a reload forgets what was open', async () => {
    await opener(page).click()
    await expect(form(page)).toBeVisible()
    await expect.poll(() => page.evaluate(() => history.state?.layer)).toBe(1)
    await page.reload()
    await expect(opener(page)).toBeVisible()
    await expect.poll(() => page.evaluate(() => history.state?.layer)).toBe(undefined)
    await page.goBack()
    await expect(page.getByRole('tab', { name: 'Assets' })).toHaveAttribute('aria-selected', 'true')
  })

  await test.step('a panel slides in from the right in 300 ms and out in 200 ms', async () => {
    await watch(page, '.side-panel')
    await opener(page).click()
    await expect(form(page).getByRole('button', { name: /^Wallet:/ })).toBeFocused()
    await expect.poll(async () => (await moved(page, 'x')).frames.at(-1)?.x).toBe(0)
    const enter = await moved(page, 'x')
    expect(enter.frames[0]?.x).toBeGreaterThan(400)
    expect(enter.count).toBeGreaterThan(4)
    expect(enter.time).toBeGreaterThan(150)
    expect(enter.time).toBeLessThan(450)
    await watch(page, '.side-panel')
    await page.keyboard.press('Escape')
    await expect(form(page)).toHaveCount(0)
    const leave = await moved(page, 'x')
    expect(leave.count).toBeGreaterThan(4)
    expect(leave.time).toBeGreaterThan(100)
    expect(leave.time).toBeLessThan(300)
  })

  await test.step('a dialog fades in; with reduced motion it is there at once', async () => {
    await watch(page, '.dialog-panel')
    await page
      .getByRole('button', { name: /^QR code/ })
      .first()
      .click()
    const dialog = page.getByRole('dialog', { name: 'EVM address' })
    await expect.poll(async () => (await moved(page, 'opacity')).frames.at(-1)?.opacity).toBe(1)
    expect((await moved(page, 'opacity')).count).toBeGreaterThan(4)
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await watch(page, '.side-panel')
    await opener(page).click()
    await expect(form(page)).toBeVisible()
    await expect.poll(async () => (await moved(page, 'x')).frames.length).toBeGreaterThan(3)
    expect((await moved(page, 'x')).count).toBe(0)
    await page.keyboard.press('Escape')
    await expect(form(page)).toHaveCount(0)
    await page.emulateMedia({ reducedMotion: 'no-preference' })
  })

  await test.step('on a phone a sheet comes from below', async () => {
    await page.setViewportSize(PHONE)
    await watch(page, '.side-panel')
    await opener(page).click()
    await expect.poll(async () => (await moved(page, 'y')).frames.at(-1)?.y).toBe(0)
    const enter = await moved(page, 'y')
    expect(enter.frames[0]?.y).toBeGreaterThan(600)
    expect(enter.count).toBeGreaterThan(4)
    await page.keyboard.press('Escape')
    await expect(form(page)).toHaveCount(0)
  })

  await test.step('a toast covers neither head nor foot, and nothing is wider than 320 px', async () => {
    for (const viewport of [DESKTOP, PHONE, NARROW]) {
      await page.setViewportSize(viewport)
      await page.getByRole('button', { name: 'Receive' }).click()
      const panel = page.getByRole('dialog', { name: 'Receive Funds' })
      await panel.getByRole('button', { name: 'Copy', exact: true }).click()
      const toast = page.getByRole('status').filter({ hasText: 'Copied!' })
      await expect(toast).toBeVisible()
      for (const part of [panel.getByRole('heading'), panel.getByRole('button', { name: /^(Close|Copy)$/ })])
        for (const one of await part.all()) expect(await overlap(toast, one)).toBe(false)
      await page.keyboard.press('Escape')
      await expect(panel).toHaveCount(0)
      await expect(page.getByRole('link', { name: 'Sandbox · test money' })).toBeVisible()
    }
    for (const tab of ['Assets', 'Activity', 'DApps', 'Requests', 'Guardians']) {
      await page.getByRole('tab', { name: tab }).click()
      await fits(page)
    }
    await opener(page).click()
    await expect(form(page)).toBeVisible()
    await fits(page)
    await page.goBack()
    await expect(form(page)).toHaveCount(0)
  })
})
