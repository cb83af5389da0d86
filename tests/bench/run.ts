import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { pino } from 'pino'
import { chromium, type Page } from 'playwright/test'
import { outliveLibraryFaults } from '#server/dapps/program/survive.ts'
import { findBrowser } from '#tests/e2e/browser.ts'
import { createWallet, signUp } from '#tests/e2e/person.ts'
import { faucet, passKyc } from '#tests/e2e/sandbox.ts'
import { startApp } from '#tests/e2e/server.ts'
import { benchBitcoin } from './bitcoin.ts'
import { benchCalls } from './calls.ts'
import { benchDapps } from './dapps.ts'
import { fill } from './fill.ts'
import { benchSigners } from './signers.ts'

/**
 * `npm run bench`: what the built product takes for what people wait for, in a real browser. Build before. Beside each
 * number stands the floor of this machine: the same without the product.
 */
const CHAIN = 'redbelly:testnet'
const DEPOSITS = 20
const SENDS = 60
const AT_ONCE = 4
const ROWS = 10_000
const RECIPIENT = '0x9f3C88a1D4e07b52C1660F2aB93e7c05De8841aB'

const dist = resolve(process.env.DIST_DIR ?? 'dist')
if (!existsSync(`${dist}/server/main.js`))
  throw new Error(`${dist} holds no build: run npm run build before.`)

// The DApps of the bench are clients of WalletConnect, which leaves failures to nobody.
outliveLibraryFaults(pino({ level: 'warn' }))

const table: [what: string, measured: string, floor: string][] = []
const ms = (value: number) => `${Math.round(value)} ms`
const at = (sorted: number[], part: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0
const spread = (values: number[]) => {
  const sorted = [...values].sort((a, b) => a - b)
  return `${ms(at(sorted, 0.5))} median, ${ms(at(sorted, 0.95))} p95`
}

/** From the moment the chain has the deposit until its row is on the screen. */
const deposits = async (page: Page, address: string) => {
  const times: number[] = []
  for (let turn = 1; turn <= DEPOSITS; turn += 1) {
    const row = page.getByText(`+${turn}.00 RBNT`, { exact: true }).first()
    await faucet({ address, blockchain: CHAIN, amount: String(turn) })
    const mined = performance.now()
    await row.waitFor()
    times.push(performance.now() - mined)
  }
  const empty: number[] = []
  for (let turn = 0; turn < DEPOSITS; turn += 1) {
    const from = performance.now()
    await page.evaluate(
      (id) => document.body.append(Object.assign(document.createElement('i'), { id })),
      `n${turn}`,
    )
    await page.locator(`#n${turn}`).waitFor({ state: 'attached' })
    empty.push(performance.now() - from)
  }
  table.push([
    'deposit, from mined to its row',
    spread(times),
    `a row without a chain: ${spread(empty)}; the chain is read once a second`,
  ])
}

/** As a page would post them, until the last one is mined. */
const sends = async (page: Page) => {
  const result = await page.evaluate(
    async ({ count, atOnce, recipient }) => {
      const call = async (path: string, body?: unknown) => {
        const answer = await fetch(`/api/v1/${path}`, {
          ...(body
            ? { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
            : {}),
        })
        return { status: answer.status, body: await answer.json() }
      }
      const wallet = (await call('wallets')).body.items[0].id
      const { items } = (await call(`assets?walletId=${wallet}`)).body
      const asset = items.find(({ symbol }: { symbol: string }) => symbol === 'rbnt').id
      const draft = { amount: '1000000000000000', assetId: asset, description: '', gas: 'normal', recipient }
      const from = performance.now()
      let left = count
      const refused: unknown[] = []
      await Promise.all(
        Array.from({ length: atOnce }, async () => {
          while (left > 0) {
            left -= 1
            const answer = await call(`wallets/${wallet}/transactions/send-evm`, draft)
            if (answer.status !== 201) refused.push(answer.body)
          }
        }),
      )
      const accepted = performance.now() - from
      const done = async () =>
        (await call(`transactions?walletId=${wallet}&direction=outcome&limit=100`)).body.items.filter(
          (item: { status: string }) => item.status === 'success',
        ).length
      while ((await done()) + refused.length < count) await new Promise((next) => setTimeout(next, 250))
      return { accepted, mined: performance.now() - from, refused: refused.length }
    },
    { count: SENDS, atOnce: AT_ONCE, recipient: RECIPIENT },
  )
  const sent = SENDS - result.refused
  const rate = (time: number) => (sent / (time / 1000)).toFixed(1)
  table.push([
    `${SENDS} sends of one wallet, ${AT_ONCE} at once`,
    `${rate(result.accepted)} accepted and ${rate(result.mined)} mined a second, ${result.refused} refused`,
    'no limit by the chain: it mines each at once',
  ])
}

/** Frames later than 1.5 times the usual while something scrolls for two seconds; `reach` is how far, in pixels. */
const scroll = (page: Page) =>
  page.evaluate(async () => {
    const scroller =
      [...document.querySelectorAll('*')].find(
        (node) =>
          node.scrollHeight > node.clientHeight + 5000 &&
          /auto|scroll/.test(getComputedStyle(node).overflowY),
      ) ?? document.documentElement
    const frame = () => new Promise<number>(requestAnimationFrame)
    const begin = await frame()
    let last = begin
    let late = 0
    let all = 0
    while (last - begin < 2000) {
      scroller.scrollTop += 80
      const now = await frame()
      if (now - last > 25) late += Math.round((now - last) / 16.7) - 1
      all += 1
      last = now
    }
    return { late, all: all + late, reach: scroller.scrollTop }
  })

const activity = async (page: Page, url: string) => {
  await fill(page, ROWS)
  await page.context().setOffline(true)
  const from = performance.now()
  await page.goto(`${url}/wallets`)
  const tab = page.getByRole('tab', { name: 'Activity' })
  await tab.waitFor()
  const shown = performance.now()
  await tab.click()
  await page.getByRole('row').nth(5).waitFor()
  const opened = performance.now()
  const frames = await scroll(page)
  if (frames.reach < 1000) throw new Error(`The list scrolled only ${frames.reach} pixels`)
  const blank = await page.context().newPage()
  const before = performance.now()
  await blank.goto('about:blank')
  const empty = performance.now() - before
  await blank.evaluate(() => {
    document.body.innerHTML = '<div style="height:1000000px"></div>'
  })
  const still = await scroll(blank)
  table.push([
    `cold offline start with ${ROWS} stored transactions`,
    ms(shown - from),
    `an empty page: ${ms(empty)}`,
  ])
  table.push([`Activity with ${ROWS} rows, from click to rows`, ms(opened - shown), ''])
  table.push([
    'frames dropped while it scrolls for 2 s',
    `${frames.late} of ${frames.all}`,
    `an empty page: ${still.late} of ${still.all}`,
  ])
}

const app = await startApp({ dist })
process.env.E2E_URL = app.url
const browser = await chromium.launch({
  executablePath: findBrowser(),
  args: ['--no-sandbox', '--disable-gpu'],
})
try {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    permissions: ['clipboard-read', 'clipboard-write'],
  })
  // tsx names functions by a helper that the page does not have.
  await context.addInitScript('globalThis.__name = (named) => named')
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
  await faucet({ address, blockchain: CHAIN, amount: '1000' })
  await page.getByRole('tab', { name: 'Activity' }).click()
  await page
    .getByText(/^\+1(?:\.0K|000\.00) RBNT$/)
    .first()
    .waitFor()
  await deposits(page, address)
  await sends(page)
  await benchDapps({
    page,
    ...{ url: app.url, port: app.port, spread },
    add: (...row) => table.push(row),
  })
  await page.evaluate(() => navigator.serviceWorker.ready)
  await activity(page, app.url)
} finally {
  await browser.close()
  await app.stop()
}
await benchSigners({ spread, add: (...row) => table.push(row) })
table.push(...(await benchBitcoin(spread)))
for (const { what, rate, bare, work, bareWork } of await benchCalls()) {
  table.push([
    `${what} of a signed-in person, on PostgreSQL`,
    `${Math.round(rate)} a second, ${work.toFixed(2)} ms of a core each`,
    `a bare route with one such query: ${Math.round(bare)} a second, ${bareWork.toFixed(2)} ms; ${(rate / bare).toFixed(2)} of it`,
  ])
}
console.log('| what | measured | floor |\n| --- | --- | --- |')
for (const row of table) console.log(`| ${row.join(' | ')} |`)
