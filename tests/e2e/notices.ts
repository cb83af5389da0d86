import type { Page } from 'playwright/test'

/** What the page says of itself; the browser goes on drawing it. */
export const hide = (page: Page, hidden: boolean) =>
  page.evaluate((now) => {
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => now })
    Object.defineProperty(document, 'visibilityState', {
      configurable: true,
      get: () => (now ? 'hidden' : 'visible'),
    })
    document.dispatchEvent(new Event('visibilitychange'))
  }, hidden)

/** The notifications that the worker shows. */
export const notices = (page: Page) =>
  page.evaluate(async () => {
    const { getNotifications } = ServiceWorkerRegistration.prototype
    const shown = await getNotifications.call(await navigator.serviceWorker.ready)
    return shown.map(({ title, body }) => ({ title, body }))
  })

/** The notifications that there are once the worker has shown another one. */
export const noticesAfter = async (page: Page, act: () => Promise<void>) => {
  const told = await page.evaluateHandle(() => ({
    shown: new Promise<void>((done) =>
      navigator.serviceWorker.addEventListener('message', ({ data }) => {
        if (data.type === 'notice:shown') done()
      }),
    ),
  }))
  await act()
  await told.evaluate(({ shown }) => shown)
  return notices(page)
}

/** The dialog of the account menu. */
export const openNotifications = async (page: Page, email: string) => {
  await page.getByRole('button', { name: email }).click()
  await page.getByRole('menuitem', { name: 'Notifications' }).click()
}
