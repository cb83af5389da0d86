import { expect, type Locator, type Page } from 'playwright/test'
import { signOutAll } from '#contract/endpoints/auth.ts'
import { enableApprovalFlow } from '#contract/endpoints/guardian.ts'
import { give } from './member.ts'
import { DESKTOP, PHONE, test } from './signedin.ts'
import { NARROW, tooWide } from './width.ts'

const RECIPIENT = '0x9f3C88a1D4e07b52C1660F2aB93e7c05De8841aB'

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

/** Whether a press in the middle reaches it, and nothing that lies above. */
const onTop = (one: Locator): Promise<boolean> =>
  one.evaluate((element) => {
    const { x, y, width, height } = element.getBoundingClientRect()
    return element.contains(document.elementFromPoint(x + width / 2, y + height / 2))
  })

const fits = async (page: Page, what: string) =>
  await expect.poll(() => tooWide(page), { message: what }).toEqual([])

/**
 * As the browser's Back does. Playwright's own first asks for the entries and then goes to one of them by its number: an
 * entry that the page adds in between makes it go back by two.
 */
const back = (page: Page) => page.evaluate(() => history.back())

/** From now on it is known whether the page itself moves through the history. */
const watchMoves = (page: Page) =>
  page.evaluate(() => {
    const moves = { open: 0 }
    const go = history.go.bind(history)
    history.go = (by) => {
      moves.open++
      go(by)
    }
    addEventListener('popstate', () => {
      moves.open = 0
    })
    Object.assign(globalThis, { moves })
  })

/** The page moves through the history no more, and has drawn what changed: its next frames follow each other without a gap. */
const drawn = (page: Page) =>
  page.evaluate(async () => {
    const { moves } = globalThis as unknown as { moves?: { open: number } }
    const frame = () => new Promise<number>((done) => requestAnimationFrame(done))
    for (let even = 0, last = await frame(); even < 3; ) {
      const at = await frame()
      even = at - last < 50 && !moves?.open ? even + 1 : 0
      last = at
    }
  })

interface Move {
  leaves: boolean
  /** It came to its end; nobody took the element away before. */
  ended: boolean
  duration: number
  /** Of the property that moves: its first and its last value. */
  from: string
  to: string
}

/** Every transition of such an element from now on. A busy machine may draw none of its frames. */
const watch = (page: Page, selector: string) =>
  page.evaluate((what) => {
    const told = { moves: [] as Move[] }
    const seen = new Set<Animation>()
    const look = () => {
      const element = document.querySelector(what)
      if (!element) return
      for (const one of element.getAnimations()) {
        if (!(one instanceof CSSTransition) || seen.has(one)) continue
        seen.add(one)
        const property = one.transitionProperty as 'opacity' | 'transform'
        const frames = (one.effect as KeyframeEffect).getKeyframes()
        const leaves = element.hasAttribute('data-leave')
        const move = {
          leaves,
          ended: false,
          duration: Number(one.effect?.getTiming().duration),
          from: `${property} ${frames[0]?.[property]}`,
          to: `${property} ${frames.at(-1)?.[property]}`,
        }
        told.moves.push(move)
        one.finished.then(
          () => {
            move.ended = true
          },
          () => undefined,
        )
      }
    }
    new MutationObserver(look).observe(document, { subtree: true, childList: true, attributes: true })
    Object.assign(globalThis, { told })
  }, selector)

/** It has come to rest. */
const still = (page: Page, what: string) =>
  page
    .locator(what)
    .evaluate((element) => Promise.allSettled(element.getAnimations().map(({ finished }) => finished)))

const told = (page: Page) => page.evaluate(() => (globalThis as unknown as { told: { moves: Move[] } }).told)

/** It comes into its place in 300 ms. */
const entered = (page: Page, from: string) =>
  expect
    .poll(async () => (await told(page)).moves)
    .toContainEqual(expect.objectContaining({ leaves: false, duration: 300, from, to: restOf(from) }))

/**
 * It goes in the 200 ms of its style, all of them. Where a busy machine draws no frame in time, Headless UI finds no
 * transition and takes it away at once: what the style says is read while it is still open.
 */
const leave = async (page: Page, what: string, to: string, close: () => Promise<void>) => {
  const move = { leaves: true, ended: true, duration: 200, from: restOf(to), to }
  await watch(page, what)
  await page.locator(what).evaluate(async (element) => {
    for (const name of ['data-leave', 'data-closed']) element.toggleAttribute(name, true)
    await Promise.allSettled(element.getAnimations().map(({ finished }) => finished))
    for (const name of ['data-closed', 'data-leave']) element.toggleAttribute(name, false)
  })
  await still(page, what)
  expect((await told(page)).moves).toContainEqual(move)
  await watch(page, what)
  await close()
  // Its role may go before it does.
  await expect(page.locator(what)).toHaveCount(0)
  const { moves } = await told(page)
  expect(moves.filter(({ to: end }) => end === to)).toEqual(moves.length > 0 ? [move] : [])
}

const restOf = (away: string) => (away.startsWith('opacity') ? 'opacity 1' : 'transform none')

test('what lies over the page: coins, motion, Back, focus, toasts', async ({ signedIn }) => {
  const owner = await signedIn({ wallet: 'Harbour Fund', coins: '10' })
  const { page, wallet, client } = owner
  await give(owner, wallet, '250', 'USDC')
  await client.ok(enableApprovalFlow, { params: { id: wallet.id }, body: {} })
  await expect(page.getByText('$ 250.50')).toBeVisible()
  await expect(opener(page)).toBeEnabled()
  const details = page.getByRole('dialog', { name: 'Transaction Details' })

  await test.step('coin icons fill their holes', async () => {
    await discsFill(page.locator('main'), 2)
    await opener(page).click()
    await form(page)
      .getByRole('button', { name: /^Asset:/ })
      .click()
    await discsFill(page.getByRole('listbox'), 2)
    await page.getByRole('option', { name: 'USDC' }).click()
    await expect(form(page).getByText('Available 250', { exact: true })).toBeVisible()
    await form(page).getByRole('button', { name: 'Asset: USDC' }).click()
    await page.getByRole('option', { name: 'RBNT' }).click()
    await expect(form(page).getByText('Available 10', { exact: true })).toBeVisible()
    await form(page).getByLabel('Wallet address').fill(RECIPIENT)
    await form(page).getByLabel('Amount in USD').fill('0.05')
    await expect(form(page).getByLabel('Amount', { exact: true })).toHaveValue('1')
    for (const speed of ['Slow', 'Medium', 'Fast']) {
      await form(page).getByText(speed, { exact: true }).click()
      await expect(form(page).getByRole('radio', { name: speed })).toBeChecked()
    }
    await form(page).getByRole('button', { name: 'Next' }).click()
    await expect(details).toContainText('Fast · ')
    await discsFill(details, 1)
  })

  await test.step('Back from the details leads to the form with its data, whoever says it', async () => {
    for (const goBack of [() => details.getByRole('button', { name: 'Back' }).click(), () => back(page)]) {
      await goBack()
      await expect(form(page).getByLabel('Wallet address')).toHaveValue(RECIPIENT)
      await expect(form(page).getByLabel('Amount', { exact: true })).toHaveValue('1')
      await expect(details).toHaveCount(0)
      await form(page).getByRole('button', { name: 'Next' }).click()
      await expect(details).toContainText('Fast · ')
    }
    await details.getByRole('button', { name: 'Close' }).click()
    await question(page).getByRole('button', { name: 'Keep editing' }).click()
    await expect(question(page)).toHaveCount(0)
    await details.getByRole('button', { name: 'Back' }).click()
    await expect(details).toHaveCount(0)
  })

  await test.step('a filled form asks before it is closed, whatever closes it', async () => {
    const closers = [
      () => back(page),
      () => page.keyboard.press('Escape'),
      () => form(page).getByRole('button', { name: 'Close' }).click(),
      () => page.mouse.click(20, 400),
    ]
    const amount = form(page).getByLabel('Amount', { exact: true })
    for (const close of closers) {
      await amount.focus()
      await close()
      await expect(question(page).getByRole('button', { name: 'Keep editing' })).toBeFocused()
      await back(page)
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
    await drawn(page)
    await back(page)
    await expect(page.getByRole('listbox')).toHaveCount(0)
    await expect(form(page)).toBeVisible()
    await back(page)
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
    await back(page)
    await expect(page.getByRole('tab', { name: 'Activity' })).toHaveAttribute('aria-selected', 'true')
    await back(page)
    await expect(page.getByRole('tab', { name: 'Assets' })).toHaveAttribute('aria-selected', 'true')
    await page.goForward()
    await expect(page.getByRole('tab', { name: 'Activity' })).toHaveAttribute('aria-selected', 'true')
  })

  await test.step('a menu, then what it opens', async () => {
    await watchMoves(page)
    await page.getByRole('button', { name: 'Harbour Fund' }).click()
    await expect(page.getByRole('menu')).toBeVisible()
    await drawn(page)
    await back(page)
    await expect(page.getByRole('menu')).toHaveCount(0)
    await page.getByRole('button', { name: 'Harbour Fund' }).click()
    await page.getByRole('menuitem', { name: 'Rename' }).click()
    const rename = page.getByRole('dialog', { name: 'Rename Wallet' })
    await expect(rename.getByLabel('Wallet name')).toBeFocused()
    // The menu's entry in the history is taken back first; nobody presses Back within that moment.
    await drawn(page)
    await back(page)
    await expect(rename).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Harbour Fund' })).toBeFocused()
    await expect(page.getByRole('tab', { name: 'Activity' })).toHaveAttribute('aria-selected', 'true')
  })

  await test.step('what went wrong lies on top: Back closes that alone, and the answer stays below', async () => {
    await page.getByRole('button', { name: 'Harbour Fund' }).click()
    await page.getByRole('menuitem', { name: 'Rename' }).click()
    const rename = page.getByRole('dialog', { name: 'Rename Wallet' })
    await rename.getByLabel('Wallet name').fill('Pier Fund')
    const calls = `**/wallets/${wallet.id}/rename`
    await page.route(calls, (route) => route.fulfill({ status: 503, json: {} }))
    await rename.getByRole('button', { name: 'Save' }).click()
    const fault = page.getByRole('alertdialog')
    await expect(fault.getByRole('button', { name: 'Close' })).toBeFocused()
    await back(page)
    await expect(fault).toHaveCount(0)
    await expect(rename.getByLabel('Wallet name')).toHaveValue('Pier Fund')
    await expect(rename.locator(':focus')).toHaveCount(1)
    await page.unroute(calls)
    await back(page)
    const typed = page.getByRole('alertdialog', { name: 'Discard what you typed?' })
    await typed.getByRole('button', { name: 'Keep editing' }).click()
    await expect(typed).toHaveCount(0)
    await expect(rename.getByLabel('Wallet name')).toHaveValue('Pier Fund')
    await back(page)
    await typed.getByRole('button', { name: 'Discard' }).click()
    await expect(rename).toHaveCount(0)
    await expect.poll(() => page.evaluate(() => history.state?.layer)).toBe(undefined)
    await expect(page.getByRole('tab', { name: 'Activity' })).toHaveAttribute('aria-selected', 'true')
  })

  await test.step('a reload forgets what was open', async () => {
    await opener(page).click()
    await expect(form(page)).toBeVisible()
    await expect.poll(() => page.evaluate(() => history.state?.layer)).toBe(1)
    await page.reload()
    await expect(opener(page)).toBeVisible()
    await expect.poll(() => page.evaluate(() => history.state?.layer)).toBe(undefined)
    await back(page)
    await expect(page.getByRole('tab', { name: 'Assets' })).toHaveAttribute('aria-selected', 'true')
  })

  await test.step('a panel slides in from the right in 300 ms and out in 200 ms', async () => {
    await watch(page, '.side-panel')
    await opener(page).click()
    await expect(form(page).getByRole('button', { name: /^Wallet:/ })).toBeFocused()
    await entered(page, 'transform translate(100%)')
    await still(page, '.side-panel')
    await leave(page, '.side-panel', 'transform translate(100%)', () => page.keyboard.press('Escape'))
    await expect(form(page)).toHaveCount(0)
  })

  await test.step('a dialog fades in and out; with reduced motion it is there at once', async () => {
    await watch(page, '.dialog-panel')
    await page
      .getByRole('button', { name: /^QR code/ })
      .first()
      .click()
    const dialog = page.getByRole('dialog', { name: 'EVM address' })
    await expect(dialog).toBeVisible()
    await entered(page, 'opacity 0')
    await still(page, '.dialog-panel')
    await leave(page, '.dialog-panel', 'opacity 0', () => page.keyboard.press('Escape'))
    await expect(dialog).toHaveCount(0)
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await watch(page, '.side-panel')
    await opener(page).click()
    await expect(form(page)).toBeVisible()
    await still(page, '.side-panel')
    expect((await told(page)).moves.filter(({ from }) => from.startsWith('transform'))).toEqual([])
    await page.keyboard.press('Escape')
    await expect(form(page)).toHaveCount(0)
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    await page.waitForFunction(() => !matchMedia('(prefers-reduced-motion: reduce)').matches)
  })

  await test.step('on a phone a sheet comes from below, and goes there', async () => {
    await page.setViewportSize(PHONE)
    await drawn(page)
    await watch(page, '.side-panel')
    await opener(page).click()
    await entered(page, 'transform translateY(100%)')
    await still(page, '.side-panel')
    await leave(page, '.side-panel', 'transform translateY(100%)', () => page.keyboard.press('Escape'))
    await expect(form(page)).toHaveCount(0)
  })

  await test.step('two toasts leave what the wallet offers to do free', async () => {
    for (const viewport of [DESKTOP, PHONE]) {
      await page.setViewportSize(viewport)
      await page.getByRole('button', { name: /^Copy/ }).first().click()
      const toasts = page.locator('.Toastify__toast')
      // It stays while the mouse is on it.
      await toasts.hover()
      await toasts.evaluate((one) => one.after(one.cloneNode(true)))
      await expect(toasts).toHaveCount(2)
      for (const name of ['Send', 'Receive'])
        for (const toast of await toasts.all())
          await expect
            .poll(() => overlap(toast, page.getByRole('button', { name, exact: true }).first()))
            .toBe(false)
      await toasts.last().evaluate((one) => one.remove())
      await toasts.click()
      await expect(toasts).toHaveCount(0)
    }
  })

  await test.step('a toast covers neither head nor foot, and nothing is wider than 320 px', async () => {
    for (const viewport of [DESKTOP, PHONE, NARROW]) {
      await page.setViewportSize(viewport)
      await page.getByRole('button', { name: 'Receive', exact: true }).click()
      const panel = page.getByRole('dialog', { name: 'Receive Funds' })
      for (const [label, only] of [
        ['Wallet', 'Harbour Fund'],
        ['Network', 'Redbelly Testnet'],
      ] as const) {
        await panel.getByRole('button', { name: `${label}: ${only}` }).click()
        await expect(page.getByRole('option')).toHaveText([only])
        await page.getByRole('option').click()
        await expect(page.getByRole('listbox')).toHaveCount(0)
      }
      await panel.getByRole('button', { name: 'Copy', exact: true }).click()
      const toast = page.getByRole('status').filter({ hasText: 'Copied!' })
      await expect(toast).toBeVisible()
      for (const part of [panel.getByRole('heading'), panel.getByRole('button', { name: /^(Close|Copy)$/ })])
        for (const one of await part.all()) await expect.poll(() => overlap(toast, one)).toBe(false)
      await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(wallet.address)
      await panel.getByRole('button', { name: 'Close' }).click()
      await expect(panel).toHaveCount(0)
      await expect(page.getByRole('link', { name: 'Sandbox · test money' })).toBeVisible()
    }
    for (const tab of ['Assets', 'DApps', 'Requests', 'Guardians', 'Activity']) {
      await page.getByRole('tab', { name: tab }).click()
      await fits(page, tab)
    }
  })

  await test.step('no dialog is wider than 320 px', async () => {
    const copied = () => page.evaluate(() => navigator.clipboard.readText())
    const opened: [name: string, open: () => Promise<void>, close?: (dialog: Locator) => Promise<void>][] = [
      ['Transaction Info', () => page.getByText('Receive Funds').first().click()],
      ['Send Funds', () => opener(page).click()],
      ['Receive Funds', () => page.getByRole('button', { name: 'Receive', exact: true }).click()],
      [
        'EVM address',
        () =>
          page
            .getByRole('button', { name: /^QR code/ })
            .first()
            .click(),
        async (dialog) => {
          await page.evaluate(() => navigator.clipboard.writeText(''))
          await dialog.getByRole('button', { name: 'Copy' }).click()
          await expect.poll(copied).toBe(wallet.address)
          await dialog.getByRole('button', { name: 'Close' }).click()
        },
      ],
      [
        'Create a New Wallet',
        async () => {
          await page.getByRole('button', { name: 'Harbour Fund' }).click()
          await page.getByRole('menuitem', { name: 'Add a New Wallet' }).click()
        },
      ],
      [
        'Notifications',
        async () => {
          // The toast of the copied address lies where the menu comes: the menu is above it.
          await page.getByRole('button', { name: owner.email }).click()
          await expect(page.getByRole('menuitem', { name: 'Notifications' })).toBeVisible()
          await still(page, '.menu')
          await expect.poll(() => onTop(page.getByRole('menuitem', { name: 'Notifications' }))).toBe(true)
          await page.getByRole('menuitem', { name: 'Notifications' }).click()
        },
      ],
      [
        'Invite a Guardian',
        async () => {
          await page.getByRole('tab', { name: 'Guardians' }).click()
          await page.getByRole('button', { name: 'Add Guardian' }).click()
        },
      ],
    ]
    for (const [name, open, close = () => back(page)] of opened) {
      // What was closed takes its entry of the history along; nobody opens the next within that moment.
      await drawn(page)
      await open()
      const dialog = page.getByRole('dialog', { name })
      await expect(dialog).toBeVisible()
      await fits(page, name)
      await close(dialog)
      await expect(dialog).toHaveCount(0)
    }
  })

  await test.step('a session that ends below a panel leaves nothing of it in the history', async () => {
    await opener(page).click()
    await expect(form(page)).toBeVisible()
    await expect.poll(() => page.evaluate(() => history.state?.layer)).toBe(1)
    const entries = await page.evaluate(() => history.length)
    await client.ok(signOutAll, { body: {} })
    await page.waitForURL('**/auth')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    // Where one is now has taken the panel's place.
    const now = await page.evaluate(() => [history.state?.layer, history.length])
    expect(now).toEqual([undefined, entries])
    await back(page)
    await page.waitForURL('**/auth')
    await page.goForward()
    await page.waitForURL('**/auth')
    await expect.poll(() => page.evaluate(() => history.state?.layer)).toBe(undefined)
  })
})
