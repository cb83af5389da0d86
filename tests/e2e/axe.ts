import AxeBuilder from '@axe-core/playwright'
import type { Page } from 'playwright/test'

/** What comes, goes or takes other colours has come to its end, within ten seconds. */
export const recoloured = (page: Page): Promise<unknown> =>
  page.evaluate(async () => {
    // A page that is not drawn has no frames.
    const pause = (most: number) => new Promise((done) => setTimeout(done, most))
    const frame = () => Promise.race([new Promise(requestAnimationFrame), pause(1000)])
    const end = performance.now() + 10_000
    await frame()
    await frame()
    for (;;) {
      const changes = document.getAnimations().filter((animation) => animation instanceof CSSTransition)
      // What is about to come or go says so before its transition begins.
      const moving = document.querySelector('[data-transition]')
      if (changes.length === 0 && !moving) return
      if (performance.now() > end)
        throw new Error(
          `Still changing: ${changes.map((it) => it.transitionProperty).join()} ${moving?.outerHTML.slice(0, 200)}`,
        )
      await Promise.race([
        Promise.all(changes.map(({ finished }) => finished.catch(() => undefined))),
        pause(1000),
      ])
      await frame()
    }
  })

/** But for a toast that fades away. What began to change while axe looked is looked at again, once it has ended. */
const run = async (page: Page, make: () => AxeBuilder): Promise<string[]> => {
  const look = async () => {
    const { violations } = await make().exclude('.toast-leave').setLegacyMode(true).analyze()
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`)
  }
  const first = await look()
  if (first.length === 0) return first
  await recoloured(page)
  return await look()
}

/** All that axe finds. */
export const axeFaults = (page: Page): Promise<string[]> => run(page, () => new AxeBuilder({ page }))

/** What another theme alone can make wrong. */
export const contrastFaults = (page: Page): Promise<string[]> =>
  run(page, () => new AxeBuilder({ page }).withRules(['color-contrast']))

/** Everything in the light theme, and in deep tests the contrasts of the dark one; the page is light afterwards. */
export const faultsInBothThemes = async (page: Page): Promise<string[]> => {
  await recoloured(page)
  const light = await axeFaults(page)
  if (!process.env.DEEP) return light
  await page.emulateMedia({ colorScheme: 'dark' })
  await recoloured(page)
  const dark = await contrastFaults(page)
  await page.emulateMedia({ colorScheme: 'light' })
  await recoloured(page)
  return [...light, ...dark.map((fault) => `dark, ${fault}`)]
}
