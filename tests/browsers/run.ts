import { mkdirSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { startApp } from '#tests/e2e/server.ts'
import { ENGINES, startEngine } from './engines.ts'
import { openPage } from './page.ts'
import { walk } from './walk.ts'

/**
 * `npm run test:browsers`: the walk in browsers that are not Chromium, as Debian has them. After a step that fails there
 * is a picture of what was seen then in .cache/test, and the rest of that walk is not tried.
 */
const out = resolve('.cache/test')
mkdirSync(out, { recursive: true })
const count = { passed: 0, failed: 0 }

const tell = (engine: string, name: string, error?: unknown) => {
  count[error === undefined ? 'passed' : 'failed'] += 1
  console.log(`  ${error === undefined ? '✓' : '✘'} ${engine} › ${name}`)
  if (error !== undefined) console.error(error)
}

/** As the other browser tests: these need Debian's packages. */
const chosen = process.platform === 'linux' ? ENGINES : []
for (const engine of chosen) {
  const app = await startApp({ dist: resolve(process.env.E2E_DIST ?? 'dist') })
  try {
    const driver = await startEngine(engine)
    try {
      for (const { name, run } of walk(openPage(driver), app)) {
        try {
          await run()
        } catch (error) {
          tell(engine.name, name, error)
          writeFileSync(resolve(out, `${engine.name}.png`), Buffer.from(await driver.shoot(), 'base64'))
          break
        }
        tell(engine.name, name)
      }
    } finally {
      await driver.stop()
    }
  } catch (error) {
    tell(engine.name, 'starts and ends', error)
  } finally {
    await app.stop()
  }
}
writeFileSync(resolve(out, 'browsers.json'), JSON.stringify(count))
process.exit(count.failed === 0 ? 0 : 1)
