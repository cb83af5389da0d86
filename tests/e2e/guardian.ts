import { mkdirSync } from 'node:fs'
import { expect, type Locator, type Page } from 'playwright/test'
import { hold } from './hold.ts'
import { secret } from './logs.ts'
import { DESKTOP, PHONE } from './signedin.ts'

export const RECIPIENT = '0x9F3C88A1D4e07b52C1660F2AB93e7c05dE8841Ab'
export const SHORT = '0x9F3C...41Ab'

/** The last words of the calls about single invites and approvals, in the order in which they are made. */
export const answersOf = (page: Page): string[] => {
  const calls: string[] = []
  page.on('request', (request) => {
    const [, call] =
      /\/(?:invites|approval-flow)\/[^/]+\/([^/]+)$/.exec(new URL(request.url()).pathname) ?? []
    if (call) calls.push(call)
  })
  return calls
}

export const turnOn = async (page: Page) => {
  await page.getByRole('tab', { name: 'Guardians' }).click()
  await expect(
    page.getByText(
      'Protect your assets by adding up to three Guardians who can approve or deny your transactions.',
    ),
  ).toBeVisible()
  await expect(page.getByText('Transactions process without Guardians’ approval')).toBeVisible()
  await expect(page.getByText('My Guardians')).toBeHidden()
  const toggle = page.getByRole('switch', { name: 'Guardian Approval' })
  const letGo = await hold(page, /enable-approval-flow$/)
  await toggle.click()
  await expect(page.getByText('Transactions require Guardians’ approval')).toBeVisible()
  await expect(toggle).toBeDisabled()
  letGo()
  await expect(toggle).toBeEnabled()
}

export const invite = async (page: Page, email: string) => {
  await page.getByRole('button', { name: 'Add Guardian' }).click()
  const panel = page.getByRole('dialog', { name: 'Invite a Guardian' })
  const submit = panel.getByRole('button', { name: 'Send invite' })
  await submit.click()
  await expect(panel.getByText('Member mail is required')).toBeVisible()
  await panel.getByLabel('Email').fill('nobody@')
  await submit.click()
  await expect(panel.getByText('Invalid email format')).toBeVisible()
  await panel.getByLabel('Email').fill(email)
  const letGo = await hold(page, /invite-approver$/)
  await submit.click()
  await expect(panel.getByRole('button', { name: 'Sending an Invite…' })).toBeDisabled()
  letGo()
  await expect(page.getByText('Invite Sent')).toBeVisible()
  await expect(panel).toBeHidden()
}

export const openHub = async (page: Page) => {
  await page
    .getByRole('link', { name: /Guardian Hub/ })
    .first()
    .click()
  await expect(page.getByRole('heading', { name: 'Guardian Hub' })).toBeVisible()
}

/** `rule`: what the confirmation says of guardians. */
export const send = async (page: Page, amount: string, rule: string) => {
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  const form = page.getByRole('dialog', { name: 'Send Funds' })
  await page.getByRole('button', { name: /^Asset:/ }).click()
  await page.getByRole('option', { name: 'RBNT' }).click()
  await form.getByLabel('Wallet address').fill(RECIPIENT)
  await form.getByLabel('Amount', { exact: true }).fill(amount)
  await form.getByRole('button', { name: 'Next' }).click()
  const details = page.getByRole('dialog', { name: 'Transaction Details' })
  await expect(details).toContainText(`You sign first. It is sent after ${rule} Guardians approve.`)
  await shoot(page, `confirm-${amount}`)
  // It is written to the disk several times before it is answered: a busy one is waited for, not measured.
  const answered = page.waitForResponse(/\/transactions\/send-evm$/)
  // The toast goes after three seconds, whatever else is looked at meanwhile.
  const told = page.getByText('Waiting for your Guardians').waitFor()
  await details.getByRole('button', { name: 'Submit' }).click()
  const [posted] = await Promise.all([answered, told])
  secret((posted.request().postDataJSON() as { amount: string }).amount)
  await expect(details).toBeHidden()
  await expect(sent(page, amount).first()).toHaveAttribute('aria-current', 'true')
}

/** The row of what was sent: it shows two decimals at least. */
export const sent = (page: Page, amount: string) =>
  page.getByRole('row').filter({ hasText: `-${amount.replace(/\.(\d)$/, '.$10')} RBNT` })

export const shoot = async (page: Page, name: string) => {
  const folder = process.env.SHOTS
  if (!folder) return
  mkdirSync(folder, { recursive: true })
  const size = page.viewportSize()
  for (const [width, viewport] of Object.entries({ desktop: DESKTOP, phone: PHONE })) {
    await page.setViewportSize(viewport)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await page.screenshot({ path: `${folder}/${name}-${width}-${colorScheme}.png`, fullPage: true })
    }
    await page.emulateMedia({ colorScheme: null })
  }
  if (size) await page.setViewportSize(size)
}

/** The card of a transaction that waits for this person. */
export const card = (page: Page, amount: string): Locator =>
  page.getByRole('article').filter({ hasText: `${amount} RBNT` })
