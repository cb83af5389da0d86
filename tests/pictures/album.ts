import { mkdir, rm } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Browser, BrowserContext, Page } from 'playwright/test'
import { enrol, type Member, type Opened, stateOf } from '#tests/e2e/member.ts'
import { newEmail } from '#tests/e2e/person.ts'
import { appUrl } from '#tests/e2e/sandbox.ts'
import { DESKTOP, PHONE } from '#tests/e2e/signedin.ts'

export const FOLDER = resolve('.cache/pictures')
export const SIZES = { desktop: DESKTOP, phone: PHONE }
export const THEMES = ['light', 'dark'] as const

/** Opens pages, keeps their pictures, and goes on when a state cannot be reached. */
export const makeAlbum = async (browser: Browser) => {
  await rm(FOLDER, { recursive: true, force: true })
  await mkdir(FOLDER, { recursive: true })
  const names: string[] = []
  const faults: string[] = []

  const open = async (state?: ReturnType<typeof stateOf>): Promise<BrowserContext> => {
    const context = await browser.newContext({
      viewport: DESKTOP,
      reducedMotion: 'reduce',
      timezoneId: 'UTC',
      locale: 'en-US',
      permissions: ['clipboard-read', 'clipboard-write'],
      ...(state && { storageState: state }),
    })
    context.setDefaultTimeout(20_000)
    return context
  }

  return {
    names,
    faults,
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

    /** One state in both sizes and themes. */
    async shoot(page: Page, name: string): Promise<void> {
      names.push(name)
      for (const [size, viewport] of Object.entries(SIZES)) {
        await page.setViewportSize(viewport)
        for (const colorScheme of THEMES) {
          await page.emulateMedia({ colorScheme })
          await page.screenshot({
            path: `${FOLDER}/${name}-${size}-${colorScheme}.png`,
            animations: 'disabled',
          })
        }
      }
      await page.setViewportSize(DESKTOP)
      await page.emulateMedia({ colorScheme: null })
    },

    /** Some states that belong together; what fails is told at the end and stops nothing else. */
    async chapter(title: string, work: () => Promise<unknown>): Promise<void> {
      await work().catch((error: unknown) => {
        faults.push(`${title}: ${error instanceof Error ? error.message : String(error)}`)
      })
    },
  }
}
export type Album = Awaited<ReturnType<typeof makeAlbum>>
