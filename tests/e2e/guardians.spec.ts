import { expect } from 'playwright/test'
import { faultsInBothThemes } from './axe.ts'
import { answersOf, invite, RECIPIENT, SHORT, send, sent, shoot, turnOn } from './guardian.ts'
import { hold } from './hold.ts'
import { reach } from './keyboard.ts'
import { give } from './member.ts'
import { hide, notices, noticesAfter, openNotifications } from './notices.ts'
import { appUrl } from './sandbox.ts'
import { DESKTOP, PHONE, test } from './signedin.ts'

test('an owner sends what a guardian approves, and does not send what he declines', async ({ signedIn }) => {
  const [owner, guardian] = await Promise.all([
    signedIn({ wallet: 'Harbour Fund', coins: '10' }),
    signedIn({ name: 'tomas', wallet: 'Own Wallet' }),
  ])
  const cards = guardian.page.getByRole('article')
  const calls = answersOf(guardian.page)
  const sender = owner.wallet.address

  const protection = (words: string) => owner.page.getByRole('link', { name: words, exact: true })

  await test.step('the owner reads that nobody protects the wallet, and comes to its Guardians by the keyboard', async () => {
    await expect(protection('Unprotected · Add a Guardian')).toBeVisible()
    await reach(owner.page, 'link', 'Unprotected · Add a Guardian')
    await owner.page.keyboard.press('Enter')
    await expect(owner.page.getByRole('tab', { name: 'Guardians' })).toHaveAttribute('aria-selected', 'true')
    await shoot(owner.page, 'unprotected')
  })

  await test.step('the owner turns approval on and invites a guardian', async () => {
    await turnOn(owner.page)
    await expect(protection('Not protected yet · Add a Guardian')).toBeVisible()
    await expect(owner.page.getByText('No Guardians Yet', { exact: true })).toBeVisible()
    await expect(owner.page.getByText('Add a Guardian to start requiring approvals.')).toBeVisible()
    await owner.page.getByRole('button', { name: 'Add Guardian' }).click()
    const panel = owner.page.getByRole('dialog', { name: 'Invite a Guardian' })
    await panel.getByLabel('Email').fill(owner.email.replace('@', '+friend@'))
    await panel.getByRole('button', { name: 'Send invite' }).click()
    await expect(panel).toContainText('This is another spelling of your own address.')
    await panel.getByLabel('Email').fill('')
    await panel.getByRole('button', { name: 'Close' }).click()
    await expect(panel).toBeHidden()
    await invite(owner.page, guardian.email)
    await expect(owner.page.getByText('0 Active, 1 Pending')).toBeVisible()
    await expect(protection('Not protected yet · 1 invited')).toBeVisible()
    await expect(owner.page.getByText('Pending Invite', { exact: true })).toBeVisible()
    const row = owner.page.getByRole('list', { name: 'My Guardians' }).getByRole('listitem')
    await expect(row.getByRole('button', { name: /^Resend/ })).toBeVisible()
    await expect(row.getByRole('button', { name: /^Remove/ })).toBeVisible()
    await shoot(owner.page, 'invited')
  })

  const inbox = guardian.page.getByRole('dialog', { name: 'Waiting for you' })

  await test.step('the invited person finds the invite in the inbox, on a phone in a sheet', async () => {
    const { page } = guardian
    await page.setViewportSize(PHONE)
    const button = page.getByRole('button', { name: 'Inbox, 1 waiting for you' })
    await button.click()
    await expect(inbox).toContainText('Become a Guardian of Harbour Fund')
    await expect(inbox).toContainText(/Expires \d+ [A-Z][a-z]{2}/)
    expect(await faultsInBothThemes(page)).toEqual([])
    await inbox.getByRole('button', { name: 'Close' }).click()
    await expect(inbox).toBeHidden()
    await expect(button).toBeFocused()
    await page.setViewportSize(DESKTOP)
    await reach(page, 'button', 'Inbox, 1 waiting for you')
    await page.keyboard.press('Enter')
    const row = inbox.getByRole('button', { name: `Invite from ${owner.email}` })
    await expect(row).toBeFocused()
    await row.press('Enter')
    await expect(inbox).toBeHidden()
  })

  await test.step('the invited person accepts in the onboarding of the Guardian Hub', async () => {
    await expect(guardian.page.getByRole('heading', { name: 'Guardian Hub' })).toBeVisible()
    await expect(guardian.page.getByRole('heading', { name: 'Step 1. Create a Wallet' })).toBeVisible()
    await expect(guardian.page.getByRole('heading', { name: 'Step 2. Join as Guardian' })).toBeVisible()
    const entry = guardian.page.getByRole('listitem').filter({ hasText: owner.email })
    await shoot(guardian.page, 'onboarding')
    const letGo = await hold(guardian.page, /invites\/[^/]+\/confirm$/)
    await entry.getByRole('button', { name: 'Accept' }).click()
    await expect(entry.getByRole('button', { name: 'Accept' })).toBeDisabled()
    await expect(entry.getByRole('button', { name: 'Decline' })).toBeDisabled()
    letGo()
    await guardian.page.getByRole('tab', { name: 'Transaction Approvals' }).click()
    await expect(guardian.page.getByText('All Clear', { exact: true })).toBeVisible()
    expect(calls.splice(0)).toEqual([
      'get-confirmation-signature-message',
      'sign-invite-confirmation',
      'confirm',
    ])
    await shoot(guardian.page, 'clear')
    await guardian.page.getByRole('tab', { name: 'Guarded Wallets' }).click()
    const guarded = guardian.page.getByRole('list', { name: 'Guarded Wallets' })
    await expect(guarded).toContainText('Harbour Fund')
    await expect(guarded).toContainText(owner.email)
    await expect(guarded).toContainText('Confirmed')
    await shoot(guardian.page, 'guarded')
    const approvals = guardian.page.getByRole('tab', { name: 'Transaction Approvals' })
    await guardian.page.goBack()
    await expect(approvals).toHaveAttribute('aria-selected', 'true')
    await guardian.page.goForward()
    await expect(guarded).toBeVisible()
    await approvals.click()
    await expect(owner.page.getByText('1 Active, 0 Pending')).toBeVisible()
    await expect(protection('Protected · 1 of 1 Guardians must approve')).toBeVisible()
    await expect(
      owner.page.getByRole('status').filter({ has: protection('Protected · 1 of 1 Guardians must approve') }),
    ).toBeVisible()
    await expect(owner.page.getByText('Required Approvals')).toBeHidden()
  })

  await test.step('the owner chooses what he is told of', async () => {
    await openNotifications(owner.page, owner.email)
    const dialog = owner.page.getByRole('dialog', { name: 'Notifications' })
    const kinds = dialog.getByRole('listitem').getByRole('switch')
    const chosen = () =>
      kinds.evaluateAll((all) => all.map((one) => one.getAttribute('aria-checked') === 'true'))
    await expect(kinds).toHaveCount(7)
    await expect.poll(() => chosen()).toEqual([true, true, true, true, false, false, false])
    for (const kind of await kinds.all()) await kind.click()
    await expect.poll(() => chosen()).toEqual([false, false, false, false, true, true, true])
    await dialog.getByRole('button', { name: 'Close' }).click()
    await expect(dialog).toBeHidden()
    await hide(owner.page, true)
    const received = await noticesAfter(owner.page, () => give(owner, owner.wallet, '2'))
    expect(received).toEqual([{ title: 'Money received', body: expect.stringContaining('2 RBNT') }])
    await hide(owner.page, false)
  })

  await test.step('a send waits until the guardian approves it, then is mined', async () => {
    await owner.page.getByRole('tab', { name: 'Activity' }).click()
    await send(owner.page, '1.5', '1 out of 1')
    await expect(sent(owner.page, '1.50').getByText('Pending approval...')).toBeVisible()
    const card = cards.filter({ hasText: '1.5 RBNT' })
    await expect(card).toContainText(owner.email)
    await expect(card).toContainText(`${sender.slice(0, 6)}...${sender.slice(-4)}`)
    await expect(card).toContainText(SHORT)
    await expect(card).toContainText(RECIPIENT)
    await expect(card).toContainText('Redbelly Testnet')
    await expect(card).toContainText('Harbour Fund')
    await expect(card).toContainText('First time to this address')
    await shoot(guardian.page, 'approval')
    await guardian.page.getByRole('link', { name: 'My Wallets' }).first().click()
    await guardian.page.getByRole('button', { name: 'Inbox, 1 waiting for you' }).click()
    const waits = inbox.getByRole('button', { name: /^1\.5 RBNT/ })
    await expect(waits).toContainText(`${owner.email} · Harbour Fund`)
    await waits.click()
    await expect(inbox).toBeHidden()
    await expect(card).toBeFocused()
    await hide(owner.page, true)
    // The toast goes after three seconds, whatever else is looked at meanwhile.
    const toast = guardian.page.getByText('Approved. Sending to blockchain...').waitFor()
    const told = await noticesAfter(owner.page, () => card.getByRole('button', { name: 'Approve' }).click())
    expect(told).toContainEqual({ title: 'Approved, sending', body: '1.5 RBNT · To 0x9F3C...41Ab' })
    await hide(owner.page, false)
    await toast
    expect(calls.splice(0)).toEqual(['get-approve-signature-message', 'sign-approval', 'approve'])
    await expect(guardian.page.getByText('All Clear')).toBeVisible()
    await expect(sent(owner.page, '1.50').getByText(/Pending approval|Sending to blockchain/)).toBeHidden({
      timeout: 30_000,
    })
    await sent(owner.page, '1.50').getByRole('button', { name: 'Send Funds' }).click()
    const info = owner.page.getByRole('dialog', { name: 'Transaction Info' })
    await expect(info).toContainText('Success')
    await expect(info).toContainText('1 of 1 approved')
    await expect(info).toContainText(/Approved \d\d:\d\d/)
    await info.getByRole('button', { name: 'Close' }).last().click()
  })

  await test.step('what the guardian declines is rejected', async () => {
    await send(owner.page, '0.75', '1 out of 1')
    const declined = guardian.page.waitForRequest(/approval-flow\/[^/]+\/reject$/)
    await hide(owner.page, true)
    const told = await noticesAfter(owner.page, () =>
      cards.filter({ hasText: '0.75 RBNT' }).getByRole('button', { name: 'Decline' }).click(),
    )
    expect(told).toContainEqual({
      title: `Declined by ${guardian.email}`,
      body: '0.75 RBNT · To 0x9F3C...41Ab',
    })
    await hide(owner.page, false)
    expect((await declined).postDataJSON()).toEqual({ reason: 'Rejected' })
    await expect(guardian.page.getByText('All Clear')).toBeVisible()
    await expect(sent(owner.page, '0.75').getByText('Pending approval...')).toBeHidden()
    await sent(owner.page, '0.75').getByRole('button', { name: 'Send Funds' }).click()
    const info = owner.page.getByRole('dialog', { name: 'Transaction Info' })
    await expect(info.getByText('Rejected').first()).toBeVisible()
    await expect(info).toContainText(
      'A Guardian declined. Nothing was sent and your balance has not changed.',
    )
    await expect(info).toContainText('FeeNone was paid')
    await expect(info.getByRole('listitem').filter({ hasText: guardian.email })).toContainText(
      /Declined \d\d:\d\d/,
    )
    await shoot(owner.page, 'declined')
    await info.getByRole('button', { name: 'Close' }).last().click()
    await guardian.page.getByText('Past decisions').click()
    const past = guardian.page.getByRole('list', { name: 'Past decisions' })
    await expect(past).toContainText('1.5 RBNT')
    await expect(past).toContainText('0.75 RBNT')
    await past.getByText('0.75 RBNT').first().click()
    await expect(past).toContainText(/YouDeclined \d\d:\d\d/)
    await shoot(guardian.page, 'past')
  })

  await test.step('the owner cancels what waits', async () => {
    await hide(guardian.page, true)
    const asked = await noticesAfter(guardian.page, () => send(owner.page, '0.25', '1 out of 1'))
    expect(asked).toEqual([
      { title: 'New transaction approval', body: 'Click here to approve or decline it.' },
    ])
    await hide(guardian.page, false)
    await expect(cards.filter({ hasText: '0.25 RBNT' })).toBeVisible()
    await sent(owner.page, '0.25').getByRole('button', { name: 'Send Funds' }).click()
    const info = owner.page.getByRole('dialog', { name: 'Transaction Info' })
    await expect(info).toContainText('0 of 1 approved')
    await expect(info).toContainText('Waiting')
    await expect(info).toContainText(/Expires \d{1,2} [A-Z][a-z]{2}, \d\d:\d\d/)
    await shoot(owner.page, 'waiting')
    await info.getByRole('button', { name: 'Cancel transaction' }).click()
    const question = owner.page.getByRole('alertdialog', { name: 'Cancel transaction?' })
    await expect(question).toContainText('Guardians can no longer approve it. Nothing was sent.')
    await question.getByRole('button', { name: 'Keep' }).click()
    await expect(question).toBeHidden()
    await expect(info).toContainText('0 of 1 approved')
    await info.getByRole('button', { name: 'Cancel transaction' }).click()
    await question.getByRole('button', { name: 'Cancel transaction' }).click()
    await expect(info).toContainText('Cancelled')
    await info.getByRole('button', { name: 'Close' }).last().click()
    await expect(guardian.page.getByText('All Clear')).toBeVisible()
    await expect.poll(() => notices(guardian.page)).toEqual([])
  })

  await test.step('a removed guardian guards nothing any more', async () => {
    await owner.page.getByRole('tab', { name: 'Guardians' }).click()
    await owner.page.getByRole('button', { name: 'Remove' }).click()
    const question = owner.page.getByRole('alertdialog', { name: 'Remove Guardian' })
    await expect(question).toContainText("This Guardian won't be able to approve your transactions.")
    await question.getByRole('button', { name: 'Cancel' }).click()
    await expect(question).toBeHidden()
    await expect(owner.page.getByText('1 Active, 0 Pending')).toBeVisible()
    await owner.page.getByRole('button', { name: 'Remove' }).click()
    await question.getByRole('button', { name: 'Remove' }).click()
    await expect(question).toBeHidden()
    await expect(owner.page.getByText('No Guardians Yet')).toBeVisible()
    await expect(protection('Not protected yet · Add a Guardian')).toBeVisible()
    await guardian.page.getByRole('tab', { name: 'Guarded Wallets' }).click()
    await expect(guardian.page.getByText('No Wallets', { exact: true })).toBeVisible()
    await expect(guardian.page.getByText("You don't guard any wallets yet.", { exact: true })).toBeVisible()
  })

  await test.step('a test says that notifications work', async () => {
    await openNotifications(owner.page, owner.email)
    const dialog = owner.page.getByRole('dialog', { name: 'Notifications' })
    const shown = await noticesAfter(owner.page, () =>
      dialog.getByRole('button', { name: 'Send a test' }).click(),
    )
    expect(shown).toContainEqual({ title: 'Countersign', body: 'Notifications work.' })
    const push = dialog.getByRole('switch', { name: 'Push' })
    await expect(push).not.toBeChecked()
    await push.click()
    await expect(
      dialog.getByRole('status').filter({ hasText: 'Push is not available in this browser.' }),
    ).toBeVisible()
    await expect(push).not.toBeChecked()
    await dialog.getByRole('button', { name: 'Close' }).click()
    await expect(dialog).toBeHidden()
  })
  expect(owner.page.url()).toContain(appUrl())
})
