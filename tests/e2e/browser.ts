import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chromium } from 'playwright/test'

const installed = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

const found = (): string | undefined =>
  [process.env.CHROMIUM_PATH, ...installed, chromium.executablePath()].find(
    (path) => path && existsSync(path),
  )

/** Whether a command that installs something went well. */
export const attempt = (command: string, args: string[]) =>
  spawnSync(command, args, { stdio: 'inherit', timeout: 300_000 }).status === 0

/** Path of a Chromium: an installed one, else Playwright's own download, else Debian's package. */
export const findBrowser = (): string => {
  const path =
    found() ??
    (attempt('node_modules/.bin/playwright', ['install', 'chromium']) ? found() : undefined) ??
    (attempt('apt-get', ['update', '-qq']) && attempt('apt-get', ['install', '-y', '-qq', 'chromium'])
      ? found()
      : undefined)
  if (!path) throw new Error('No Chromium found. Install one, or name it in CHROMIUM_PATH.')
  return path
}

const shells = ['/usr/bin/chromium-headless-shell', '/usr/lib/chromium/chromium-headless-shell']
const onDebian = () => process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')

/**
 * Path of the same engine without the browser around the page, which costs a quarter less but has no notifications:
 * an installed one, else Debian's package, else the whole browser.
 */
export const findShell = (): string => {
  const whole = findBrowser()
  const find = () => shells.find((path) => existsSync(path))
  const install = () => attempt('apt-get', ['install', '-y', '-qq', 'chromium-headless-shell'])
  if (process.env.CHROMIUM_PATH) return whole
  if (!find() && onDebian() && !install() && attempt('apt-get', ['update', '-qq'])) install()
  return find() ?? whole
}

const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]
export const inShell = () => ({ executablePath: findShell(), args })
/** For a file that needs notifications or a camera: `test.use({ launchOptions: inBrowser() })`. */
export const inBrowser = (more: string[] = []) => ({
  executablePath: findBrowser(),
  args: [...args, ...more],
})
