import { readFile } from 'node:fs/promises'
import { expect } from 'playwright/test'
import { createContact } from '#contract/endpoints/contact.ts'
import { sendEvm } from '#contract/endpoints/transaction.ts'
import { listAssets } from '#contract/endpoints/wallet.ts'
import { faultsInBothThemes } from './axe.ts'
import { CHAIN, openWallet } from './member.ts'
import { test } from './signedin.ts'

const NORDLYS = '0x9F3C88A1D4e07b52C1660F2AB93e7c05dE8841Ab'.toLowerCase()
const NORDLYS_WHOLE = new RegExp(`^${NORDLYS}$`, 'i')
const ROSA = 'bcrt1qqyqszqgpqyqszqgpqyqszqgpqyqszqgpvxat9t'
const LOOK_ALIKE = `0x9f3c${'0'.repeat(32)}41ab`
const UNKNOWN = `0x1cb4${'1'.repeat(36)}`
const STRANGER = '0x52908400098527886e0f7030069857d2e4169ee7'

test('names stand beside addresses, and one that only looks like somebody’s is held back', async ({
  signedIn,
}) => {
  const owner = await signedIn({ wallet: 'Harbour Fund', coins: '3' })
  const { page, wallet, client } = owner
  await client.ok(createContact, {
    body: { name: 'Nordlys Print', addresses: [{ network: 'evm', address: NORDLYS }] },
  })
  await client.ok(createContact, {
    body: { name: 'Jun Okafor', addresses: [{ network: 'evm', address: `0x77da${'0'.repeat(36)}` }] },
  })
  await client.ok(createContact, {
    body: { name: 'Rosa Lindqvist', addresses: [{ network: 'regtest', address: ROSA }] },
  })
  await openWallet(owner, 'Second Wallet')
  const { items } = await client.ok(listAssets, { query: { walletId: wallet.id } })
  const assetId = items.find(({ blockchain }) => blockchain === CHAIN)?.id ?? ''
  for (const recipient of [NORDLYS, STRANGER])
    await client.ok(sendEvm, {
      params: { id: wallet.id },
      body: { assetId, amount: '1000', recipient, description: 'Invoice', gas: 'normal' },
    })

  await test.step('in Activity, its search and its file', async () => {
    await page.getByRole('tab', { name: 'Activity' }).click()
    await expect(page.getByText('Nordlys Print')).toBeVisible()
    const dialog = page.getByRole('dialog', { name: 'New contact' })
    const unnamed = page.getByRole('dialog', { name: 'Transaction Info' })
    await page.getByRole('button', { name: 'Send Funds' }).first().click()
    await expect(unnamed.getByRole('note').filter({ hasText: 'Invoice' })).toBeVisible()
    await expect(unnamed.getByRole('region', { name: 'Progress' })).toContainText('You signed')
    await unnamed.getByRole('button', { name: 'Name 0x5290...9EE7' }).click()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect(dialog).toHaveCount(0)
    await unnamed.getByRole('button', { name: 'Close', exact: true }).last().click()
    await expect(unnamed).toHaveCount(0)
    await page.getByRole('button', { name: 'Name 0x5290...9EE7' }).click()
    await dialog.getByLabel('Name').fill('Tomas Ardent')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog).toHaveCount(0)
    await expect(page.getByText('Tomas Ardent')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Name 0x5290...9EE7' })).toBeHidden()
    expect(await faultsInBothThemes(page)).toEqual([])
    await page.getByRole('searchbox').fill('nordlys')
    await expect(page.getByText('Tomas Ardent')).toBeHidden()
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export CSV' }).click(),
    ])
    expect(await readFile(await file.path(), 'utf8')).toContain(',Invoice,Harbour Fund,Nordlys Print\r\n')
    await page.getByRole('button', { name: 'Send Funds' }).click()
    const info = page.getByRole('dialog', { name: 'Transaction Info' })
    await expect(info.getByText('Nordlys Print')).toBeVisible()
    await info.getByRole('button', { name: 'Close', exact: true }).last().click()
  })

  await test.step('in Send', async () => {
    const form = page.getByRole('dialog', { name: 'Send Funds' })
    const details = page.getByRole('dialog', { name: 'Transaction Details' })
    const address = form.getByLabel('Wallet address')
    const box = form.getByRole('checkbox')
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await page.getByRole('button', { name: /^Asset:/ }).click()
    await page.getByRole('option', { name: 'RBNT' }).click()
    await form.getByLabel('Amount', { exact: true }).fill('1')
    await test.step('whoever is offered fits the asset and keeps the address in sight', async () => {
      const list = form.getByRole('listbox', { name: 'Recipients' })
      const entry = list.getByRole('option')
      const { keyboard } = page
      await address.focus()
      await expect(list.getByRole('group')).toHaveCount(3)
      await expect(entry).toHaveText([
        /Tomas Ardent, Recent, Last sent/,
        /Nordlys Print, Recent, Last sent/,
        /Jun Okafor, People, Ethereum/,
        /Second Wallet, My wallets, /,
        /^Open address book$/,
      ])
      const [over, under] = [await list.boundingBox(), await address.locator('..').boundingBox()]
      // No edge of a field below goes on from its own.
      expect(over?.x).toBeLessThan(under?.x ?? 0)
      expect(await faultsInBothThemes(page)).toEqual([])
      await keyboard.press('Escape')
      await expect(list).toBeHidden()
      await expect(form).toBeVisible()
      await keyboard.press('ArrowDown')
      await keyboard.press('ArrowDown')
      await expect(entry.nth(1)).toHaveAttribute('aria-selected', 'true')
      await keyboard.press('Enter')
      await expect(address).toHaveValue('Nordlys Print')
      await expect(address).toBeFocused()
      await expect(form.getByText(NORDLYS_WHOLE)).toBeVisible()
      expect(await faultsInBothThemes(page)).toEqual([])
      await form.getByRole('button', { name: 'Next' }).click()
      await expect(details.getByText('Nordlys Print')).toBeVisible()
      await details.getByRole('button', { name: 'Back' }).click()
      await expect(address).toHaveValue('Nordlys Print')
      await form.getByRole('button', { name: 'Clear the recipient' }).click()
      await expect(address).toHaveValue('')
      await expect(list).toBeVisible()
      await page.goBack()
      await expect(list).toBeHidden()
      await expect(form).toBeVisible()
      await address.pressSequentially('rosa')
      await expect(entry).toHaveCount(0)
      for (const [typed, name] of [
        ['5290', 'Tomas Ardent'],
        ['second', 'Second Wallet'],
        ['jun', 'Jun Okafor'],
      ] as const) {
        await address.fill(typed)
        await entry.filter({ hasText: name }).click()
        await expect(address).toHaveValue(name)
      }
      await address.fill('')
      await entry.filter({ hasText: 'Open address book' }).click()
      const book = page.getByRole('dialog', { name: 'Address book' })
      await book.getByRole('searchbox').fill('tomas')
      await book.getByRole('button', { name: 'Edit Tomas Ardent' }).click()
      await page.getByRole('dialog', { name: 'Edit contact' }).getByRole('button', { name: 'Cancel' }).click()
      await book.getByRole('button', { name: 'Add contact' }).click()
      await page.getByRole('dialog', { name: 'New contact' }).getByRole('button', { name: 'Cancel' }).click()
      await expect(book.getByText('Rosa Lindqvist')).toBeHidden()
      expect(await faultsInBothThemes(page)).toEqual([])
      await book.getByRole('button', { name: 'Choose Tomas Ardent' }).click()
      await expect(book).toHaveCount(0)
      await expect(address).toHaveValue('Tomas Ardent')
      await address.fill('')
      await entry.filter({ hasText: 'Open address book' }).click()
      await book.getByRole('button', { name: 'Close' }).click()
      await expect(book).toHaveCount(0)
      await expect(form.getByLabel('Amount', { exact: true })).toHaveValue('1')
    })
    await address.fill(UNKNOWN)
    await form.getByRole('button', { name: 'Next' }).click()
    await expect(details.getByText('New address')).toBeVisible()
    await details.getByRole('button', { name: /^Name 0x1cB4/i }).click()
    await page.getByRole('dialog', { name: 'New contact' }).getByRole('button', { name: 'Cancel' }).click()
    await details.getByRole('button', { name: 'Back' }).click()
    await address.fill(LOOK_ALIKE)
    await expect(form.getByText('This is not Nordlys Print')).toBeVisible()
    await form.getByRole('button', { name: 'Next' }).click()
    await expect(form.getByText('Check the address with the recipient first')).toBeVisible()
    await expect(details).toBeHidden()
    expect(await faultsInBothThemes(page)).toEqual([])
    await box.check()
    await form.getByRole('button', { name: 'Next' }).click()
    await expect(details.getByText('This address looks like one that was used before')).toBeVisible()
    await expect(details.getByRole('button', { name: /^Name / })).toHaveCount(0)
    await details.getByRole('button', { name: 'Back' }).click()
    await expect(box).toBeChecked()
    await box.uncheck()
    await form.getByRole('button', { name: 'Use Nordlys Print instead' }).click()
    await expect(address).toHaveValue('Nordlys Print')
    await expect(form.getByText(NORDLYS_WHOLE)).toBeVisible()
    await expect(box).toBeHidden()
    await form.getByRole('button', { name: 'Next' }).click()
    await expect(details.getByText('Nordlys Print')).toBeVisible()
    await expect(details.getByText('First transfer to this address.')).toBeHidden()
  })
})
