import { gzipSync } from 'node:zlib'
import { expect, type Page } from 'playwright/test'
import { appUrl } from './sandbox.ts'
import { test } from './signedin.ts'

const KIB = 1024

/** Bytes of JavaScript and CSS, gzipped, that a cold visit loads until the network rests. */
const coldSize = async (page: Page, path: string) => {
  const sizes = new Map<string, number>()
  const bodies: Promise<void>[] = []
  page.on('response', (response) => {
    const url = new URL(response.url())
    // The worker caches the shell for the next visit; that is not what this one waits for.
    if (!/\.(js|css)$/.test(url.pathname) || response.request().serviceWorker()) return
    bodies.push(
      response.body().then((body) => {
        sizes.set(url.pathname, gzipSync(body, { level: 9 }).length)
      }),
    )
  })
  await page.goto(`${appUrl()}${path}`)
  await page.waitForLoadState('networkidle')
  await Promise.all(bodies)
  return {
    total: [...sizes.values()].reduce((sum, size) => sum + size, 0),
    files: [...sizes].map(([file, size]) => `${size} ${file}`),
  }
}

test('the first screen weighs at most 96 KiB, and the first paint of all shows something', async ({
  browser,
}) => {
  const context = await browser.newContext()
  const page = await context.newPage()
  const { total, files } = await coldSize(page, '/auth')
  const [first, contentful] = await page.evaluate(() =>
    ['first-paint', 'first-contentful-paint'].map((name) => performance.getEntriesByName(name)[0]?.startTime),
  )
  expect(contentful).toBe(first)
  expect(total, files.join('\n')).toBeLessThanOrEqual(96 * KIB)
  expect(total).toBeGreaterThan(50 * KIB)
  await context.close()
})

test('the wallets screen weighs at most 182 KiB', async ({ signedIn }) => {
  // A session in a browser that has cached nothing yet.
  const { page } = await signedIn({ path: '' })
  const { total, files } = await coldSize(page, '/wallets')
  await expect(page.getByRole('heading', { name: 'No wallets' })).toBeVisible()
  expect(total, files.join('\n')).toBeLessThanOrEqual(182 * KIB)
})
