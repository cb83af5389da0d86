import type { Page } from 'playwright/test'
import { enrol, give, guard, inviteGuardians, type Member, openWallet, verify } from '#tests/e2e/member.ts'
import { newEmail } from '#tests/e2e/person.ts'
import { appUrl } from '#tests/e2e/sandbox.ts'
import type { Album } from './album.ts'

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
}
