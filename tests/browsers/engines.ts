import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { attempt } from '#tests/e2e/browser.ts'
import type { Driver } from './driver.ts'
import { startFirefox } from './firefox.ts'
import { startWebKit } from './webkit.ts'

interface Engine {
  name: string
  /** Debian's packages. */
  packages: readonly string[]
  /** What has to be there; undefined where it is not. */
  find(): string | undefined
  start(path: string): Promise<Driver>
}

const firefoxes = [process.env.FIREFOX_PATH, '/usr/bin/firefox-esr', '/usr/bin/firefox']

/** It lies in a folder that is named after the machine. */
const miniBrowsers = () =>
  readdirSync('/usr/lib')
    .flatMap((folder) => ['4.1', '4.0'].map((version) => join('/usr/lib', folder, `webkit2gtk-${version}`)))
    .map((folder) => join(folder, 'MiniBrowser'))

export const ENGINES: readonly Engine[] = [
  {
    name: 'Firefox',
    packages: ['firefox-esr'],
    find: () => firefoxes.find((path) => path && existsSync(path)),
    start: startFirefox,
  },
  {
    name: 'WebKitGTK',
    packages: ['webkit2gtk-driver', 'xvfb', 'xauth'],
    find: () =>
      ['/usr/bin/WebKitWebDriver', '/usr/bin/xvfb-run'].every((path) => existsSync(path))
        ? miniBrowsers().find((path) => existsSync(path))
        : undefined,
    start: startWebKit,
  },
]

const install = (packages: readonly string[]) =>
  attempt('apt-get', ['update', '-qq']) &&
  attempt('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages])

/** An installed one, else Debian's. */
export const startEngine = async ({ name, packages, find, start }: Engine): Promise<Driver> => {
  const path = find() ?? (process.getuid?.() === 0 && install(packages) ? find() : undefined)
  if (path === undefined)
    throw new Error(`${name} is missing. As root: apt-get install -y ${packages.join(' ')}`)
  return await start(path)
}
