import type { Page, Route } from 'playwright/test'

/** Keeps the next call to this address waiting, then answers it; answers how to let it go. */
export const hold = async (
  page: Page,
  url: RegExp | string,
  answer = (route: Route): Promise<void> => route.continue(),
): Promise<() => void> => {
  let letGo: () => void = () => undefined
  const gate = new Promise<void>((done) => {
    letGo = done
  })
  await page.route(
    url,
    async (route) => {
      await gate
      await answer(route)
    },
    { times: 1 },
  )
  return () => letGo()
}
