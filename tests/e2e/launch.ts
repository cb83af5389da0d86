import type { Page } from 'playwright/test'

/** The window of an installed app: what it is started with again comes to the page, as the system would hand it over. */
export const installed = (page: Page) =>
  page.addInitScript(() => {
    type Consumer = (launch: { targetURL: string }) => void
    const launchQueue = {
      setConsumer(consumer: Consumer) {
        consumer({ targetURL: location.href })
        Object.assign(globalThis, {
          launch: (path: string) => consumer({ targetURL: location.origin + path }),
        })
      },
    }
    Object.defineProperty(globalThis, 'launchQueue', { value: launchQueue })
  })

export const launch = (page: Page, path: string) =>
  page.evaluate((to) => (globalThis as unknown as { launch(path: string): void }).launch(to), path)
