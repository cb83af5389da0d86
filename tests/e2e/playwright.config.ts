import { resolve } from 'node:path'
import { defineConfig } from 'playwright/test'
import { findBrowser } from './browser.ts'

/** Playwright's own list, which a second one replaces, and after it what the address field of each window draws. */
const UNUSED_FEATURES = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
]

export default defineConfig({
  testDir: '.',
  outputDir: resolve('.cache/test/e2e'),
  globalSetup: './setup.ts',
  fullyParallel: true,
  // These wait for animations, chains and the clock: two leave the cores of a small machine idle now and then.
  workers: 3,
  retries: 0,
  timeout: 240_000,
  expect: { timeout: 20_000 },
  forbidOnly: true,
  reporter: [
    ['list'],
    ['json', { outputFile: resolve('.cache/test/e2e.json') }],
    [resolve('tests/e2e/censusreport.ts')],
  ],
  use: {
    serviceWorkers: 'allow',
    permissions: ['notifications', 'clipboard-read', 'clipboard-write'],
    timezoneId: 'UTC',
    locale: 'en-US',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: findBrowser(),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        // One process less to tell what to draw, and one thread that draws: a twentieth of the work less.
        '--in-process-gpu',
        '--num-raster-threads=1',
        '--disable-lcd-text',
        '--disable-partial-raster',
        '--disable-quic',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        `--disable-features=${UNUSED_FEATURES.join()}`,
      ],
    },
  },
})
