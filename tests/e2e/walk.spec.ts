import { readFile } from 'node:fs/promises'
import { expect, type Page } from 'playwright/test'
import { createWallet, signUp } from './person.ts'
import { appUrl, faucet, passKyc } from './sandbox.ts'
import { DESKTOP, PHONE, test } from './signedin.ts'
import { storedTexts } from './stored.ts'

const RECIPIENT = '0x9F3C88A1D4e07b52C1660F2AB93e7c05dE8841Ab'
const CHAIN = 'redbelly:testnet'

const views = [
  { name: 'desktop', viewport: DESKTOP },
  { name: 'phone', viewport: PHONE },
]

const addressOf = async (page: Page): Promise<string> => {
  await page.getByRole('button', { name: 'Receive' }).click()
  const panel = page.getByRole('dialog', { name: 'Receive Funds' })
  const label = await panel.getByRole('img', { name: /^QR code of 0x/ }).getAttribute('aria-label')
  // A toast may lie over its button on a phone, and stays while the mouse is on it.
  await page.keyboard.press('Escape')
  await expect(panel).toBeHidden()
  return /0x[0-9a-fA-F]{40}/.exec(label ?? '')?.[0] ?? ''
}

/** The address of a wallet that may not receive yet: its chip copies it. */
const copiedAddress = async (page: Page): Promise<string> => {
  await page.getByRole('list', { name: 'Addresses' }).getByRole('button').first().click()
  await expect(page.getByText('Copied!')).toBeVisible()
  return page.evaluate(() => navigator.clipboard.readText())
}

const choose = async (page: Page, label: string, option: string | RegExp) => {
  await page.getByRole('button', { name: new RegExp(`^${label}:`) }).click()
  await page.getByRole('option', { name: option }).click()
}

const send = async (page: Page, asset: string, amount: string) => {
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  const form = page.getByRole('dialog', { name: 'Send Funds' })
  await choose(page, 'Asset', asset)
  await form.getByLabel('Wallet address').fill(RECIPIENT)
  await form.getByLabel('Amount', { exact: true }).fill(amount)
  await form.getByRole('button', { name: 'Next' }).click()
  const details = page.getByRole('dialog', { name: 'Transaction Details' })
  await expect(details).toContainText(`${amount} ${asset}`)
  await expect(details).toContainText('Redbelly Testnet')
  await details.getByRole('button', { name: 'Submit' }).click()
  await expect(details).toBeHidden()
}

for (const { name, viewport } of views) {
  test(`a newcomer walks from sign-in to money and back out (${name})`, async ({ browser, signedIn }) => {
    test.skip(!process.env.DEEP && name === 'phone', 'start.spec.ts walks on a phone')
    const page =
      name === 'desktop'
        ? await (await browser.newContext({ viewport })).newPage()
        : (await signedIn({ viewport })).page
    const context = page.context()

    await test.step('signs in, sets up two-factor authentication and lands on an empty Wallets screen', async () => {
      if (name === 'desktop') await signUp(page)
      await expect(page.getByRole('heading', { name: 'No wallets' })).toBeVisible()
      await expect(page.getByText('Get started by creating a new one.')).toBeVisible()
    })

    await test.step('creates a wallet that arrives by push', () => createWallet(page, 'Harbour Fund'))

    const address = await test.step('is allowed by the permission contract, live', async () => {
      const sendButton = page.getByRole('button', { name: 'Send', exact: true })
      const receiveButton = page.getByRole('button', { name: 'Receive' })
      await expect(page.getByRole('heading', { name: 'Enable your wallet in the TestNet' })).toBeVisible()
      await expect(sendButton).toBeHidden()
      // There is no tab yet that it could lead to.
      const protection = page.getByText('Unprotected · Add a Guardian')
      await expect(protection).toBeVisible()
      await expect(page.getByRole('link', { name: 'Unprotected' })).toHaveCount(0)
      const evm = await copiedAddress(page)
      await passKyc(evm)
      await expect(sendButton).toBeEnabled()
      await expect(receiveButton).toBeEnabled()
      await page.getByRole('link', { name: 'Unprotected · Add a Guardian' }).click()
      await expect(page.getByText('Turn on to add Guardians.')).toBeVisible()
      await page.getByRole('tab', { name: 'Assets' }).click()
      return evm
    })

    await test.step('receives coins and a token from the faucet, live', async () => {
      await expect.poll(() => addressOf(page)).toBe(address)
      await faucet({ address, blockchain: CHAIN, amount: '10' })
      await expect(page.getByText('$ 0.50').first()).toBeVisible()
      await faucet({ address, blockchain: CHAIN, symbol: 'USDC', amount: '250' })
      await expect(page.getByText('$ 250.50')).toBeVisible()
      await page.getByRole('tab', { name: 'Activity' }).click()
      await expect(page.getByText('+10.00 RBNT')).toBeVisible()
      await expect(page.getByText('+250.00 USDC')).toBeVisible()
    })

    await test.step('sends the coin and the token, and sees Success', async () => {
      await send(page, 'RBNT', '1.5')
      const row = page.getByRole(name === 'desktop' ? 'row' : 'listitem').filter({ hasText: '-1.50 RBNT' })
      await expect(row).toBeVisible()
      await expect(row.getByText('Sending to blockchain...')).toBeHidden({ timeout: 20_000 })
      await send(page, 'USDC', '100')
      const token = page
        .getByRole(name === 'desktop' ? 'row' : 'listitem')
        .filter({ hasText: '-100.00 USDC' })
      await expect(token).toBeVisible()
      await expect(token.getByText('Sending to blockchain...')).toBeHidden({ timeout: 20_000 })
      await row.getByRole('button', { name: 'Send Funds' }).click()
      const info = page.getByRole('dialog', { name: 'Transaction Info' })
      await expect(info).toContainText('Success')
      await expect(info).toContainText('-1.5 RBNT')
      await expect(info).toContainText(/0x[0-9a-f]{64}/)
      const clipboard = () => page.evaluate(() => navigator.clipboard.readText())
      await info.getByRole('button', { name: 'Copy hash' }).click()
      await expect.poll(clipboard).toMatch(/^0x[0-9a-f]{64}$/)
      await info.getByRole('button', { name: 'Copy address' }).first().click()
      await expect.poll(clipboard).toBe(RECIPIENT)
      await info.getByRole('button', { name: 'Close' }).last().click()
    })

    if (name === 'desktop')
      await test.step('finds, filters and saves what happened', async () => {
        const rows = page.getByRole('row')
        await page.getByLabel('Search by address, symbol or hash').fill('usdc')
        await expect(rows.filter({ hasText: 'USDC' })).toHaveCount(2)
        await expect(rows.filter({ hasText: 'RBNT' })).toHaveCount(0)
        await page.getByLabel('Direction').selectOption('Received')
        await expect(rows.filter({ hasText: 'USDC' })).toHaveCount(1)
        const download = page.waitForEvent('download')
        await page.getByRole('button', { name: 'Export CSV' }).click()
        const file = await download
        expect(file.suggestedFilename()).toMatch(/^activity-\d+\.csv$/)
        const lines = (await readFile(await file.path(), 'utf8')).trimEnd().split('\r\n')
        expect(lines).toHaveLength(2)
        expect(lines[1]).toContain(',income,Success,250,USDC,')
        await page.getByLabel('Status').selectOption('Failed')
        await expect(page.getByText('Nothing found')).toBeVisible()
        await page.getByRole('button', { name: 'Clear the filter' }).click()
        await expect(rows.filter({ hasText: /RBNT|USDC/ })).toHaveCount(4)
        await page.getByRole('button', { name: 'Harbour Fund' }).click()
        await page.getByRole('menuitem', { name: 'Rename' }).click()
        const rename = page.getByRole('dialog', { name: 'Rename Wallet' })
        await rename.getByRole('button', { name: 'Close' }).click()
        await expect(rename).toBeHidden()
        await page.getByRole('button', { name: 'Harbour Fund' }).click()
        await page.getByRole('menuitem', { name: 'Rename' }).click()
        await rename.getByLabel('Wallet name').fill('Relief Fund')
        await rename.getByRole('button', { name: 'Save' }).click()
        await expect(rename).toBeHidden()
        await expect(page.getByRole('heading', { name: 'Relief Fund' })).toBeAttached()
        await page.getByRole('link', { name: 'Skip to content' }).focus()
        await page.keyboard.press('Enter')
        await expect(page.locator('#main')).toBeFocused()
      })

    await test.step('opens what was last seen without a network, and catches up', async () => {
      await page.getByRole('tab', { name: 'Assets' }).click()
      await page.evaluate(() => navigator.serviceWorker.ready)
      await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true)
      // Writes go in batches: what this visit ends with has to be stored before the next one begins.
      await expect
        .poll(async () => (await storedTexts(page)).join().includes('"amount":"150000000"'))
        .toBe(true)
      const total = await page
        .getByText(/^\$ \d+\.\d\d$/)
        .first()
        .textContent()
      await context.setOffline(true)
      await page.reload()
      await expect(page.getByText('You are offline. Showing saved data.')).toBeVisible()
      await expect(page.getByText(total ?? '').first()).toBeVisible()
      await expect(page.getByText('USDC').first()).toBeVisible()
      const send = page.getByRole('button', { name: 'Send', exact: true })
      await expect(send).toBeDisabled()
      await expect(send).toHaveAccessibleDescription('Needs a connection.')
      await expect(page.getByText(/^Saved data as of \d\d:\d\d$/)).toBeVisible()
      await context.setOffline(false)
      await faucet({ address, blockchain: CHAIN, amount: '100' })
      await expect(page.getByText('You are offline. Showing saved data.')).toBeHidden()
      await expect(page.getByRole('button', { name: 'Send', exact: true })).toBeEnabled()
      await page.getByRole('tab', { name: 'Activity' }).click()
      await expect(page.getByText('+100.00 RBNT')).toBeVisible()
    })

    await test.step('signs out and leaves nothing behind', async () => {
      await page.getByRole('button', { name: 'Log Out' }).click()
      await page.waitForURL('**/auth')
      const left = await page.evaluate(async () => {
        const names = (await indexedDB.databases()).map(({ name: database }) => database ?? '')
        const entries = await Promise.all(
          names.map(
            (database) =>
              new Promise<number>((done) => {
                const request = indexedDB.open(database)
                request.onerror = () => done(0)
                request.onsuccess = () => {
                  const stores = [...request.result.objectStoreNames]
                  if (!stores.includes('root')) return done(0)
                  const count = request.result.transaction('root').objectStore('root').count()
                  count.onsuccess = () => done(count.result)
                }
              }),
          ),
        )
        const cached = await Promise.all(
          (await caches.keys()).map(async (key) =>
            (await (await caches.open(key)).keys()).map(({ url }) => url),
          ),
        )
        return {
          stored: entries.reduce((sum, count) => sum + count, 0),
          local: localStorage.length + sessionStorage.length,
          privately: cached.flat().filter((url) => /\/(api|socket\.io|sandbox)\b/.test(url)),
        }
      })
      expect(left).toEqual({ stored: 0, local: 0, privately: [] })
      const answer = await page.request.get(`${appUrl()}/api/v1/users/my`)
      expect(answer.status()).toBe(401)
    })
    await context.close()
  })
}
