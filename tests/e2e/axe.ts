import AxeBuilder from '@axe-core/playwright'
import type { Page } from 'playwright/test'

/** But for a toast that fades away. */
const run = async (axe: AxeBuilder): Promise<string[]> => {
  const { violations } = await axe.exclude('.toast-leave').setLegacyMode(true).analyze()
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`)
}

/** All that axe finds. */
export const axeFaults = (page: Page): Promise<string[]> => run(new AxeBuilder({ page }))

/** What another theme alone can make wrong. */
export const contrastFaults = (page: Page): Promise<string[]> =>
  run(new AxeBuilder({ page }).withRules(['color-contrast']))

/** What comes, goes or takes other colours has come to its end. */
export const recoloured = (page: Page): Promise<unknown> =>
  page.evaluate(async () => {
    const frame = () => new Promise(requestAnimationFrame)
    await frame()
    await frame()
    for (;;) {
      const changes = document.getAnimations().filter((animation) => animation instanceof CSSTransition)
      // What is about to come or go says so before its transition begins.
      if (changes.length === 0 && !document.querySelector('[data-transition]')) return
      await Promise.all(changes.map(({ finished }) => finished.catch(() => undefined)))
      await frame()
    }
  })

/** Everything in the light theme, and the contrasts of the dark one; the page is light again afterwards. */
export const faultsInBothThemes = async (page: Page): Promise<string[]> => {
  await recoloured(page)
  const light = await axeFaults(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  await recoloured(page)
  const dark = await contrastFaults(page)
  await page.emulateMedia({ colorScheme: 'light' })
  await recoloured(page)
  return [...light, ...dark.map((fault) => `dark, ${fault}`)]
}
