import { createHmac, randomUUID } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import type { Page } from 'playwright/test'
import { WALLET_STATUSES } from '#contract/status.ts'
import { CONTRACT_VERSION, VERSION_HEADER } from '#contract/version.ts'
import { isVisible } from '#domain/walletview.ts'
import { give, openWallet, verify } from '#tests/e2e/member.ts'
import { appUrl } from '#tests/e2e/sandbox.ts'
import type { Album } from './album.ts'

export const OPERATIONS_SECRET = 'pictures-operations-secret'
const RECIPIENT = '0x9F3C88A1D4e07b52C1660F2AB93e7c05dE8841Ab'

/** What operations says of a wallet, in the way that it says it. */
const setStatus = async (entityId: string, status: string): Promise<void> => {
  const now = new Date()
  const body = JSON.stringify({
    operationId: randomUUID(),
    type: 'wallet',
    entityId,
    status,
    at: now.toISOString(),
  })
  const timestamp = String(now.getTime())
  const signature = createHmac('sha256', OPERATIONS_SECRET).update(`${timestamp}.${body}`).digest('hex')
  const answer = await fetch(`${appUrl()}/api/v1/guardian-wallet/callback/operations`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-timestamp': timestamp, 'x-signature': signature },
    body,
  })
  if (!answer.ok) throw new Error(`${status} was answered by ${answer.status}: ${await answer.text()}`)
}

const tab = (page: Page, name: string) => page.getByRole('tab', { name }).click()
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

const statuses = async ({ signedIn, shoot, chapter }: Album) => {
  for (const status of WALLET_STATUSES.filter((each) => each !== 'active' && isVisible({ status: each })))
    await chapter(`a wallet that is ${status}`, async () => {
      const { page, wallet } = await signedIn('mara', async (member) => {
        const made = await openWallet(member, 'Harbour Fund')
        const other = await openWallet(member, 'Relief Fund')
        await verify(member, made)
        await setStatus(other.id, status)
        return other
      })
      await page.goto(`${appUrl()}/wallets`)
      await page.getByRole('button', { name: /^(?:Harbour|Relief) Fund/ }).click()
      await page.getByRole('menuitem', { name: new RegExp(wallet.name) }).click()
      await page.getByRole('heading', { name: wallet.name, level: 1 }).waitFor()
      await shoot(page, `wallet-${status}`)
      await page.context().close()
    })
}

const beginning = async ({ signedIn, shoot }: Album) => {
  const { page } = await signedIn('mara', (member) => openWallet(member, 'Harbour Fund'))
  await page.getByRole('heading', { name: 'Enable your wallet in the TestNet' }).waitFor()
  await shoot(page, 'onboarding')
  await button(page, 'Connect to...').click()
  await page.getByRole('dialog', { name: 'Connect to...' }).waitFor()
  await shoot(page, 'connect-to')
}

const used = async ({ signedIn, shoot, chapter }: Album) => {
  const person = await signedIn('mara', async (member) => {
    const wallet = await openWallet(member, 'Harbour Fund')
    await verify(member, wallet)
    return wallet
  })
  const { page, wallet } = person
  const panel = async (name: string, picture: string, opened: string) => {
    await button(page, name).click()
    await page.getByRole('dialog', { name: opened }).waitFor()
    await shoot(page, picture)
    await page.keyboard.press('Escape')
  }
  await button(page, 'Send').waitFor()
  for (const [name, picture] of [
    ['Assets', 'wallet-assets-empty'],
    ['Activity', 'wallet-activity-empty'],
    ['DApps', 'wallet-dapps-empty'],
    ['Requests', 'wallet-requests-empty'],
    ['Guardians', 'wallet-guardians-off'],
  ] as const) {
    await tab(page, name)
    await page.waitForLoadState('networkidle')
    await shoot(page, picture)
  }
  await tab(page, 'Assets')
  await give(person, wallet, '10')
  for (const [amount, symbol] of [
    ['250', 'USDC'],
    ['1', 'SEAL'],
  ] as const)
    await give(person, wallet, amount, symbol)
  await page.getByText('USDC').first().waitFor()
  await shoot(page, 'wallet-assets')
  await panel('Receive', 'receive', 'Receive Funds')
  await chapter('sending', async () => {
    await button(page, 'Send').click()
    const form = page.getByRole('dialog', { name: 'Send Funds' })
    await form.getByLabel('Wallet address').waitFor()
    await shoot(page, 'send')
    await page.getByRole('button', { name: /^Asset:/ }).click()
    await page.getByRole('option', { name: 'RBNT' }).waitFor()
    await shoot(page, 'send-asset')
    await page.getByRole('option', { name: 'RBNT' }).click()
    await form.getByLabel('Wallet address').fill('0x12')
    await form.getByLabel('Amount', { exact: true }).fill('9999')
    await form.getByRole('button', { name: 'Next' }).click()
    await form.getByRole('alert').first().waitFor()
    await shoot(page, 'send-errors')
    await form.getByLabel('Wallet address').fill(RECIPIENT)
    await form.getByLabel('Amount', { exact: true }).fill('1.5')
    await shoot(page, 'send-filled')
    await form.getByRole('button', { name: 'Next' }).click()
    const details = page.getByRole('dialog', { name: 'Transaction Details' })
    await details.getByRole('button', { name: 'Submit', disabled: false }).waitFor()
    await shoot(page, 'send-confirm')
    await details.getByRole('button', { name: 'Submit' }).click()
    await details.waitFor({ state: 'hidden' })
    await tab(page, 'Activity')
    await page
      .getByRole('row')
      .filter({ hasText: '-1.50 RBNT' })
      .getByText(/Sending/)
      .waitFor({ state: 'hidden' })
    await shoot(page, 'wallet-activity')
    await page.getByRole('button', { name: 'Send Funds' }).first().click()
    await page.getByRole('dialog', { name: 'Transaction Info' }).waitFor()
    await shoot(page, 'tx-info')
    await page.keyboard.press('Escape')
    await page.getByLabel('Search by address, symbol or hash').fill('nothing like it')
    await shoot(page, 'wallet-activity-none')
  })
  await page.keyboard.press('Escape')
  await chapter('menus and dialogs of a wallet', async () => {
    await page.goto(`${appUrl()}/wallets`)
    await page.getByRole('button', { name: 'Harbour Fund' }).click()
    await page.getByRole('menuitem', { name: 'Rename' }).waitFor()
    await shoot(page, 'wallet-switcher')
    await page.getByRole('menuitem', { name: 'Rename' }).click()
    await page.getByRole('dialog').waitFor()
    await shoot(page, 'rename')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Harbour Fund' }).click()
    await page.getByRole('menuitem', { name: 'Add a New Wallet' }).click()
    await page.getByRole('dialog').waitFor()
    await shoot(page, 'add-wallet')
    await page.keyboard.press('Escape')
    await page
      .getByRole('button', { name: /^QR code of/ })
      .first()
      .click()
    await page.getByRole('dialog').waitFor()
    await shoot(page, 'address')
    await page.keyboard.press('Escape')
    const account = async () => {
      await page.getByRole('button', { name: person.email }).click()
      await page.getByRole('menuitem', { name: 'Backup codes' }).waitFor()
    }
    await account()
    await shoot(page, 'account-menu', account)
    await page.getByRole('menuitem', { name: /Notifications/ }).click()
    const dialog = page.getByRole('dialog', { name: 'Notifications' })
    await dialog.waitFor()
    await shoot(page, 'notifications', async () => {
      await account()
      await page.getByRole('menuitem', { name: /Notifications/ }).click()
      await dialog.waitFor()
    })
    await page.keyboard.press('Escape')
  })
  await chapter('an error', async () => {
    await page.getByRole('button', { name: 'Harbour Fund' }).click()
    await page.getByRole('menuitem', { name: 'Rename' }).click()
    await page.route(/\/rename$/, (route) =>
      route.fulfill({
        status: 500,
        headers: { 'x-trace-id': randomUUID(), [VERSION_HEADER]: String(CONTRACT_VERSION) },
        json: { name: 'InternalError', message: 'Something went wrong' },
      }),
    )
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox').fill('Relief Fund')
    await page.keyboard.press('Enter')
    await page.getByRole('alertdialog').waitFor()
    await shoot(page, 'error-info')
    await page.reload()
  })
  await chapter('offline', async () => {
    await page.goto(`${appUrl()}/wallets`)
    await page.getByText('USDC').first().waitFor()
    await page.evaluate(() => navigator.serviceWorker.ready)
    await page.context().setOffline(true)
    await page.getByText('You are offline. Showing saved data.').waitFor()
    await shoot(page, 'banner-offline')
    await page.context().setOffline(false)
    await page.getByText('You are offline. Showing saved data.').waitFor({ state: 'hidden' })
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await page.getByRole('dialog').waitFor()
    await page.context().setOffline(true)
    await page.getByRole('dialog').getByText('You are offline.', { exact: true }).waitFor()
    await shoot(page, 'panel-offline')
    await page.context().setOffline(false)
    await page.reload()
  })
  return page
}

export const wallets = async (album: Album, dist: string): Promise<void> => {
  await album.chapter('the first wallet', () => beginning(album))
  await album.chapter('a wallet in use', async () => {
    const page = await used(album)
    await album.chapter('an update', async () => {
      await page.goto(`${appUrl()}/wallets`)
      const visitor = await album.stranger()
      await visitor.goto(`${appUrl()}/auth`)
      await visitor.evaluate(() => navigator.serviceWorker.ready)
      await visitor.waitForFunction(() => navigator.serviceWorker.controller !== null)
      // Another version of the worker is what a release is to the browser.
      const file = `${dist}/client/sw.js`
      const next = `${await readFile(file, 'utf8')}\n// the next version\n`
      await writeFile(file, next)
      await writeFile(`${file}.br`, brotliCompressSync(next))
      await writeFile(`${file}.gz`, gzipSync(next))
      await page.evaluate(async () => (await navigator.serviceWorker.ready).update())
      await page.getByRole('button', { name: /Reload|Update/ }).waitFor()
      await album.shoot(page, 'banner-update')
      await visitor.evaluate(async () => (await navigator.serviceWorker.ready).update())
      await visitor.getByRole('button', { name: 'Reload' }).waitFor()
      await album.shoot(visitor, 'auth-update')
      await visitor.evaluate(() => {
        history.pushState(null, '', '/nope')
        dispatchEvent(new PopStateEvent('popstate'))
      })
      await visitor.getByRole('heading', { name: 'Page not found' }).waitFor()
      await album.shoot(visitor, '404-update')
    })
  })
  await statuses(album)
}
