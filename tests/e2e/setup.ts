import { spawnSync } from 'node:child_process'
import { resolve } from 'node:path'
import { ensureBus } from './bus.ts'
import { checkLogs, forgetLogs } from './logs.ts'
import { type RunningApp, startApp } from './server.ts'

/** Builds the product into a folder of its own and starts it once, on free ports and throw-away data. */
const setup = async () => {
  ensureBus()
  // A server that runs already: E2E_URL=http://localhost:4173 npx playwright test --config tests/e2e/playwright.config.ts
  if (process.env.E2E_URL) return
  if (!process.env.E2E_DIST) {
    const dist = resolve('.cache/e2e/dist')
    const build = spawnSync('npm', ['run', '--silent', 'build'], {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, DIST_DIR: dist },
    })
    if (build.status !== 0) throw new Error('The build failed.')
    process.env.E2E_DIST = dist
  }
  forgetLogs()
  const app: RunningApp = await startApp({ dist: process.env.E2E_DIST })
  process.env.E2E_URL = app.url
  return async () => {
    await app.stop()
    checkLogs()
  }
}

// biome-ignore lint/style/noDefaultExport: Playwright reads the default export
export default setup
