import { existsSync } from 'node:fs'
import { cp } from 'node:fs/promises'
import { resolve } from 'node:path'
import { chromium } from 'playwright/test'
import { findBrowser } from '#tests/e2e/browser.ts'
import { CAMERA_ARGUMENTS } from '#tests/e2e/camera.ts'
import { startApp } from '#tests/e2e/server.ts'
import { textArgument } from '#tests/e2e/width.ts'
import { type Album, FOLDER, makeAlbum } from './album.ts'
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
 * Build before. `--holdings` takes those of what wallets hold alone, and so does the name of each other chapter.
 * `--language de` has all of them in German, and tells which texts stayed as they are in English.
 * `--text 200` has text of twice the size, and tells what is cut off, lies over another or is too wide.
 * `--axe` has axe judge each of them; `--sheets` also puts the four variants of each side by side; `--screenshots` takes the
 * README's and the manifest's again.
 */
const built = resolve(process.env.DIST_DIR ?? 'dist')
if (!existsSync(`${built}/server/main.js`))
  throw new Error(`${built} holds no build: run npm run build before.`)
// A copy, because one picture needs a second version.
const dist = resolve('.cache/pictures-dist')
await cp(built, dist, { recursive: true, force: true })

const chapters = {
  ...{ 'way-in': wayIn, others, rare, people, states, bitcoin, settings, installed, holdings },
  wallets: (album: Album) => wallets(album, dist),
}

const options = process.argv.slice(2)
const larger = options.indexOf('--text')
const text = larger < 0 ? 100 : Number(options[larger + 1])
const app = await startApp({ dist, env: { OPERATIONS_WEBHOOK_SECRETS: OPERATIONS_SECRET } })
process.env.E2E_URL = app.url
const browser = await chromium.launch({
  executablePath: findBrowser(),
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-background-networking',
    textArgument(text),
    ...CAMERA_ARGUMENTS,
  ],
})
const started = Date.now()
const asked = options.indexOf('--language')
const language = asked < 0 ? undefined : options[asked + 1]
const album = await makeAlbum(browser, { axe: options.includes('--axe'), language, text })
try {
  const alone = Object.entries(chapters).filter(([name]) => options.includes(`--${name}`))
  for (const [, take] of alone) await take(album)
  if (alone.length === 0) {
    await Promise.all([
      wayIn(album)
        .then(() => others(album))
        .then(() => rare(album))
        .then(() => people(album))
        .then(() => states(album))
        .then(() => bitcoin(album))
        .then(() => settings(album))
        .then(() => installed(album)),
      holdings(album),
    ])
    // One of its pictures is of a later build, which would take over the pages of all others.
    await chapters.wallets(album)
  }
  if (options.includes('--sheets')) await makeSheets(browser, album.names.sort())
  if (options.includes('--screenshots')) await screenshots()
} finally {
  await browser.close()
  await app.stop()
}
for (const [text, state] of album.same) console.log(`As in English, ${state}: ${text}`)
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
