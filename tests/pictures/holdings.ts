import type { Page } from 'playwright/test'
import { sendEvm } from '#contract/endpoints/transaction.ts'
import { listAssets } from '#contract/endpoints/wallet.ts'
import { enrol, give, guard, inviteGuardians, type Member, openWallet, verify } from '#tests/e2e/member.ts'
import { newEmail } from '#tests/e2e/person.ts'
import { appUrl } from '#tests/e2e/sandbox.ts'
import { type Album, FOLDER } from './album.ts'

const RECIPIENT = '0x9F3C88A1D4e07b52C1660F2AB93e7c05dE8841Ab'

/** Several wallets of which each is protected in another way. */
const household = async (member: Member) => {
  const guardian = await enrol(newEmail('tomas'))
  const seat = { ...guardian, wallet: await openWallet(guardian, 'Own Wallet') }
  const harbour = await openWallet(member, 'Harbour Fund')
  const payroll = await openWallet(member, 'Payroll')
  await openWallet(member, 'Cold Reserve North')
  const petty = await openWallet(member, 'Petty Cash')
  await verify(member, harbour)
  await guard(member, harbour, seat)
  await inviteGuardians(member, payroll, newEmail('sofia'))
  await give(member, harbour, '1250')
  await give(member, harbour, '18450', 'USDC')
  await give(member, petty, '12')
  return harbour
}

/** A guardian stopped one of them; the answer is changed on its way. */
const freeze = (page: Page, name: string) =>
  page.route(/\/api\/v1\/wallets(\?|$)/, async (route) => {
    const answer = await route.fetch()
    const body = await answer.json()
    for (const wallet of body.items)
      if (wallet.name === name)
        wallet.features.push({
          type: 'freeze',
          payload: { by: 'tomas@lindqvist.example', at: wallet.createdAt },
        })
    await route.fulfill({ response: answer, json: body })
  })

export const holdings = async ({ signedIn, shoot, chapter }: Album): Promise<void> => {
  const person = await signedIn('mara', household)
  const { page } = person
  await chapter('all wallets', async () => {
    await freeze(page, 'Cold Reserve North')
    await page.goto(`${appUrl()}/wallets`)
    const open = async () => {
      await page.keyboard.press('Escape')
      await page.getByRole('dialog').waitFor({ state: 'hidden' })
      await page.locator('main header button[aria-haspopup=dialog]').first().click()
      await page
        .getByRole('dialog')
        .getByText(/\d in all/)
        .waitFor()
    }
    await open()
    await shoot(page, 'switcher', open)
    await page.keyboard.press('Escape')
    for (const letter of 'abcdef') await openWallet(person, `Branch ${letter}`)
    await open()
    await page.getByRole('searchbox').waitFor()
    await shoot(page, 'switcher-search', open)
  })
  await chapter('one asset', async () => {
    // Closing it goes back in the history, which another way out would break off.
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    await page.goto(`${appUrl()}/wallets`)
    await page.locator('main header button[aria-haspopup=dialog]').first().click()
    await page.getByRole('menuitem', { name: /^Harbour Fund/ }).click()
    const { client } = person
    const { items } = await client.ok(listAssets, { query: { walletId: person.wallet.id } })
    const assetId = items.find(({ symbol }) => symbol.toUpperCase() === 'USDC')?.id ?? ''
    await client.ok(sendEvm, {
      params: { id: person.wallet.id },
      body: { amount: '1500000000', assetId, description: '', gas: 'normal', recipient: RECIPIENT },
    })
    await page.getByRole('button', { name: 'USDC', exact: true }).click()
    await page.getByRole('dialog').getByText('waits for Guardians').waitFor()
    await shoot(page, 'asset')
    await page.getByRole('button', { name: 'Hide this token' }).click()
    await page.getByText('1 hidden token').click()
    await page.getByRole('button', { name: /^Show USDC/ }).waitFor()
    await shoot(page, 'asset-hidden')
    await page.getByRole('button', { name: /^Show USDC/ }).click()
  })
  await chapter('filtered activity', async () => {
    await page.goto(`${appUrl()}/wallets?tab=activity`)
    const days = page.getByLabel('From', { exact: true })
    await days.fill('2024-01-01')
    const unfold = async () => {
      const button = page.getByRole('button', { name: 'Filters (1)' })
      if (await button.isVisible()) await button.click()
    }
    await shoot(page, 'wallet-activity-filtered', unfold)
  })
  await chapter('a statement', async () => {
    await page.goto(`${appUrl()}/wallets?tab=activity`)
    await page.getByRole('button', { name: 'Statement', exact: true }).click()
    await page.getByRole('heading', { name: 'Statement of Harbour Fund' }).waitFor()
    await shoot(page, 'statement')
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
    await page.pdf({ path: `${FOLDER}/statement.pdf`, format: 'A4' })
    await page.emulateMedia({ media: 'screen' })
  })
  await page.unrouteAll({ behavior: 'ignoreErrors' })
}
