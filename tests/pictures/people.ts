import type { Page } from 'playwright/test'
import { createContact } from '#contract/endpoints/contact.ts'
import { sendEvm } from '#contract/endpoints/transaction.ts'
import { listAssets } from '#contract/endpoints/wallet.ts'
import { CHAIN, give, type Member, openWallet, verify } from '#tests/e2e/member.ts'
import { appUrl } from '#tests/e2e/sandbox.ts'
import type { Album } from './album.ts'

const NORDLYS = '0x9F3C88A1D4e07b52C1660F2AB93e7c05dE8841Ab'.toLowerCase()
const OTHERS = [
  ['Jun Okafor', 'evm', '0x77da000000000000000000000000000000aac210'],
  ['Rosa Lindqvist', 'regtest', 'bcrt1qqyqszqgpqyqszqgpqyqszqgpqyqszqgpvxat9t'],
  ['Tomas Ardent', 'evm', '0x52908400098527886e0f7030069857d2e4169ee7'],
] as const

const WRONG = `Name,Network,Address,Note\nBen,EVM,0x12,\nJun Okafor,EVM,0x${'3'.repeat(40)},\n`

/** Somebody with an address book and a first payment to one of it. */
const acquainted = async (member: Member) => {
  const wallet = await openWallet(member, 'Harbour Fund')
  await openWallet(member, 'Second Wallet')
  await Promise.all([verify(member, wallet), give(member, wallet, '10')])
  const { client } = member
  const { items } = await client.ok(listAssets, { query: { walletId: wallet.id } })
  const assetId = items.find(({ blockchain }) => blockchain === CHAIN)?.id ?? ''
  for (const [name, network, address] of [['Nordlys Print', 'evm', NORDLYS] as const, ...OTHERS])
    await client.ok(createContact, { body: { name, addresses: [{ network, address }] } })
  await client.ok(sendEvm, {
    params: { id: wallet.id },
    body: { assetId, amount: '1500000000000000000', recipient: NORDLYS, description: '', gas: 'normal' },
  })
  return wallet
}

const LOOK_ALIKE = `0x9f3c${'0'.repeat(32)}41ab`

/** The recipient field of Send. */
const recipients = async ({ signedIn, shoot }: Album) => {
  const { page } = await signedIn('mara', acquainted)
  const nobody = await signedIn('ines', async (member) => {
    const wallet = await openWallet(member, 'Quiet Fund')
    await Promise.all([verify(member, wallet), give(member, wallet, '3')])
    return wallet
  })
  const form = (on: Page) => on.getByRole('dialog', { name: 'Send Funds' })
  const list = (on: Page) => form(on).getByRole('listbox', { name: 'Recipients' })
  const address = form(page).getByLabel('Wallet address')
  const open = async (on: Page) => {
    await on.getByRole('button', { name: 'Send', exact: true }).click()
    await form(on).getByText('Available', { exact: false }).waitFor()
  }
  const focus = async (on: Page) => {
    await form(on).getByLabel('Note').focus()
    await form(on).getByLabel('Wallet address').focus()
    await list(on).waitFor()
  }
  await open(nobody.page)
  await focus(nobody.page)
  await shoot(nobody.page, 'recipient-empty', () => focus(nobody.page))
  await page.getByText('$ 0.', { exact: false }).first().waitFor()
  await open(page)
  await focus(page)
  await page.keyboard.press('ArrowDown')
  await shoot(page, 'recipient', () => focus(page))
  await address.pressSequentially('o')
  await list(page).waitFor()
  await shoot(page, 'recipient-filtered')
  await list(page).getByRole('option', { name: 'Nordlys Print' }).click()
  await form(page).getByLabel('Note').fill('Invoice 2025-118, spring brochure, second half')
  await shoot(page, 'recipient-chosen')
  await form(page).getByLabel('Note').fill('x'.repeat(141))
  await address.fill('')
  await form(page).getByRole('button', { name: 'Next' }).click()
  await form(page).getByText('Note should contain', { exact: false }).waitFor()
  await shoot(page, 'recipient-missing')
  await address.fill(LOOK_ALIKE)
  await form(page).getByText('This is not Nordlys Print').waitFor()
  await shoot(page, 'recipient-look-alike')
  await address.fill('')
  await list(page).getByRole('option', { name: 'Open address book' }).click()
  await page.getByRole('dialog', { name: 'Address book' }).waitFor()
  await shoot(page, 'recipient-book')
}

const file = (page: Page, text: string) =>
  page
    .getByLabel('CSV file')
    .setInputFiles({ name: 'book.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })

const book = async ({ signedIn, shoot, chapter }: Album) => {
  const empty = await signedIn('nobody')
  await empty.page.goto(`${appUrl()}/address-book`)
  await empty.page.getByText('No contacts yet').waitFor()
  await shoot(empty.page, 'address-book-empty')

  const { page } = await signedIn('mara', acquainted)
  await page.goto(`${appUrl()}/address-book`)
  await page.getByText('1 transfer', { exact: false }).waitFor()
  await shoot(page, 'address-book')
  const dialog = page.getByRole('dialog').or(page.getByRole('alertdialog'))
  await chapter('contacts', async () => {
    await page.getByRole('button', { name: 'Add contact' }).click()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.getByText('Name is required').waitFor()
    await shoot(page, 'contact-new')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Edit Nordlys Print' }).click()
    await dialog.waitFor()
    await shoot(page, 'contact-edit')
    await dialog.getByRole('button', { name: 'Delete contact' }).click()
    await page.getByRole('alertdialog').waitFor()
    await shoot(page, 'contact-delete')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Import CSV' }).click()
    await file(page, WRONG)
    await dialog.getByText('Nothing was added', { exact: false }).waitFor()
    await shoot(page, 'contacts-import')
  })
}

export const people = async (album: Album): Promise<void> => {
  await album.chapter('address book', () => book(album))
  await album.chapter('recipients', () => recipients(album))
}
