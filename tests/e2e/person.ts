import { randomBytes } from 'node:crypto'
import { expect, type Page } from 'playwright/test'
import { type Authenticator, makeAuthenticator } from './authenticator.ts'
import { secret } from './logs.ts'
import { appUrl, signInCode } from './sandbox.ts'

export const newEmail = (name = 'mara'): string =>
  secret(`${name}-${randomBytes(5).toString('hex')}@lindqvist.example`)

/** From /auth to the code screen; answers the id of the e-mail request. */
export const enterEmail = async (page: Page, email: string, base = appUrl()): Promise<string> => {
  await page.goto(`${base}/auth`)
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Continue with Email' }).click()
  await page.waitForURL(/\/verify\?id=\d{12}/)
  return new URL(page.url()).searchParams.get('id') ?? ''
}

export const enterCode = async (page: Page, code: string): Promise<void> => {
  await page.getByLabel('Code', { exact: true }).fill(code)
  await page.getByRole('button', { name: 'Continue' }).click()
}

/** E-mail and the code from the mailbox. */
export const passEmail = async (page: Page, email: string, base = appUrl()): Promise<void> => {
  const id = await enterEmail(page, email, base)
  await enterCode(page, await signInCode(email, id, base))
}

export interface Person {
  email: string
  authenticator: Authenticator
  backupCodes: string[]
}

/** The whole first sign-in, up to the screen that it lands on: the empty Wallets screen unless an invite waits. */
export const signUp = async (
  page: Page,
  email = newEmail(),
  base = appUrl(),
  landing = '/wallets',
): Promise<Person> => {
  await passEmail(page, email, base)
  await page.waitForURL('**/two-factor/download-app')
  await page.getByRole('button', { name: 'I Have the App, Continue' }).click()
  await page.waitForURL('**/two-factor/setup')
  const authenticator = makeAuthenticator((await page.locator('code').textContent()) ?? '')
  await enterCode(page, authenticator.code())
  await page.waitForURL('**/two-factor/backup-code-generated')
  await expect(page.getByRole('heading', { name: 'New Backup Codes' })).toBeVisible()
  const list = page.getByRole('list', { name: 'Backup codes' }).getByRole('listitem')
  await expect(list).toHaveCount(10)
  const codes = await list.allTextContents()
  await page.getByRole('button', { name: 'I Backed Up Codes' }).click()
  await page.getByRole('button', { name: 'Confirm' }).click()
  await page.waitForURL(`**${landing}`)
  for (const { value } of await page.context().cookies()) secret(value)
  const backupCodes = codes.map((code) => secret(code.replaceAll(/\D/g, '').slice(-8)))
  return { email, authenticator, backupCodes }
}

export const createWallet = async (page: Page, name: string): Promise<void> => {
  await page.getByRole('button', { name: 'New Wallet' }).click()
  await page.getByLabel('Wallet name').fill(name)
  await page.getByRole('button', { name: 'Create a new wallet' }).click()
  await expect(page.getByText(`Wallet ${name} is already created!`)).toBeVisible()
}
