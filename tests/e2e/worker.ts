import { expect, type Page } from 'playwright/test'

/**
 * Waits until the service worker has kept every file of its release and controls the page. What the page asks for in the
 * moment in which that begins may pass by `page.route`.
 */
export const controlled = (page: Page) =>
  expect
    .poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null), { timeout: 60_000 })
    .toBe(true)
