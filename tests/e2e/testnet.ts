import {
  type Browser,
  type BrowserContext,
  expect,
  type Locator,
  type Page,
  type Request,
} from 'playwright/test'
import { hold } from './hold.ts'
import { appUrl } from './sandbox.ts'

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
  // In the header, and in the step once the TestNet was opened.
  await page.getByRole('button', { name: 'Connect to...' }).first().click()
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

export const testnetUrl = (base = appUrl()): string => `http://127.0.0.1:${Number(new URL(base).port) + 1}`

/** The TestNet page, in a browser of its own: tabs behind others draw once a second. */
export const openTestnet = async (browser: Browser, base = appUrl()): Promise<Page> => {
  const testnet = await (await browser.newContext()).newPage()
  await testnet.goto(testnetUrl(base))
  return testnet
}

/** While one answer is under way it says so, and neither can be given. */
export const answer = async (
  dialog: Locator,
  path: string,
  [name, working]: [string, string],
  other: string,
): Promise<void> => {
  const release = await hold(dialog.page(), path)
  await dialog.getByRole('button', { name, exact: true }).click()
  await expect(dialog.getByRole('button', { name: working, exact: true })).toBeDisabled()
  await expect(dialog.getByRole('button', { name: other, exact: true })).toBeDisabled()
  release()
  await expect(dialog).toBeHidden()
}

export const dialogs = (page: Page) => ({
  proposal: page.getByRole('dialog', { name: 'Countersign TestNet wants to connect' }),
  sign: page.getByRole('dialog', { name: 'Personal sign' }),
  send: page.getByRole('dialog', { name: 'Send transaction' }),
})

export const tab = (page: Page, name: string): Promise<void> => page.getByRole('tab', { name }).click()

export const row = (page: Page, text: string | RegExp): Locator =>
  page.getByRole('row').filter({ hasText: text })

/** The status of a row is written in its colour: green, yellow or red. */
export const colored = (line: Locator, status: string, tone: 'ok' | 'warn' | 'bad'): Promise<void> =>
  expect(line.getByText(status, { exact: true })).toHaveClass(new RegExp(`\\btext-${tone}\\b`))

/** What these browsers ask of other machines. */
export const outsideOf = (...contexts: BrowserContext[]): string[] => {
  const outside: string[] = []
  const note = (request: Request) => {
    const { hostname, protocol } = new URL(request.url())
    if (protocol.startsWith('http') && !['localhost', '127.0.0.1'].includes(hostname))
      outside.push(request.url())
  }
  for (const context of contexts) context.on('request', note)
  return outside
}
