import { readFile } from 'node:fs/promises'
import { expect, type Page } from 'playwright/test'
import { createContact, listContacts } from '#contract/endpoints/contact.ts'
import { faultsInBothThemes } from './axe.ts'
import { appUrl } from './sandbox.ts'
import { PHONE, test } from './signedin.ts'
import { NARROW, tooWide } from './width.ts'
import { controlled } from './worker.ts'

const NORDLYS = '0x9F3C88A1D4e07b52C1660F2AB93e7c05dE8841Ab'.toLowerCase()
const BITCOIN = 'bcrt1qqyqszqgpqyqszqgpqyqszqgpqyqszqgpvxat9t'
const OTHER = '0x52908400098527886e0f7030069857d2e4169ee7'
const NORDLYS_TWIN = '0x9f3c11a1d4e07b52c1660f2ab93e7c05de8841ab'
const BOOK = /^Address book, \d+ entr/

const fromMenu = async (page: Page, email: string) => {
  await page.getByRole('button', { name: email }).click()
  await page.getByRole('menuitem', { name: 'Address book' }).click()
  await page.waitForURL(`${appUrl()}/address-book`)
}

const bring = (page: Page, text: string) =>
  page
    .getByLabel('CSV file')
    .setInputFiles({ name: 'book.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })

test('people get names, in every tab at once', async ({ signedIn }) => {
  const owner = await signedIn({ wallet: 'Harbour Fund', coins: '3' })
  const { page, client, email } = owner
  const dialog = page.getByRole('dialog')
  const list = page.getByRole('list', { name: BOOK })
  const other = await page.context().newPage()
  await other.goto(`${appUrl()}/address-book`)
  await expect(other.getByText('Named by its wallet')).toBeVisible()
  // A tab behind another one draws once a second.
  await page.bringToFront()

  await test.step('a contact is made, with all its mistakes told first', async () => {
    await fromMenu(page, email)
    await expect(page.getByText('Give an address a name', { exact: false })).toBeVisible()
    await page.getByRole('button', { name: 'Add contact' }).click()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect(dialog).toBeHidden()
    await page.getByRole('button', { name: 'Add contact' }).click()
    await expect(dialog.getByLabel('Name')).toBeFocused()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog.getByText('Name is required')).toBeVisible()
    await expect(dialog.getByText('Wallet address is required')).toBeVisible()
    await dialog.getByLabel('Name').fill('Nordlys Print')
    await dialog.getByLabel('Address', { exact: true }).fill(NORDLYS)
    await expect(dialog.getByText('Redbelly, Ethereum and Polygon use the same address')).toBeVisible()
    await dialog.getByRole('button', { name: 'Add another address' }).click()
    await dialog.getByLabel('Another address').fill('nowhere')
    await dialog.getByLabel('Note').fill('Invoices')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog.getByText('This is neither an Ethereum nor a Bitcoin address')).toBeVisible()
    await dialog.getByLabel('Another address').fill(BITCOIN)
    await dialog.getByLabel('Name').press('Enter')
    await expect(dialog).toBeHidden()
    await expect(page.getByRole('button', { name: 'Add contact' })).toBeFocused()
    await expect(list.getByText('Nordlys Print')).toBeVisible()
    await expect(list.getByText('Ethereum, Polygon, Redbelly, Bitcoin Regtest')).toBeVisible()
    await expect(other.getByText('Nordlys Print')).toBeVisible()
    expect((await client.ok(listContacts, { query: {} })).items).toMatchObject([
      { name: 'Nordlys Print', note: 'Invoices', addresses: [{ network: 'evm' }, { address: BITCOIN }] },
    ])
  })

  await test.step('a name is changed, kept and found', async () => {
    await client.ok(createContact, { body: { name: 'Jun', addresses: [{ network: 'evm', address: OTHER }] } })
    await page.getByRole('button', { name: 'Edit Jun' }).click()
    await dialog.getByLabel('Name').fill('NORDLYS print')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog.getByText('This name is already in use')).toBeVisible()
    await dialog.getByLabel('Name').fill('Jun Okafor')
    await dialog.getByLabel('Note').fill('From the fair')
    await dialog.getByLabel('Address', { exact: true }).fill(`${OTHER} `)
    // One that stays empty is none.
    await dialog.getByRole('button', { name: 'Add another address' }).click()
    await dialog.getByLabel('Another address').fill(' ')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog).toBeHidden()
    await expect(other.getByText('Jun Okafor')).toBeVisible()
    await page.getByRole('button', { name: 'Edit Jun Okafor' }).click()
    await dialog.getByRole('button', { name: 'Cancel' }).click()

    await page.getByRole('button', { name: 'Add contact' }).click()
    await dialog.getByLabel('Address', { exact: true }).fill(NORDLYS_TWIN)
    await expect(dialog.getByRole('status')).toContainText('This is not Nordlys Print')
    await dialog.getByLabel('Address', { exact: true }).fill(OTHER)
    await expect(dialog.getByRole('status')).toHaveCount(0)
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect(dialog).toBeHidden()

    const search = page.getByRole('searchbox', { name: 'Search names and addresses' })
    await search.fill('5290')
    await expect(list.getByRole('listitem')).toHaveText(/Jun Okafor/)
    await search.fill('nobody')
    await expect(page.getByText('Nothing found')).toBeVisible()
    await page.getByRole('button', { name: 'Clear the search' }).click()
    await expect(list.getByRole('listitem')).toHaveCount(3)
  })

  await test.step('axe and narrow screens have nothing against it', async () => {
    expect(await faultsInBothThemes(page)).toEqual([])
    for (const size of [PHONE, NARROW]) {
      await page.setViewportSize(size)
      // The frame of a wide window leaves with the next drawing.
      await expect.poll(() => tooWide(page)).toEqual([])
    }
    await page.setViewportSize({ width: 1280, height: 800 })
  })

  await test.step('the book goes out as a file and comes in whole or not at all', async () => {
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export CSV' }).click(),
    ])
    const text = await readFile(await file.path(), 'utf8')
    expect(text.split('\r\n')).toHaveLength(5)
    await page.getByRole('button', { name: 'Import CSV' }).click()
    await bring(page, `${text}Rosa,EVM,0x12,\r\nTom,EVM,0x${'3'.repeat(40)},\r\n`)
    await expect(dialog.getByRole('alert')).toContainText(
      'Nothing was added: 1 line has a mistake.Line 5: Wallet address should be Ethereum address',
    )
    await expect(dialog.getByRole('button', { name: 'Import CSV' })).toBeDisabled()
    await bring(page, `${text}Rosa,EVM,0x${'2'.repeat(40)},\r\nTom,EVM,0x${'3'.repeat(40)},\r\n`)
    await expect(dialog.getByText('2 are in your address book already')).toBeVisible()
    await dialog.getByRole('button', { name: 'Add 2 contacts' }).click()
    await expect(dialog).toBeHidden()
    await expect(list.getByText('Rosa')).toBeVisible()
    await expect(other.getByText('Tom')).toBeVisible()
    await page.getByRole('button', { name: 'Import CSV' }).click()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
  })

  await test.step('a contact is deleted only on the second word', async () => {
    const ask = page.getByRole('alertdialog', { name: 'Delete Rosa?' })
    const open = async () => {
      await page.getByRole('button', { name: 'Edit Rosa' }).click()
      await dialog.getByRole('button', { name: 'Delete contact' }).click()
    }
    await open()
    await expect(ask.getByRole('button', { name: 'Keep' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(ask).toBeHidden()
    await open()
    await ask.getByRole('button', { name: 'Delete', exact: true }).click()
    await expect(list.getByText('Rosa')).toBeHidden()
    await expect(other.getByText('Rosa')).toBeHidden()
  })

  await test.step('Send opens the form with the address', async () => {
    await page.getByRole('button', { name: 'Send to Jun Okafor' }).click()
    const form = page.getByRole('dialog', { name: 'Send Funds' })
    await expect(form.getByLabel('Wallet address')).toHaveValue('Jun Okafor')
    await expect(form.getByText(/^0x52908400098527886E0F7030069857D2E4169EE7$/)).toBeVisible()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Discard' }).click()
  })

  await test.step('it is there without a connection, and gone after signing out', async () => {
    await other.close()
    await page.context().setOffline(true)
    await page.reload()
    await expect(list.getByText('Jun Okafor')).toBeVisible()
    await page.context().setOffline(false)
    await page.getByRole('button', { name: 'Log Out' }).click()
    await page.waitForURL(`${appUrl()}/auth`)
    const kept = await page.evaluate(async () => {
      const open = indexedDB.open('countersign')
      const database = await new Promise<IDBDatabase>((done) => {
        open.onsuccess = () => done(open.result)
      })
      const all = database.transaction('root').objectStore('root').getAll()
      return new Promise<string>((done) => {
        all.onsuccess = () => done(JSON.stringify(all.result))
      })
    })
    expect(kept).not.toContain('Jun Okafor')
  })
})

test('without a wallet there is a book, too', async ({ signedIn }) => {
  const { page, client } = await signedIn({ path: '/address-book' })
  await expect(page.getByRole('heading', { name: 'No contacts yet' })).toBeVisible()
  await page.getByRole('button', { name: 'Import CSV' }).click()
  await bring(page, `Name,Network,Address,Note\nTom,,${OTHER},\n`)
  await page.getByRole('button', { name: 'Add 1 contact' }).click()
  await expect(page.getByText('Tom')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Send to Tom' })).toBeDisabled()

  await test.step('what was changed outside names nothing, and goes only on the second word', async () => {
    await controlled(page)
    // Nobody writes rows of the sandbox: each contact that is there is told of as if somebody had.
    await page.route(/\/contacts\/changed/, async (route) => {
      const { items } = await client.ok(listContacts, { query: {} })
      await route.fulfill({
        json: { items: items.map(({ id, name }) => ({ id, name })), total: items.length },
      })
    })
    await page.reload()
    const changed = page.getByRole('list', { name: 'Changed outside Countersign' })
    await expect(changed.getByRole('listitem')).toContainText('Tom')
    await expect(changed).not.toContainText('0x')
    expect(await faultsInBothThemes(page)).toEqual([])
    await page.setViewportSize(NARROW)
    await expect.poll(() => tooWide(page)).toEqual([])
    const ask = page.getByRole('alertdialog', { name: 'Delete Tom?' })
    await changed.getByRole('button', { name: 'Delete Tom' }).click()
    await expect(ask.getByRole('button', { name: 'Keep' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(ask).toBeHidden()
    await expect(changed.getByRole('button', { name: 'Delete Tom' })).toBeFocused()
    await page.keyboard.press('Enter')
    await ask.getByRole('button', { name: 'Delete', exact: true }).click()
    await expect(changed).toBeHidden()
    await expect(page.getByRole('heading', { name: 'Address book' })).toBeFocused()
    expect((await client.ok(listContacts, { query: {} })).items).toEqual([])
  })
})
