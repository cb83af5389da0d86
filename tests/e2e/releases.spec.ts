import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, expect, type Page } from 'playwright/test'
import { RECIPIENT } from './guardian.ts'
import { give, stateOf } from './member.ts'
import { newEmail } from './person.ts'
import { buildNext, NEXT_VERSION } from './release.ts'
import { type RunningApp, startApp } from './server.ts'
import { test } from './signedin.ts'
import { controlled } from './worker.ts'

test.describe.configure({ mode: 'default' })

let next: string
let dataDir: string
let app: RunningApp
test.beforeAll(() => {
  next = buildNext()
})
test.beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'countersign-release-'))
  app = await startApp({ dist: process.env.E2E_DIST ?? '', dataDir })
})
test.afterEach(async () => {
  await app.stop()
  await rm(dataDir, { recursive: true, force: true })
})

/** The next release takes the place of this one: same address, same data. */
const deploy = async (env: Record<string, string> = {}) => {
  const { port } = app
  await app.stop()
  app = await startApp({ dist: next, dataDir, port, env })
}

/** The file that the page began with: each release has its own. */
const release = (page: Page) =>
  page.evaluate(() => document.querySelector('[src*="/base-"], [href*="/base-"]')?.outerHTML)

/** Until it has begun anew; while it does it says nothing. */
const changed = (page: Page, first: string | undefined) =>
  expect.poll(() => release(page).catch(() => first), { timeout: 60_000 }).not.toBe(first)

/** The browser looks for the next worker, as it does once an hour. */
const lookForUpdate = (page: Page) =>
  page.evaluate(async () => void (await (await navigator.serviceWorker.ready).update()))

/** Somebody whose browser keeps no worker: all that was not loaded yet comes from the server. */
const withoutWorker = async (browser: Browser, path: string, state?: ReturnType<typeof stateOf>) => {
  const context = await browser.newContext({
    serviceWorkers: 'block',
    ...(state && { storageState: state }),
  })
  const page = await context.newPage()
  await page.goto(`${app.url}${path}`)
  return page
}

/** As a link of the page itself does. */
const follow = (page: Page, path: string) =>
  page.evaluate((to) => {
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, path)

test('a page that is too old says so and updates; one that misses a part loads itself again', async ({
  browser,
  signedIn,
}) => {
  const { page } = await signedIn({
    wallet: 'Harbour Fund',
    verified: true,
    base: app.url,
    path: '/wallets?tab=guardians',
  })
  await controlled(page)
  const first = await release(page)
  const visitor = await (await browser.newContext()).newPage()
  await visitor.goto(`${app.url}/auth`)
  await controlled(visitor)
  const lost = await visitor.context().newPage()
  await lost.goto(`${app.url}/nope`)
  await controlled(lost)
  const bare = await withoutWorker(browser, '/auth')
  await expect(bare.getByRole('heading', { name: 'Sign In' })).toBeVisible()
  await deploy({ OLDEST_CLIENT: String(NEXT_VERSION) })

  await test.step('the old page gives way to a screen with one button, which leads to the same place', async () => {
    await expect(page.getByRole('heading', { name: 'Update Countersign' })).toBeVisible({ timeout: 20_000 })
    await expect(page.getByRole('button')).toHaveCount(1)
    expect(await release(page)).toBe(first)
    await page.getByRole('button', { name: 'Update' }).click()
    await expect(page.getByRole('tab', { name: 'Guardians', selected: true })).toBeVisible({
      timeout: 20_000,
    })
    await expect(page).toHaveURL(`${app.url}/wallets?tab=guardians`)
    expect(await release(page)).not.toBe(first)
  })

  await test.step('the sign-in screens and the 404 page offer it, too', async () => {
    await lookForUpdate(visitor)
    for (const [shown, heading] of [
      [visitor, 'Sign In'],
      [lost, 'Page not found'],
    ] as const) {
      const banner = shown.getByRole('status').filter({ hasText: 'A new version is available.' })
      await banner.getByRole('button', { name: 'Reload' }).click()
      await changed(shown, first)
      await expect(shown.getByRole('heading', { name: heading })).toBeVisible()
      await expect(banner).toBeHidden()
    }
  })

  await test.step('a part that is gone comes back by itself, where it was wanted', async () => {
    await follow(bare, '/nope')
    await expect(bare.getByRole('heading', { name: 'Page not found' })).toBeVisible()
    await expect(bare).toHaveURL(`${app.url}/nope`)
    expect(await release(bare)).not.toBe(first)
  })

  await test.step('one that stays gone is asked for once more, and then said to be missing', async () => {
    let loads = 0
    await bare.route(/\/assets\/Elsewhere-/, (route) => route.fulfill({ status: 404 }))
    bare.on('load', () => {
      loads += 1
    })
    await bare.goto(`${app.url}/auth`)
    await follow(bare, '/nope')
    await expect(bare.getByRole('heading', { name: 'Something went wrong' })).toBeVisible()
    expect(loads).toBe(2)
  })
})

/** Seventeen pages of one browser load again on a busy machine. */
const LONG = { timeout: 60_000 }

/** What the page that is typed in has not loaded when the release comes: its next step, and what tells of events. */
const MISSING = /\/assets\/(?:DetailsPanel|attend|faults)-/

// It takes minutes. One that is skipped before it begins starts no server, either.
const inDepth = process.env.DEEP ? test : test.skip

inDepth(
  'every part of an old page, after a release that still understands it',
  async ({ browser, signedIn }) => {
    test.slow()
    const owner = await signedIn({ wallet: 'Harbour Fund', coins: '10', base: app.url, path: '' })
    const old = (path: string) => withoutWorker(browser, path, stateOf(owner))
    const panels = [
      ['Send', 'Send Funds'],
      ['Receive', 'Receive Funds'],
      ['Connect to...', 'Connect to...'],
    ] as const
    const tabs = ['Activity', 'DApps', 'Requests', 'Guardians'] as const
    const pages = [
      '/guardian-hub',
      '/two-factor/backup-code-generated',
      '/two-factor/backup-code-used',
      '/two-factor/success-enable',
      '/freeze',
      '/release',
      '/nope',
    ]
    const byPanel = await Promise.all(panels.map(() => old('/wallets')))
    const byTab = await Promise.all(tabs.map(() => old('/wallets')))
    const byPage = await Promise.all(pages.map(() => old('/wallets')))
    const signing = await withoutWorker(browser, '/auth')
    const filling = await old('/wallets')
    await filling.route(MISSING, (route) => route.abort())
    await filling.getByRole('button', { name: 'Send', exact: true }).click()
    const form = filling.getByRole('dialog', { name: 'Send Funds' })
    await form.getByLabel('Wallet address').fill(RECIPIENT)
    await form.getByLabel('Amount', { exact: true }).fill('0.25')
    for (const page of [...byPanel, ...byTab, ...byPage])
      await expect(page.getByRole('tab', { name: 'Assets' })).toBeVisible()
    const first = await release(filling)
    await deploy()
    await filling.unroute(MISSING)

    for (const [index, [button, dialog]] of panels.entries())
      await test.step(`the panel ${dialog}`, async () => {
        const page = byPanel[index] as Page
        await page.getByRole('button', { name: button, exact: true }).click()
        await expect(page.getByRole('dialog', { name: dialog })).toBeVisible(LONG)
        expect(await release(page)).not.toBe(first)
        await page.context().close()
      })
    for (const [index, tab] of tabs.entries())
      await test.step(`the tab ${tab}`, async () => {
        const page = byTab[index] as Page
        await page.getByRole('tab', { name: tab }).click()
        await expect(page.getByRole('tab', { name: tab, selected: true })).toBeVisible()
        await expect(page.getByRole('tabpanel')).not.toBeEmpty()
        await expect(page.getByRole('alert').filter({ hasText: 'Something went wrong' })).toHaveCount(0)
        await page.context().close()
      })
    for (const [index, path] of pages.entries())
      await test.step(`the page ${path}`, async () => {
        const page = byPage[index] as Page
        await follow(page, path)
        await expect(page.getByRole('heading').first()).toBeVisible(LONG)
        await expect(page.getByRole('heading', { name: 'Something went wrong' })).toHaveCount(0)
        await page.context().close()
      })

    await test.step('a sign-in goes on', async () => {
      await signing.getByLabel('Email').fill(newEmail())
      await signing.getByRole('button', { name: 'Continue with Email' }).click()
      await expect(signing.getByRole('heading', { name: /^Enter Code #/ })).toBeVisible(LONG)
    })

    await test.step('what is typed is asked for before it is lost', async () => {
      const question = filling.getByRole('alertdialog', { name: 'A new version is available.' })
      // An event, which the old page tells of by a part that is gone: that asks nothing.
      await give(owner, owner.wallet, '1')
      await expect(filling.getByText('$ 0.55').first()).toBeAttached(LONG)
      for (const answer of ['Keep editing', 'Reload']) {
        await form.getByRole('button', { name: 'Next' }).click()
        await expect(question).toBeVisible(LONG)
        expect(await release(filling)).toBe(first)
        await question.getByRole('button', { name: answer }).click()
        if (answer === 'Reload') break
        await expect(question).toBeHidden()
        await expect(form.getByLabel('Amount', { exact: true })).toHaveValue('0.25')
      }
      await changed(filling, first)
      await expect(form).toBeVisible()
      await expect(form.getByLabel('Amount', { exact: true })).toHaveValue('')
    })
  },
)
