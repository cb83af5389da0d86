import { mkdirSync } from 'node:fs'
import { type Browser, expect, type Page, test } from 'playwright/test'
import { createWallet, newEmail, type Person, signUp } from './person.ts'
import { appUrl, faucet, passKyc } from './sandbox.ts'

const RECIPIENT = '0x9F3C88A1D4e07b52C1660F2AB93e7c05dE8841Ab'
const SHORT = '0x9F3C...41Ab'
const CHAIN = 'redbelly:testnet'
const DESKTOP = { width: 1280, height: 800 }
const PHONE = { width: 375, height: 812 }

type Actor = Person & { page: Page }

const actor = async (browser: Browser, name: string, viewport: typeof DESKTOP): Promise<Actor> => {
  const page = await (await browser.newContext({ viewport })).newPage()
  const person = await signUp(page, newEmail(name))
  await createWallet(page, name === 'mara' ? 'Harbour Fund' : 'Own Wallet')
  return { ...person, page }
}

/** Lets the wallet send, and gives it coins. */
const fund = async (page: Page) => {
  await page.getByRole('list', { name: 'Addresses' }).getByRole('button').first().click()
  await expect(page.getByText('Copied!')).toBeVisible()
  const address = await page.evaluate(() => navigator.clipboard.readText())
  await passKyc(address)
  await expect(page.getByRole('button', { name: 'Send', exact: true })).toBeEnabled()
  await faucet({ address, blockchain: CHAIN, amount: '10' })
  await expect(page.getByText('$ 0.50').first()).toBeVisible()
}

const turnOn = async (page: Page) => {
  await page.getByRole('tab', { name: 'Guardians' }).click()
  await expect(
    page.getByText(
      'Protect your assets by adding up to three Guardians who can approve or deny your transactions.',
    ),
  ).toBeVisible()
  await expect(page.getByText('Transactions process without Guardians’ approval')).toBeVisible()
  await expect(page.getByText('My Guardians')).toBeHidden()
  await page.getByRole('switch', { name: 'Guardian Approval' }).click()
  await expect(page.getByText('Transactions require Guardians’ approval')).toBeVisible()
}

const invite = async (page: Page, email: string) => {
  await page.getByRole('button', { name: 'Add Guardian' }).click()
  const panel = page.getByRole('dialog', { name: 'Invite Guardian' })
  const submit = panel.getByRole('button', { name: 'Send invite' })
  await submit.click()
  await expect(panel.getByText('Member mail is required')).toBeVisible()
  await panel.getByLabel('Email').fill('nobody@')
  await submit.click()
  await expect(panel.getByText('Invalid email format')).toBeVisible()
  await panel.getByLabel('Email').fill(email)
  await submit.click()
  await expect(panel).toBeHidden()
  await expect(page.getByText('Invite Sent')).toBeVisible()
}

const openHub = async (page: Page) => {
  await page
    .getByRole('link', { name: /Guardian Hub/ })
    .first()
    .click()
  await expect(page.getByRole('heading', { name: 'Guardian Hub' })).toBeVisible()
}

const send = async (page: Page, amount: string) => {
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  const form = page.getByRole('dialog', { name: 'Send Funds' })
  await page.getByRole('button', { name: /^Asset:/ }).click()
  await page.getByRole('option', { name: 'RBNT' }).click()
  await form.getByLabel('Wallet address').fill(RECIPIENT)
  await form.getByLabel('Amount', { exact: true }).fill(amount)
  await form.getByRole('button', { name: 'Next' }).click()
  const details = page.getByRole('dialog', { name: 'Transaction Details' })
  await details.getByRole('button', { name: 'Submit' }).click()
  await expect(details).toBeHidden()
  await expect(page.getByText('Waiting for your Guardians')).toBeVisible()
}

const sent = (page: Page, amount: string) => page.getByRole('row').filter({ hasText: `-${amount} RBNT` })

const shoot = async (page: Page, name: string) => {
  const folder = process.env.SHOTS
  if (!folder) return
  mkdirSync(folder, { recursive: true })
  const size = page.viewportSize()
  for (const [width, viewport] of Object.entries({ desktop: DESKTOP, phone: PHONE })) {
    await page.setViewportSize(viewport)
    await page.screenshot({ path: `${folder}/${name}-${width}.png`, fullPage: true })
  }
  if (size) await page.setViewportSize(size)
}

test('an owner sends what a guardian approves, and does not send what he declines', async ({ browser }) => {
  test.setTimeout(300_000)
  const owner = await actor(browser, 'mara', DESKTOP)
  const guardian = await actor(browser, 'tomas', DESKTOP)
  const cards = guardian.page.getByRole('article')

  await test.step('the owner turns approval on and invites a guardian', async () => {
    await fund(owner.page)
    await turnOn(owner.page)
    await expect(owner.page.getByText('No Guardians Yet')).toBeVisible()
    await expect(owner.page.getByText('Add a Guardian to start requiring approvals.')).toBeVisible()
    await invite(owner.page, guardian.email)
    await expect(owner.page.getByText('0 Active, 1 Pending')).toBeVisible()
    await expect(owner.page.getByText('Pending Invite')).toBeVisible()
    await shoot(owner.page, 'invited')
  })

  await test.step('the invited person accepts in the onboarding of the Guardian Hub', async () => {
    await openHub(guardian.page)
    await expect(guardian.page.getByRole('heading', { name: 'Step 1. Create a Wallet' })).toBeVisible()
    await expect(guardian.page.getByRole('heading', { name: 'Step 2. Join as Guardian' })).toBeVisible()
    const entry = guardian.page.getByRole('listitem').filter({ hasText: owner.email })
    await shoot(guardian.page, 'onboarding')
    await entry.getByRole('button', { name: 'Accept' }).click()
    await expect(guardian.page.getByRole('tab', { name: 'Transaction Approvals' })).toBeVisible()
    await expect(guardian.page.getByText('All Clear')).toBeVisible()
    await shoot(guardian.page, 'clear')
    await guardian.page.getByRole('tab', { name: 'Guarded Wallets' }).click()
    const guarded = guardian.page.getByRole('list', { name: 'Guarded Wallets' })
    await expect(guarded).toContainText('Harbour Fund')
    await expect(guarded).toContainText(owner.email)
    await expect(guarded).toContainText('Confirmed')
    await shoot(guardian.page, 'guarded')
    await guardian.page.getByRole('tab', { name: 'Transaction Approvals' }).click()
    await expect(owner.page.getByText('1 Active, 0 Pending')).toBeVisible()
  })

  await test.step('a send waits until the guardian approves it, then is mined', async () => {
    await owner.page.getByRole('tab', { name: 'Activity' }).click()
    await send(owner.page, '1.5')
    await expect(sent(owner.page, '1.50').getByText('Pending approval...')).toBeVisible()
    const card = cards.filter({ hasText: '1.5 RBNT' })
    await expect(card).toContainText(owner.email)
    await expect(card).toContainText(SHORT)
    await expect(card).toContainText(RECIPIENT)
    await expect(card).toContainText('Redbelly Testnet')
    await expect(card).toContainText('Harbour Fund')
    await expect(card).toContainText('First time to this address')
    await shoot(guardian.page, 'approval')
    await card.getByRole('button', { name: 'Approve' }).click()
    await expect(guardian.page.getByText('Approved. Sending to blockchain...')).toBeVisible()
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
    await send(owner.page, '0.75')
    await cards.filter({ hasText: '0.75 RBNT' }).getByRole('button', { name: 'Decline' }).click()
    await expect(guardian.page.getByText('All Clear')).toBeVisible()
    await expect(sent(owner.page, '0.75').getByText('Pending approval...')).toBeHidden()
    await sent(owner.page, '0.75').getByRole('button', { name: 'Send Funds' }).click()
    const info = owner.page.getByRole('dialog', { name: 'Transaction Info' })
    await expect(info.getByText('Rejected').first()).toBeVisible()
    await info.getByRole('button', { name: 'Close' }).last().click()
    await guardian.page.getByText('Past decisions').click()
    const past = guardian.page.getByRole('list', { name: 'Past decisions' })
    await expect(past).toContainText('1.5 RBNT')
    await expect(past).toContainText('0.75 RBNT')
    await shoot(guardian.page, 'past')
  })

  await test.step('the owner cancels what waits', async () => {
    await send(owner.page, '0.25')
    await expect(cards.filter({ hasText: '0.25 RBNT' })).toBeVisible()
    await sent(owner.page, '0.25').getByRole('button', { name: 'Send Funds' }).click()
    const info = owner.page.getByRole('dialog', { name: 'Transaction Info' })
    await expect(info).toContainText('0 of 1 approved')
    await expect(info).toContainText('Waiting')
    await shoot(owner.page, 'waiting')
    await info.getByRole('button', { name: 'Cancel transaction' }).click()
    const question = owner.page.getByRole('alertdialog', { name: 'Cancel transaction?' })
    await expect(question).toContainText('Guardians can no longer approve it. Nothing was sent.')
    await question.getByRole('button', { name: 'Cancel transaction' }).click()
    await expect(info).toContainText('Cancelled')
    await info.getByRole('button', { name: 'Close' }).last().click()
    await expect(guardian.page.getByText('All Clear')).toBeVisible()
  })

  await test.step('a removed guardian guards nothing any more', async () => {
    await owner.page.getByRole('tab', { name: 'Guardians' }).click()
    await owner.page.getByRole('button', { name: 'Remove' }).click()
    const question = owner.page.getByRole('alertdialog', { name: 'Remove Guardian' })
    await expect(question).toContainText("This Guardian won't be able to approve your transactions.")
    await question.getByRole('button', { name: 'Remove' }).click()
    await expect(question).toBeHidden()
    await expect(owner.page.getByText('No Guardians Yet')).toBeVisible()
    await guardian.page.getByRole('tab', { name: 'Guarded Wallets' }).click()
    await expect(guardian.page.getByText('No Wallets')).toBeVisible()
    await expect(guardian.page.getByText("You don't guard any wallets yet.")).toBeVisible()
  })
  expect(owner.page.url()).toContain(appUrl())
})
