import { existsSync } from 'node:fs'
import { cp } from 'node:fs/promises'
import { resolve } from 'node:path'
import { chromium } from 'playwright/test'
import { findBrowser } from '#tests/e2e/browser.ts'
import { startApp } from '#tests/e2e/server.ts'
import { FOLDER, makeAlbum } from './album.ts'
import { bitcoin } from './bitcoin.ts'
import { holdings } from './holdings.ts'
import { installed } from './installed.ts'
import { others } from './others.ts'
import { people } from './people.ts'
import { rare } from './rare.ts'
import { settings } from './settings.ts'
import { makeSheets } from './sheet.ts'
import { states } from './states.ts'
import { OPERATIONS_SECRET, wallets } from './wallets.ts'
import { wayIn } from './way-in.ts'

/**
 * `npm run pictures`: every screen and state of the built product at two widths in both themes, in .cache/pictures.
 * Build before. `--holdings` takes those of what wallets hold alone, `--settings`, `--people`,
 * `--bitcoin` and `--states` those of these.
 * `--axe` has axe judge each of them; `--sheets` also puts the four variants of each side by side; `--screenshots` takes the
 * README's and the manifest's again.
 */
const built = resolve(process.env.DIST_DIR ?? 'dist')
if (!existsSync(`${built}/server/main.js`))
  throw new Error(`${built} holds no build: run npm run build before.`)
// A copy, because one picture needs a second version.
const dist = resolve('.cache/pictures-dist')
await cp(built, dist, { recursive: true, force: true })

const options = process.argv.slice(2)
const app = await startApp({ dist, env: { OPERATIONS_WEBHOOK_SECRETS: OPERATIONS_SECRET } })
process.env.E2E_URL = app.url
const browser = await chromium.launch({
  executablePath: findBrowser(),
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
})
const started = Date.now()
const album = await makeAlbum(browser, { axe: options.includes('--axe') })
try {
  if (options.includes('--holdings')) await holdings(album)
  else if (options.includes('--settings')) await settings(album)
  else if (options.includes('--people')) await people(album)
  else if (options.includes('--bitcoin')) await bitcoin(album)
  else if (options.includes('--states')) await states(album)
  else
    await Promise.all([
      wayIn(album)
        .then(() => others(album))
        .then(() => rare(album))
        .then(() => people(album))
        .then(() => states(album))
        .then(() => bitcoin(album))
        .then(() => settings(album))
        .then(() => installed(album)),
      wallets(album, dist).then(() => holdings(album)),
    ])
  if (options.includes('--sheets')) await makeSheets(browser, album.names.sort())
  if (options.includes('--screenshots')) await screenshots()
} finally {
  await browser.close()
  await app.stop()
}
console.log(`${album.names.length} states in ${Math.round((Date.now() - started) / 1000)} s: ${FOLDER}`)
process.exitCode = album.faults.length === 0 ? 0 : 1

async function screenshots() {
  const { page } = await album.signedIn('mara', async (member) => {
    const { give, openWallet, verify } = await import('#tests/e2e/member.ts')
    const wallet = await openWallet(member, 'Harbour Fund')
    await verify(member, wallet)
    for (const [amount, symbol] of [
      ['1250', undefined],
      ['18450', 'USDC'],
    ] as const)
      await give(member, wallet, amount, symbol)
    return wallet
  })
  await page.getByText('USDC').first().waitFor()
  await page.screenshot({ path: 'public/screenshots/wallets-wide.png', animations: 'disabled' })
  const state = await page.context().storageState({ indexedDB: true })
  const phone = await browser.newPage({
    viewport: { width: 375, height: 812 },
    deviceScaleFactor: 2,
    storageState: state,
  })
  await phone.goto(`${app.url}/wallets`)
  await phone.getByText('USDC').first().waitFor()
  await phone.screenshot({ path: 'public/screenshots/wallets-narrow.png', animations: 'disabled' })
}
