import { mkdir, rm } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Browser, BrowserContext, Page } from 'playwright/test'
import { axeFaults, contrastFaults, recoloured } from '#tests/e2e/axe.ts'
import { enrol, type Member, type Opened, stateOf } from '#tests/e2e/member.ts'
import { newEmail } from '#tests/e2e/person.ts'
import { appUrl } from '#tests/e2e/sandbox.ts'
import { DESKTOP, PHONE } from '#tests/e2e/signedin.ts'
import { crowded, NARROW, tooWide } from '#tests/e2e/width.ts'
import { makeInterpreter } from './speech.ts'

export const FOLDER = resolve('.cache/pictures')
export const SIZES = { desktop: DESKTOP, phone: PHONE }
export const THEMES = ['light', 'dark'] as const

/** The layout of this size is there, and what was being asked for has come. */
const settled = async (page: Page): Promise<void> => {
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
  await page
    .waitForFunction(() => !document.querySelector('main .late, main .spin'), undefined, { timeout: 5000 })
    .catch(() => undefined)
}

/** Opens pages, keeps their pictures, and goes on when a state cannot be reached. */
export const makeAlbum = async (
  browser: Browser,
  { axe, language, text }: { axe: boolean; language?: string | undefined; text: number },
) => {
  await rm(FOLDER, { recursive: true, force: true })
  await mkdir(FOLDER, { recursive: true })
  const names: string[] = []
  const faults: string[] = []
  const blame = (fault: string) => {
    faults.push(fault)
    console.error(fault)
  }

  const interpreter = makeInterpreter(language, blame)

  const open = async (state?: ReturnType<typeof stateOf>): Promise<BrowserContext> => {
    const context = await browser.newContext({
      viewport: DESKTOP,
      reducedMotion: 'reduce',
      timezoneId: 'UTC',
      locale: 'en-US',
      permissions: ['clipboard-read', 'clipboard-write'],
      ...(state && { storageState: state }),
    })
    context.setDefaultTimeout(40_000)
    // The loader of these files marks functions with their names, also those that a page is to run.
    await context.addInitScript('globalThis.__name = (marked) => marked')
    return context
  }

  /** In both themes, to be judged by axe if asked for. */
  const both = async (page: Page, name: string): Promise<void> => {
    for (const colorScheme of THEMES) {
      await page.emulateMedia({ colorScheme })
      await recoloured(page)
      // A toast closes at the end of its animation, which 'disabled' jumps to.
      const animations = (await page.locator('.Toastify__toast').count()) > 0 ? 'allow' : 'disabled'
      await page.screenshot({ path: `${FOLDER}/${name}-${colorScheme}.png`, animations })
      if (text !== 100 && colorScheme === 'light')
        for (const fault of [...(await crowded(page)), ...(await tooWide(page))]) blame(`${name}: ${fault}`)
      if (!axe) continue
      const found = await (colorScheme === 'light' ? axeFaults : contrastFaults)(page)
      for (const fault of found) blame(`${name}-${colorScheme}: ${fault}`)
    }
  }

  const fits = async (page: Page, name: string): Promise<void> => {
    await page.setViewportSize(NARROW)
    await settled(page)
    for (const wide of await tooWide(page)) blame(`${name} is wider than ${NARROW.width} px: ${wide}`)
  }

  /** Only one page is in front, and what lies behind it may not be drawn: nothing on it comes to its end. */
  let turn: Promise<unknown> = Promise.resolve()

  const take = async (page: Page, name: string, again?: () => Promise<unknown>): Promise<void> => {
    if (names.includes(name)) blame(`${name} is taken twice: the second hides the first.`)
    await page.bringToFront()
    for (const size of ['desktop', 'phone'] as const) {
      if (size === 'phone') {
        await page.setViewportSize(SIZES.phone)
        await again?.()
      }
      await settled(page)
      await interpreter.in(page, name, async () => {
        await settled(page)
        await both(page, `${name}-${size}`)
        if (size === 'phone' && text === 100) await fits(page, name)
      })
    }
    names.push(name)
    await page.setViewportSize(DESKTOP)
    await settled(page)
    await again?.()
  }

  return {
    names,
    faults,
    /** Texts that stayed as they are in English, each with the first state that shows it. */
    same: interpreter.same,
    stranger: async () => (await open()).newPage(),

    /** A page of somebody who is signed in. */
    async signedIn(
      name: string,
      furnish?: (member: Member) => Promise<Opened>,
    ): Promise<Member & { page: Page; wallet: Opened }> {
      const member = await enrol(newEmail(name))
      const wallet = (await furnish?.(member)) ?? { id: '', name: '', address: '' }
      const page = await (await open(stateOf(member))).newPage()
      await page.goto(`${appUrl()}/wallets`)
      return { ...member, page, wallet }
    },

    /** One state in both sizes and themes, to be judged by axe if asked for. `again` brings back what the other layout does not keep. */
    shoot(page: Page, name: string, again?: () => Promise<unknown>): Promise<void> {
      const taken = turn.then(() => take(page, name, again))
      turn = taken.catch(() => undefined)
      return taken
    },

    /** Some states that belong together; what fails is told at the end and stops nothing else. */
    async chapter(title: string, work: () => Promise<unknown>): Promise<void> {
      await work().catch((error: unknown) => {
        blame(`Not reached: ${title}: ${error instanceof Error ? error.message : String(error)}`)
      })
    },
  }
}
export type Album = Awaited<ReturnType<typeof makeAlbum>>
