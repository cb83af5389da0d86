import { gzipSync } from 'node:zlib'
import { expect, type Page } from 'playwright/test'
import { appUrl } from './sandbox.ts'
import { DESKTOP, PHONE, test } from './signedin.ts'

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

/** A busy mobile line. */
const SLOW = { offline: false, latency: 150, downloadThroughput: 200 * KIB, uploadThroughput: 100 * KIB }

/** What moved by itself since the page began, and how much of what is seen that was. */
const shifts = (page: Page): Promise<{ total: number; moved: string[] }> =>
  page.evaluate(async () => {
    type Shift = PerformanceEntry & {
      value: number
      hadRecentInput: boolean
      sources: { node: Element | null }[]
    }
    const found: Shift[] = []
    const keep = (list: PerformanceObserverEntryList) => void found.push(...(list.getEntries() as Shift[]))
    new PerformanceObserver(keep).observe({ type: 'layout-shift', buffered: true })
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
    const alone = found.filter(({ hadRecentInput }) => !hadRecentInput)
    return {
      total: alone.reduce((sum, { value }) => sum + value, 0),
      moved: alone.map(
        ({ value, sources }) =>
          `${value.toFixed(3)}: ${sources.map(({ node }) => node?.outerHTML?.slice(0, 120)).join(' | ')}`,
      ),
    }
  })

for (const [size, viewport] of [
  ['desktop', DESKTOP],
  ['phone', PHONE],
] as const) {
  test(`a wallet’s screen stands still while it loads (${size})`, async ({ signedIn }) => {
    const { page } = await signedIn({ wallet: 'Harbour Fund', verified: true, viewport, path: '' })
    const session = await page.context().newCDPSession(page)
    await session.send('Network.emulateNetworkConditions', SLOW)
    for (const visit of ['first', 'second']) {
      await page.goto(`${appUrl()}/wallets`)
      await expect(page.getByRole('region', { name: 'Then, if you like' })).toBeVisible()
      await expect(page.getByRole('tab', { name: 'Assets' })).toBeVisible()
      await page.waitForLoadState('networkidle')
      const { total, moved } = await shifts(page)
      expect(total, `${visit} visit\n${moved.join('\n')}`).toBeLessThan(0.05)
    }
  })
}
