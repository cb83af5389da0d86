import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { CONTRACT_VERSION } from '#contract/version.ts'

export const NEXT_VERSION = CONTRACT_VERSION + 1

/** What no build is made from. */
const OTHERS = ['node_modules', 'dist', 'tests']

/** Builds the product as its next release: the same sources, but for the version of the contract. Answers its folder. */
export const buildNext = (): string => {
  const folder = resolve('.cache/e2e/next')
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const sources = readdirSync('.').filter((name) => !name.startsWith('.') && !OTHERS.includes(name))
  for (const name of sources) cpSync(resolve(name), join(folder, name), { recursive: true })
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'))
  const file = join(folder, 'src/contract/version.ts')
  const source = readFileSync(file, 'utf8')
  const changed = source.replace(/(CONTRACT_VERSION = )\d+/, `$1${NEXT_VERSION}`)
  if (changed === source) throw new Error(`${file} names no version.`)
  writeFileSync(file, changed)
  const { DIST_DIR: _, ...env } = process.env
  const built = spawnSync('npm', ['run', '--silent', 'build'], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
    env,
  })
  if (built.status !== 0) throw new Error('The build of the next release failed.')
  return join(folder, 'dist')
}
