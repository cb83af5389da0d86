import { readFile } from 'node:fs/promises'
import { expect } from 'playwright/test'
import { faultsInBothThemes } from './axe.ts'
import { give } from './member.ts'
import { appUrl } from './sandbox.ts'
import { PHONE, test } from './signedin.ts'
import { storedAs } from './stored.ts'
import { NARROW, tooWide } from './width.ts'

test('an asset opens a sheet of its own, and its activity is filtered', async ({ signedIn }) => {
  const owner = await signedIn({ wallet: 'Harbour Fund', coins: '10' })
  const { page, wallet } = owner
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await give(owner, wallet, '250', 'USDC')
  const row = page.getByRole('button', { name: 'USDC', exact: true })
  const sheet = page.getByRole('dialog', { name: 'USDC' })
  const open = async () => {
    await row.click()
    await expect(sheet).toBeVisible()
  }

  await test.step('an address only copies; the rest of the row opens the sheet', async () => {
    // Its worth puts it in its place.
    await expect(page.getByRole('cell', { name: '$ 250.00' })).toBeVisible()
    await page.getByRole('button', { name: /^Copy contract address 0x/ }).click()
    await expect(page.getByText('Copied!')).toBeVisible()
    await expect(sheet).toHaveCount(0)
    await page.getByRole('cell', { name: '$ 250.00' }).click({ force: true })
    await expect(sheet.getByText('250 USDC', { exact: true })).toBeVisible()
    await expect(sheet.getByText('Redbelly Testnet')).toBeVisible()
    await expect(sheet.getByText(/^\d+ [A-Z][a-z]{2}, \d\d:\d\d$/)).toBeVisible()
    expect(await faultsInBothThemes(page)).toEqual([])
    await sheet.getByRole('button', { name: 'Copy contract address' }).click()
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toMatch(/^0x[\da-fA-F]{40}$/)
    await page.setViewportSize(NARROW)
    await expect.poll(() => tooWide(page)).toEqual([])
    await page.setViewportSize(PHONE)
    await sheet.getByRole('button', { name: 'Close' }).click()
    await expect(sheet).toHaveCount(0)
    await open()
    await page.setViewportSize({ width: 1280, height: 800 })
  })

  await test.step('its last transfers open, and it leads to Receive and to Send with the asset chosen', async () => {
    await sheet.getByRole('button', { name: 'Receive Funds' }).click()
    const info = page.getByRole('dialog', { name: 'Transaction Info' })
    await info.getByRole('button', { name: 'Close' }).first().click()
    await expect(info).toHaveCount(0)
    await open()
    await sheet.getByRole('button', { name: 'Receive', exact: true }).click()
    const receive = page.getByRole('dialog', { name: 'Receive Funds' })
    await receive.getByRole('button', { name: 'Close' }).click()
    await expect(receive).toHaveCount(0)
    await open()
    await sheet.getByRole('button', { name: 'Send', exact: true }).click()
    const send = page.getByRole('dialog', { name: 'Send Funds' })
    await expect(send.getByRole('button', { name: /^Asset: USDC/ })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(send).toHaveCount(0)
  })

  await test.step('all activity of it is a filter, which also says what is exported', async () => {
    await open()
    await sheet.getByRole('button', { name: 'All activity' }).click()
    await expect(sheet).toHaveCount(0)
    await expect(page.getByRole('tab', { name: 'Activity', selected: true })).toBeFocused()
    await expect(page.getByLabel('Search by address, symbol or hash')).toHaveValue('USDC')
    await expect(page.getByRole('combobox', { name: 'Network' })).toHaveValue('redbelly:testnet')
    await expect(page.getByText('1 transaction found')).toBeVisible()
    const saved = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export CSV' }).click()
    const csv = await readFile(await (await saved).path(), 'utf8')
    expect(csv.trim().split('\r\n')).toHaveLength(2)
    expect(csv).toContain(',250,USDC,')
    expect(csv).toContain(',Redbelly Testnet,')
    await page.getByRole('button', { name: 'Clear the filter' }).click()
    await expect(page.getByRole('button', { name: 'Receive Funds' })).toHaveCount(2)
  })

  await test.step('by days, and by network, also on a phone', async () => {
    const day = new Date().toISOString().slice(0, 10)
    await page.getByLabel('From', { exact: true }).fill('2020-01-01')
    await page.getByLabel('To', { exact: true }).fill('2020-12-31')
    await expect(page.getByText('Nothing found')).toBeVisible()
    await page.getByLabel('To', { exact: true }).fill(day)
    await expect(page.getByText('2 transactions found')).toBeVisible()
    expect(await faultsInBothThemes(page)).toEqual([])
    await page.setViewportSize(PHONE)
    const filters = page.getByRole('button', { name: 'Filters (2)' })
    await expect(filters).toHaveAttribute('aria-expanded', 'false')
    await expect(page.getByRole('combobox', { name: 'Network' })).toBeHidden()
    await filters.click()
    await page.getByRole('combobox', { name: 'Network' }).selectOption('Redbelly Testnet')
    await expect(page.getByText('2 transactions found')).toBeVisible()
    expect(await faultsInBothThemes(page)).toEqual([])
    await page.setViewportSize(NARROW)
    await expect.poll(() => tooWide(page)).toEqual([])
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.getByRole('button', { name: 'Clear the filter' }).click()
  })

  await test.step('a token that is hidden stays hidden after a reload, until it is shown again', async () => {
    await page.getByRole('tab', { name: 'Assets' }).click()
    await open()
    await sheet.getByRole('button', { name: 'Hide this token' }).click()
    await expect(page.getByText('USDC is hidden. Totals still count it.')).toBeVisible()
    await expect(row).toHaveCount(0)
    await expect(page.getByText('250').first()).toBeVisible()
    await expect.poll(() => storedAs(page, 'hidden-tokens')).toContain('USDC')
    await page.reload()
    await expect(page.getByRole('button', { name: 'RBNT', exact: true })).toBeVisible()
    await expect(row).toHaveCount(0)
    const other = await page.context().newPage()
    await other.goto(`${appUrl()}/settings`)
    const display = other.getByRole('region', { name: 'Hidden tokens' })
    await display.getByRole('button', { name: 'Show USDC on Redbelly Testnet' }).click()
    await expect(display.getByText('No token is hidden.')).toBeVisible()
    await expect.poll(() => storedAs(other, 'hidden-tokens')).not.toContain('USDC')
    await other.close()
    await page.reload()
    await open()
    await sheet.getByRole('button', { name: 'Hide this token' }).click()
    await expect(sheet).toHaveCount(0)
    await page.getByText('1 hidden token').click()
    expect(await faultsInBothThemes(page)).toEqual([])
    await page.getByRole('button', { name: 'Show USDC on Redbelly Testnet' }).click()
    await expect(row).toBeVisible()
  })

  await test.step('the first steps above it leave when they are not wanted', async () => {
    const steps = page.getByRole('region', { name: 'Then, if you like' })
    await steps.getByRole('button', { name: 'Hide these steps' }).click()
    await expect(steps).toBeHidden()
    await expect.poll(() => storedAs(page, 'start-hidden')).toContain('true')
    const myself = async () => (await page.request.get(`${appUrl()}/api/v1/users/my`)).json()
    await expect.poll(myself).toMatchObject({ startHidden: true })
    await page.reload()
    await expect(row).toBeVisible()
    await expect(steps).toBeHidden()
  })
})

test('a statement tells what a wallet held and moved in a period, and is printed alone', async ({
  signedIn,
}) => {
  const owner = await signedIn({ wallet: 'Harbour Fund', coins: '10' })
  const { page, wallet } = owner
  await give(owner, wallet, '2.5')
  await page.getByRole('tab', { name: 'Activity' }).click()
  await page.getByRole('button', { name: 'Statement', exact: true }).click()
  const statement = page.getByRole('dialog', { name: 'Statement' })

  await test.step('opening and closing balance, and what lies between', async () => {
    await expect(statement.getByRole('heading', { name: 'Statement of Harbour Fund' })).toBeVisible()
    const sums = statement.locator('dl > div')
    await expect(sums).toHaveText([
      'Opening balance0 RBNT',
      'Received+12.5 RBNT',
      'Sent0 RBNT',
      'Network fees0 RBNT',
      'Closing balance12.5 RBNT',
    ])
    await expect(statement.getByText('The history is incomplete')).toHaveCount(0)
    await expect(statement.getByRole('row')).toHaveText([
      'TransferAmountBalance',
      /^Receive Funds.+\+1010$/,
      /^Receive Funds.+\+2\.512\.5$/,
    ])
    await expect(statement.getByText(wallet.address)).toBeVisible()
    expect(await faultsInBothThemes(page)).toEqual([])
  })

  await test.step('another period', async () => {
    await statement.getByLabel('From', { exact: true }).fill('2020-01-01')
    await statement.getByLabel('To', { exact: true }).fill('2020-12-31')
    await expect(statement.getByText('01 Jan 2020 to 31 Dec 2020')).toBeVisible()
    await expect(statement.getByText('This wallet held nothing in this period.')).toBeVisible()
    await statement.getByLabel('To', { exact: true }).fill('')
    await expect(statement.getByText('01 Jan 2020 to today')).toBeVisible()
    await expect(statement.locator('dl > div').last()).toHaveText('Closing balance12.5 RBNT')
    await page.setViewportSize(NARROW)
    await expect.poll(() => tooWide(page)).toEqual([])
    await page.setViewportSize(PHONE)
  })

  await test.step('paper has the statement and nothing else, whatever the theme', async () => {
    await page.evaluate(() => {
      window.print = () => void document.body.setAttribute('data-printed', 'yes')
    })
    await statement.getByRole('button', { name: 'Print or save as PDF' }).click()
    await expect(page.locator('body')).toHaveAttribute('data-printed', 'yes')
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
    await expect(page.getByRole('heading', { name: 'Statement of Harbour Fund' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Print or save as PDF' })).toBeHidden()
    await expect(page.locator('header').first()).toBeHidden()
    const look = await page
      .getByRole('heading', { name: 'Statement of Harbour Fund' })
      .evaluate((heading) => [
        getComputedStyle(heading).color,
        getComputedStyle(document.body).backgroundColor,
        // The margins have the ground of the scheme.
        getComputedStyle(document.documentElement).colorScheme,
      ])
    expect(look).toEqual(['rgb(14, 23, 38)', 'rgb(255, 255, 255)', 'light'])
    await page.emulateMedia({ media: 'screen', colorScheme: 'light' })
    await statement.getByRole('button', { name: 'Close' }).click()
    await expect(statement).toHaveCount(0)
  })
})
