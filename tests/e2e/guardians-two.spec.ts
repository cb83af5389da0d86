import { readFile } from 'node:fs/promises'
import { expect, type Page } from 'playwright/test'
import { faultOf } from '#server/custody/verify.ts'
import { card, invite, openHub, send, sent, shoot } from './guardian.ts'
import { hold } from './hold.ts'
import { inviteGuardians } from './member.ts'
import { newEmail, signUp } from './person.ts'
import { appUrl } from './sandbox.ts'
import { DESKTOP, test } from './signedin.ts'

const hubLink = (page: Page) => page.getByRole('link', { name: /Guardian Hub/ }).first()
const tab = (page: Page, name: string) => page.getByRole('tab', { name })
const DOT = 'has pending items'

const failure = async (page: Page) => {
  const dialog = page.getByRole('alertdialog', { name: 'Error' })
  await expect(dialog).toContainText('No connection')
  await dialog.getByRole('button', { name: 'Close' }).click()
  // Neither this one nor the one that asked before, not even out of reach.
  await expect(page.locator('[role=alertdialog]')).toHaveCount(0)
}

const closeInfo = async (page: Page) =>
  page.getByRole('dialog', { name: 'Transaction Info' }).getByRole('button', { name: 'Close' }).last().click()

test('an owner and his guardians, each in a browser of his own', async ({ browser, signedIn }) => {
  const [owner, tomas] = await Promise.all([
    signedIn({ wallet: 'Harbour Fund', coins: '10' }),
    signedIn({ name: 'tomas', wallet: 'Own Wallet' }),
  ])
  const inesEmail = newEmail('ines')
  const ines = await (await browser.newContext({ viewport: DESKTOP })).newPage()
  const guardians = owner.page.getByRole('list', { name: 'My Guardians' })
  const row = (email: string) => guardians.getByRole('listitem').filter({ hasText: email })

  await test.step('the owner invites one who has a wallet and one who has no account', async () => {
    await expect(hubLink(tomas.page)).not.toContainText(DOT)
    await inviteGuardians(owner, owner.wallet, tomas.email)
    await tab(owner.page, 'Guardians').click()
    await expect(hubLink(tomas.page)).toContainText(DOT)
    await invite(owner.page, inesEmail)
    await expect(owner.page.getByText('0 Active, 2 Pending')).toBeVisible()
    await expect(owner.page.getByText('Required Approvals')).toBeHidden()
    const resend = row(tomas.email).getByRole('button', { name: /^Resend/ })
    await resend.click()
    await expect(owner.page.getByText('An invite can be sent again once a minute')).toBeVisible()
    // The server's minute is not waited for: the tests of the server let it pass.
    await owner.page.route(/resend$/, (route) =>
      route.fulfill({
        json: { id: 'i', status: 'pending', userEmail: owner.email, walletAddress: `0x${'1'.repeat(40)}` },
      }),
    )
    await resend.click()
    await expect(owner.page.getByText('Invite Resent')).toBeVisible()
    await owner.page.unroute(/resend$/)
  })

  await test.step('who has only an invite lands in the hub, declines, is asked again and accepts', async () => {
    await signUp(ines, inesEmail, appUrl(), '/guardian-hub')
    const entry = ines.getByRole('list', { name: 'Invites' }).getByRole('listitem')
    await expect(entry).toContainText(owner.email)
    await expect(entry.getByRole('button', { name: 'Accept' })).toBeDisabled()
    await ines.getByRole('button', { name: 'Create Wallet' }).click()
    await ines.getByLabel('Wallet name').fill('Second Hand')
    await ines.getByRole('button', { name: 'Create a new wallet' }).click()
    await expect(ines.getByText('Wallet Second Hand is already created!')).toBeVisible()
    await openHub(ines)
    await entry.getByRole('button', { name: 'Decline' }).click()
    await expect(ines.getByText('No pending invites.')).toBeVisible()
    await expect(hubLink(ines)).not.toContainText(DOT)
    await expect(row(inesEmail)).toHaveCount(0)
    await invite(owner.page, inesEmail)
    await expect(hubLink(ines)).toContainText(DOT)
    await entry.getByRole('button', { name: 'Accept' }).click()
    await expect(ines.getByText('All Clear')).toBeVisible()
    await openHub(tomas.page)
    await tomas.page.getByRole('button', { name: 'Accept' }).click()
    await expect(tomas.page.getByText('All Clear')).toBeVisible()
    await expect(owner.page.getByText('2 Active, 0 Pending')).toBeVisible()
    await expect(row(tomas.email).getByRole('button', { name: /Resend/ })).toHaveCount(0)
  })

  await test.step('the stepper goes from one to both; what the server does not take is taken back', async () => {
    const stepper = owner.page.getByRole('group', { name: 'Required Approvals' })
    await expect(owner.page.getByText('Select how many Guardians must approve transaction')).toBeVisible()
    await expect(stepper).toContainText('1 out of 2')
    const [minus, plus] = [stepper.getByRole('button').first(), stepper.getByRole('button').last()]
    await expect(minus).toBeDisabled()
    await plus.click()
    await expect(stepper).toContainText('2 out of 2')
    await expect(plus).toBeDisabled()
    await expect(minus).toBeEnabled()
    await expect(owner.page.getByText('If one Guardian is unreachable, transactions wait.')).toBeVisible()
    await shoot(owner.page, 'two-guardians')

    await owner.page.route(/(disable|setup)-approval-flow$/, (route) => route.abort())
    const question = owner.page.getByRole('alertdialog', { name: 'Switch off Guardian approval?' })
    const toggle = owner.page.getByRole('switch', { name: 'Guardian Approval' })
    await toggle.click()
    await question.getByRole('button', { name: 'Keep' }).click()
    await expect(question).toBeHidden()
    await expect(toggle).toBeChecked()
    await toggle.click()
    await expect(question).toContainText('Today2 out of 2 Guardians')
    await question.getByRole('button', { name: 'Switch off' }).click()
    await failure(owner.page)
    await expect(owner.page.getByText('Transactions require Guardians’ approval')).toBeVisible()
    await expect(guardians).toBeVisible()
    await minus.click()
    await failure(owner.page)
    await expect(stepper).toContainText('2 out of 2')
    await owner.page.unroute(/(disable|setup)-approval-flow$/)
  })

  await test.step('a send waits for both, and is mined after the second', async () => {
    await tab(owner.page, 'Activity').click()
    await send(owner.page, '1.5', '2 out of 2')
    await expect(sent(owner.page, '1.50').getByText('Pending approval...')).toBeVisible()
    for (const page of [tomas.page, ines]) {
      await expect(hubLink(page)).toContainText(DOT)
      await expect(tab(page, 'Transaction Approvals')).toContainText(DOT)
    }
    const approve = card(tomas.page, '1.5').getByRole('button', { name: /^Approve/ })
    await tomas.page.route(/sign-approval$/, (route) => route.abort())
    await approve.click()
    await failure(tomas.page)
    await tomas.page.unroute(/sign-approval$/)
    const letGo = await hold(tomas.page, /get-approve-signature-message$/)
    await approve.click()
    await expect(approve).toHaveText('Approved…')
    await expect(approve).toBeDisabled()
    letGo()
    await expect(tomas.page.getByText('Approved. 1 more Guardian must approve.')).toBeVisible()
    await expect(hubLink(tomas.page)).not.toContainText(DOT)
    await sent(owner.page, '1.50').getByRole('button', { name: 'Send Funds' }).click()
    await expect(owner.page.getByRole('dialog', { name: 'Transaction Info' })).toContainText(
      '1 of 2 approved',
    )
    await shoot(owner.page, 'one-of-two')
    await closeInfo(owner.page)
    await card(ines, '1.5').getByRole('button', { name: 'Approve' }).click()
    await expect(ines.getByText('Approved. Sending to blockchain...')).toBeVisible()
    await expect(sent(owner.page, '1.50').getByText(/Pending approval|Sending to blockchain/)).toBeHidden({
      timeout: 30_000,
    })
  })

  const sandbox = await owner.page.context().newPage()
  await test.step('a demo guardian of the sandbox is the third, and a fourth has no place', async () => {
    await sandbox.goto(`${appUrl()}/sandbox`)
    await expect(sandbox.getByLabel('Your wallet').locator('option:checked')).toHaveText('Harbour Fund')
    await sandbox.getByRole('button', { name: 'Invite a demo guardian' }).click()
    await expect(sandbox.getByText(`${owner.email} asks to be guarded`)).toBeVisible()
    if (process.env.SHOTS)
      await sandbox.screenshot({ path: `${process.env.SHOTS}/sandbox.png`, fullPage: true })
    await sandbox
      .getByRole('list', { name: 'Demo guardians' })
      .getByRole('button', { name: 'Approve' })
      .click()
    await expect(sandbox.getByText('Nothing waits.')).toBeVisible()
    // A tab behind another draws once a second.
    await owner.page.bringToFront()
    await tab(owner.page, 'Guardians').click()
    await expect(owner.page.getByText('3 Active, 0 Pending')).toBeVisible()
    await owner.page.getByRole('button', { name: 'Add Guardian' }).click()
    const limit = owner.page.getByRole('dialog', { name: 'Guardian Limit Reached' })
    await expect(limit).toContainText('Remove an existing or pending Guardian to add a new one.')
    await expect(owner.page.getByRole('dialog', { name: 'Invite a Guardian' })).toBeHidden()
    await limit.getByRole('button', { name: 'Close' }).last().click()
    await expect(limit).toBeHidden()
  })

  await test.step('what two of three settle disappears for the third', async () => {
    await tab(owner.page, 'Activity').click()
    await send(owner.page, '0.5', '2 out of 3')
    await expect(card(ines, '0.5')).toBeVisible()
    await card(tomas.page, '0.5').getByRole('button', { name: 'Approve' }).click()
    await expect(tomas.page.getByText('All Clear')).toBeVisible()
    await sandbox.bringToFront()
    await sandbox
      .getByRole('listitem')
      .filter({ hasText: 'sends 0.5 RBNT' })
      .last()
      .getByRole('button', { name: 'Approve' })
      .click()
    await owner.page.bringToFront()
    await expect(ines.getByText('All Clear')).toBeVisible()
    await expect(hubLink(ines)).not.toContainText(DOT)
  })

  await test.step('a removed guardian has no part any more; one decline then leaves too few', async () => {
    await send(owner.page, '0.25', '2 out of 3')
    await expect(card(tomas.page, '0.25')).toBeVisible()
    await tab(owner.page, 'Guardians').click()
    const remove = async () => {
      await row(tomas.email).getByRole('button', { name: 'Remove' }).click()
      const question = owner.page.getByRole('alertdialog', { name: 'Remove Guardian' })
      await expect(question).toContainText("This Guardian won't be able to approve your transactions.")
      await question.getByRole('button', { name: 'Remove' }).click()
      await expect(question).toBeHidden()
    }
    await owner.page.route(/retire$/, (route) => route.abort())
    await remove()
    await failure(owner.page)
    await expect(owner.page.getByText('3 Active, 0 Pending')).toBeVisible()
    await owner.page.unroute(/retire$/)
    const letGo = await hold(owner.page, /retire$/)
    await remove()
    letGo()
    await expect(tomas.page.getByText('All Clear')).toBeVisible()
    await expect(owner.page.getByText('2 Active, 0 Pending')).toBeVisible()
    await card(ines, '0.25').getByRole('button', { name: 'Decline' }).click()
    await expect(ines.getByText('All Clear')).toBeVisible()
    await tab(owner.page, 'Activity').click()
    await sent(owner.page, '0.25').getByRole('button', { name: 'Send Funds' }).click()
    await expect(owner.page.getByRole('dialog', { name: 'Transaction Info' })).toContainText('Rejected')
    await shoot(owner.page, 'rejected')
    await closeInfo(owner.page)
  })

  await test.step('who guarded before approves a new invite in Guarded Wallets', async () => {
    await tab(owner.page, 'Guardians').click()
    await tab(tomas.page, 'Guarded Wallets').click()
    await expect(tomas.page.getByText('No Wallets')).toBeVisible()
    await invite(owner.page, tomas.email)
    const wallets = tomas.page.getByRole('list', { name: 'Guarded Wallets' })
    await wallets.getByRole('button', { name: 'Decline' }).click()
    await expect(tomas.page.getByText('No Wallets')).toBeVisible()
    await expect(row(tomas.email)).toHaveCount(0)
    await invite(owner.page, tomas.email)
    await expect(tab(tomas.page, 'Guarded Wallets')).toContainText(DOT)
    await tab(tomas.page, 'Transaction Approvals').click()
    await expect(tomas.page.getByText('All Clear')).toBeVisible()
    await tomas.page.getByRole('button', { name: '1 invite waits' }).click()
    await expect(tab(tomas.page, 'Guarded Wallets')).toBeFocused()
    await expect(wallets).toContainText('Invite from')
    await expect(wallets).toContainText(owner.email)
    await expect(wallets.getByRole('button', { name: 'Decline' })).toBeVisible()
    await shoot(tomas.page, 'guarded-invite')
    const approve = wallets.getByRole('button', { name: /^Approve/ })
    const letGo = await hold(tomas.page, /invites\/[^/]+\/confirm$/)
    await approve.click()
    await expect(approve).toHaveText('Approved…')
    await expect(approve).toBeDisabled()
    letGo()
    await expect(wallets).toContainText('Harbour Fund')
    await expect(tab(tomas.page, 'Guarded Wallets')).not.toContainText(DOT)
    await expect(owner.page.getByText('3 Active, 0 Pending')).toBeVisible()
  })

  await test.step('the log of all this can be saved and checked by anyone', async () => {
    const download = owner.page.waitForEvent('download')
    const save = owner.page.getByRole('button', { name: 'Export approval log' })
    const [icon, above] = [
      await save.locator('[aria-hidden]').first().boundingBox(),
      await owner.page.getByRole('tablist', { name: 'Wallet' }).boundingBox(),
    ]
    expect(icon?.x).toBe(above?.x)
    await save.click()
    const file = await download
    expect(file.suggestedFilename()).toMatch(/^approval-log-\d+\.json$/)
    const log: unknown = JSON.parse(await readFile(await file.path(), 'utf8'))
    expect(await faultOf(log)).toBeUndefined()
    expect(
      (log as { entries: { type: string }[] }).entries.filter(({ type }) => type === 'signed'),
    ).toHaveLength(2)
  })
})
