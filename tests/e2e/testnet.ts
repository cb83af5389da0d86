import { expect, type Locator, type Page } from 'playwright/test'

/** Asks the TestNet page for a fresh link, as its own field shows it. */
export const freshLink = async (testnet: Page): Promise<string> => {
  await testnet.getByRole('button', { name: 'Connect Wallet' }).click()
  const link = testnet.getByRole('textbox', { name: 'Link' })
  await expect(link).toHaveValue(/^wc:/)
  return link.inputValue()
}

/** What the TestNet page says of itself. */
export const state = (testnet: Page): Locator => testnet.locator('#status')

/** One of its forms, with the result under it. */
export const ask = (testnet: Page, name: string): Locator =>
  testnet.locator('section').filter({ has: testnet.getByRole('heading', { name, exact: true }) })

/** The button of a form that is not waiting for the wallet: until then it asks for nothing more. */
export const idle = async (testnet: Page, name: string): Promise<Locator> => {
  const button = ask(testnet, name).getByRole('button')
  await expect(button).not.toHaveAttribute('aria-busy', 'true')
  return button
}

export const press = async (testnet: Page, name: string): Promise<void> => (await idle(testnet, name)).click()

/** Pastes a link in the wallet, and answers the proposal that comes of it. */
export const pasteLink = async (page: Page, link: string): Promise<Locator> => {
  await page.getByRole('button', { name: 'Connect to...' }).click()
  const dialog = page.getByRole('dialog', { name: 'Connect to...' })
  await dialog.getByLabel('Link').fill(link)
  await dialog.getByRole('button', { name: 'Connect', exact: true }).click()
  await expect(dialog).toBeHidden()
  const proposal = page.getByRole('dialog', { name: 'Countersign TestNet wants to connect' })
  await expect(proposal).toBeVisible()
  return proposal
}

export const connectTestnet = async (page: Page, testnet: Page): Promise<void> => {
  const proposal = await pasteLink(page, await freshLink(testnet))
  await proposal.getByRole('button', { name: 'Approve' }).click()
  await expect(proposal).toBeHidden()
  await expect(state(testnet)).toHaveText('The wallet is connected.')
}
