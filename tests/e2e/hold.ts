import type { Page } from 'playwright/test'

/** Keeps the next call to this address waiting; answers how to let it go. */
export const hold = async (page: Page, url: RegExp | string): Promise<() => void> => {
  let letGo: () => void = () => undefined
  const gate = new Promise<void>((done) => {
    letGo = done
  })
  await page.route(
    url,
    async (route) => {
      await gate
      await route.continue()
    },
    { times: 1 },
  )
  return () => letGo()
}
