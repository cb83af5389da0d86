import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright/test'
import { findBrowser } from '#tests/e2e/browser.ts'
import { createWallet, signUp } from '#tests/e2e/person.ts'
import { faucet, passKyc } from '#tests/e2e/sandbox.ts'
import { startApp } from '#tests/e2e/server.ts'
import { startBare } from './bare.ts'
import { fill } from './fill.ts'
import { judge } from './lighthouse.ts'

/**
 * `npm run bench:page`: what the built product costs the browser, beside a bare React page that is measured in turn with
 * it. Build before.
 */
const RUNS = 15
const ROWS = 1_000
const MIB = 1024 * 1024

const dist = resolve(process.env.DIST_DIR ?? 'dist')
if (!existsSync(`${dist}/server/main.js`))
  throw new Error(`${dist} holds no build: run npm run build before.`)

interface Cold {
  /** Milliseconds of a core that the page's thread works until the network rests. */
  cpu: number
  /** Milliseconds from the start of the navigation. */
  paint: number
  /** Bytes of living objects after a collection. */
  heap: number
}

/** One visit of a browser that has nothing of the page yet. */
const cold = async (context: BrowserContext, url: string): Promise<Cold> => {
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  await page.goto(url, { waitUntil: 'networkidle' })
  const { metrics } = await session.send('Performance.getMetrics')
  const seconds = metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN
  const paint = await page.evaluate(
    () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
  )
  await session.send('HeapProfiler.collectGarbage')
  const { usedSize } = await session.send('Runtime.getHeapUsage')
  return { cpu: seconds * 1000, paint, heap: usedSize }
}

const coldIn = async (
  browser: Browser,
  url: string,
  state?: Awaited<ReturnType<BrowserContext['storageState']>>,
): Promise<Cold> => {
  const context = await browser.newContext({ storageState: state })
  try {
    return await cold(context, url)
  } finally {
    await context.close()
  }
}

/** From the start of the navigation to the frame after `text` stands in the page. */
const reopened = async (context: BrowserContext, url: string, text: string): Promise<number> => {
  const page = await context.newPage()
  try {
    await page.addInitScript((wanted) => {
      const look = () => {
        if (!document.body?.textContent.includes(wanted)) return requestAnimationFrame(look)
        return requestAnimationFrame(() => Object.assign(globalThis, { paintedAt: performance.now() }))
      }
      look()
    }, text)
    await page.goto(url, { waitUntil: 'commit' })
    const painted = await page.waitForFunction(() => Reflect.get(globalThis, 'paintedAt') as number)
    return (await painted.jsonValue()) as number
  } finally {
    await page.close()
  }
}

const median = (values: readonly number[]) =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN

/** `first` and `second` in turn, after one of each that does not count. */
const inTurn = async <T>(first: () => Promise<T>, second: () => Promise<T>): Promise<[T[], T[]]> => {
  const ours: T[] = []
  const floor: T[] = []
  for (let turn = 0; turn <= RUNS; turn += 1) {
    const pair = [await first(), await second()] as const
    if (turn === 0) continue
    ours.push(pair[0])
    floor.push(pair[1])
  }
  return [ours, floor]
}

const ms = (value: number) => `${Math.round(value)} ms`
const mib = (value: number) => `${(value / MIB).toFixed(1)} MiB`

const table: [page: string, metric: string, ours: string, floor: string, ratio: string][] = []
const add = (
  page: string,
  metric: string,
  unit: (value: number) => string,
  ours: number[],
  floor: number[],
) => {
  const [a, b] = [median(ours), median(floor)]
  const row = [page, metric, unit(a), unit(b), (a / b).toFixed(2)] as const
  console.log(row.join(', '))
  table.push([...row])
}
const addCold = (page: string, ours: Cold[], floor: Cold[]) => {
  const pick = (key: keyof Cold) => [ours.map((run) => run[key]), floor.map((run) => run[key])] as const
  add(page, 'CPU', ms, ...pick('cpu'))
  add(page, 'first contentful paint', ms, ...pick('paint'))
  add(page, 'heap', mib, ...pick('heap'))
}

/** Somebody with a wallet and a deposit, whose page has stored both and can be opened without a network. */
const settle = async (context: BrowserContext): Promise<Page> => {
  const page = await context.newPage()
  await signUp(page)
  await createWallet(page, 'Harbour Fund')
  const address = await page.evaluate(async () => {
    for (;;) {
      const { items } = await (await fetch('/api/v1/wallets')).json()
      const found = items[0].accounts[0]?.address
      if (found !== undefined) return found as string
      await new Promise(requestAnimationFrame)
    }
  })
  await passKyc(address)
  await faucet({ address, blockchain: 'redbelly:testnet', amount: '1000' })
  await page.getByRole('tab', { name: 'Activity' }).click()
  await page
    .getByText(/^\+1(?:\.0K|000\.00) RBNT$/)
    .first()
    .waitFor()
  await page.evaluate(() => navigator.serviceWorker.ready)
  return page
}

const launch = { executablePath: findBrowser(), args: ['--no-sandbox', '--disable-gpu'] }

/** On the disk, as what somebody's browser keeps; a private window would hold it in memory. */
const profile = mkdtempSync(join(tmpdir(), 'countersign-'))

/** A browser that keeps what it stores. */
const open = async (): Promise<BrowserContext> => {
  const context = await chromium.launchPersistentContext(profile, {
    ...launch,
    viewport: { width: 1280, height: 800 },
  })
  // tsx names functions by a helper that the page does not have.
  await context.addInitScript('globalThis.__name = (named) => named')
  return context
}

const app = await startApp({ dist })
const bare = await startBare()
process.env.E2E_URL = app.url
const browser = await chromium.launch(launch)
const context = await open()
try {
  addCold(
    '/auth, cold',
    ...(await inTurn(
      () => coldIn(browser, `${app.url}/auth`),
      () => coldIn(browser, bare.url),
    )),
  )

  const page = await settle(context)
  const state = await context.storageState()
  addCold(
    '/wallets, cold',
    ...(await inTurn(
      () => coldIn(browser, `${app.url}/wallets`, state),
      () => coldIn(browser, bare.url),
    )),
  )

  const first = await context.newPage()
  await first.goto(`${bare.url}/worker.html`)
  await first.evaluate(() => navigator.serviceWorker.ready)
  await fill(page, ROWS)
  await page.close()
  await first.close()
  await context.setOffline(true)
  const again = () => reopened(context, `${bare.url}/worker.html`, 'A page made with React.')
  for (const [path, text] of [
    ['/wallets', 'RBNT'],
    ['/wallets?tab=activity', '+1.0K'],
  ] as const) {
    const [ours, floor] = await inTurn(() => reopened(context, app.url + path, text), again)
    add(`${path}, without a network, ${ROWS} transactions`, 'data painted', ms, ours, floor)
  }
} finally {
  await context.close()
  await browser.close()
  bare.stop()
  rmSync(profile, { recursive: true })
}
try {
  for (const { what, score } of await judge(`${app.url}/auth`))
    table.push(['/auth, Lighthouse mobile', what, String(score), '', ''])
} finally {
  await app.stop()
}
console.log('| page | metric | ours | bare React page | ratio |\n| --- | --- | --- | --- | --- |')
for (const row of table) console.log(`| ${row.join(' | ')} |`)
