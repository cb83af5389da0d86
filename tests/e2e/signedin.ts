import { test as base, type Page } from 'playwright/test'
import { keepCensus, takeCensus } from './census.ts'
import { enrol, give, type Member, type Opened, openWallet, stateOf, verify } from './member.ts'
import { newEmail } from './person.ts'
import { expectNoReports, takeReports } from './reports.ts'
import { appUrl } from './sandbox.ts'

interface Options {
  /** First part of the e-mail address, or all of it. */
  name?: string
  /** Name of a wallet to begin with. */
  wallet?: string
  /** Coins of the local chain for it: such a wallet may send. */
  coins?: string
  /** The same without any coins. */
  verified?: boolean
  viewport?: { width: number; height: number }
  /** Path to open; '' leaves the page empty. */
  path?: string
  /** Another server than that of all. */
  base?: string
}

export interface SignedIn extends Member {
  page: Page
  /** The wallet asked for; its members are '' without one. */
  wallet: Opened
}

export type SignIn = (options?: Options) => Promise<SignedIn>

export const DESKTOP = { width: 1280, height: 800 }
export const PHONE = { width: 375, height: 812 }

/**
 * `signedIn(options)` answers a new person, signed up and signed in without a screen, on a page of a browser of his own:
 * `const { page, wallet } = await signedIn({ wallet: 'Harbour Fund', coins: '10' })`.
 */
export const test = base.extend<{ signedIn: SignIn; policed: null }>({
  browser: [
    async ({ browser }, use) => {
      const open = browser.newContext.bind(browser)
      browser.newContext = async (options) => {
        const context = await open(options)
        await takeCensus(context)
        await takeReports(context)
        return context
      }
      await use(browser)
      keepCensus()
    },
    { scope: 'worker' },
  ],
  /** Of every test: nothing that it does is stopped by the policy of its pages. */
  policed: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from its first parameter
    async ({}, use) => {
      await use(null)
      expectNoReports()
    },
    { auto: true },
  ],
  signedIn: async ({ browser }, use) => {
    const open: Page[] = []
    await use(async (options = {}) => {
      const { name, wallet: named, coins, verified, viewport = DESKTOP, path = '/wallets' } = options
      const member = await enrol(name?.includes('@') ? name : newEmail(name), options.base)
      let wallet: Opened = { id: '', name: '', address: '' }
      if (named) {
        wallet = await openWallet(member, named)
        await Promise.all([
          (verified || coins) && verify(member, wallet),
          coins && give(member, wallet, coins),
        ])
      }
      const page = await (await browser.newContext({ viewport, storageState: stateOf(member) })).newPage()
      open.push(page)
      if (path) await page.goto(`${options.base ?? appUrl()}${path}`)
      return { ...member, page, wallet }
    })
    await Promise.all(open.map((page) => page.context().close()))
  },
})
