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
