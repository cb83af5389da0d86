import { readFile } from 'node:fs/promises'
import { expect } from 'playwright/test'
import { createContact } from '#contract/endpoints/contact.ts'
import { sendEvm } from '#contract/endpoints/transaction.ts'
import { listAssets } from '#contract/endpoints/wallet.ts'
import { faultsInBothThemes } from './axe.ts'
import { CHAIN } from './member.ts'
import { test } from './signedin.ts'

const NORDLYS = '0x9F3C88A1D4e07b52C1660F2AB93e7c05dE8841Ab'.toLowerCase()
const LOOK_ALIKE = `0x9f3c${'0'.repeat(32)}41ab`
const STRANGER = '0x52908400098527886e0f7030069857d2e4169ee7'

test('names stand beside addresses, and one that only looks like somebody’s is held back', async ({
  signedIn,
}) => {
  const { page, wallet, client } = await signedIn({ wallet: 'Harbour Fund', coins: '3' })
  await client.ok(createContact, {
    body: { name: 'Nordlys Print', addresses: [{ network: 'evm', address: NORDLYS }] },
  })
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
    await page.getByRole('button', { name: 'Name 0x5290...9EE7' }).click()
    const dialog = page.getByRole('dialog', { name: 'New contact' })
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
    await address.fill(LOOK_ALIKE)
    await expect(form.getByText('This is not Nordlys Print')).toBeVisible()
    await form.getByRole('button', { name: 'Next' }).click()
    await expect(form.getByText('Check the address with the recipient first')).toBeVisible()
    await expect(details).toBeHidden()
    expect(await faultsInBothThemes(page)).toEqual([])
    await box.check()
    await form.getByRole('button', { name: 'Next' }).click()
    await expect(details.getByText('This address looks like one that was used before')).toBeVisible()
    await details.getByRole('button', { name: 'Back' }).click()
    await expect(box).toBeChecked()
    await box.uncheck()
    await form.getByRole('button', { name: 'Use Nordlys Print instead' }).click()
    await expect(address).toHaveValue(/^0x9F3C88A1D4e07b52C1660F2AB93e7c05dE8841Ab$/i)
    await expect(box).toBeHidden()
    await form.getByRole('button', { name: 'Next' }).click()
    await expect(details.getByText('Nordlys Print')).toBeVisible()
    await expect(details.getByText('First transfer to this address.')).toBeHidden()
  })
})
