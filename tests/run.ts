import { spawn } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { resolve } from 'node:path'

/**
 * `npm test`: types, lint and format, then unit, server and browser tests, in that order, each to its end.
 * The last line counts all of them: `N passed, N failed`.
 */
const out = resolve('.cache/test')
rmSync(out, { recursive: true, force: true })
mkdirSync(out, { recursive: true })

interface Count {
  passed: number
  failed: number
}

const run = (command: string, args: string[]): Promise<number> =>
  new Promise((done) => {
    const child = spawn(command, args, { stdio: ['ignore', 'inherit', 'inherit'] })
    child.on('exit', (code) => done(code ?? 1))
    child.on('error', () => done(1))
  })

/** A runner that dies without a report counts as one failure, whatever passed before. */
const read = <T>(file: string): T | undefined => {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as T
  } catch {
    return undefined
  }
}

const bin = (name: string) => resolve('node_modules/.bin', name)

const check = async (): Promise<Count> => {
  const code = await run('npm', ['run', '--silent', 'check'])
  return code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }
}

const vitest = async (folder: string): Promise<Count> => {
  const report = resolve(out, `${folder}.json`)
  const code = await run(bin('vitest'), [
    'run',
    `tests/${folder}`,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
  ])
  const counts = read<{ numPassedTests: number; numFailedTests: number }>(report)
  if (!counts) return { passed: 0, failed: 1 }
  const failed = counts.numFailedTests
  return { passed: counts.numPassedTests, failed: failed === 0 && code !== 0 ? 1 : failed }
}

const browser = async (): Promise<Count> => {
  const report = resolve(out, 'e2e.json')
  const code = await run(process.execPath, [
    '--import',
    'tsx',
    bin('playwright'),
    'test',
    '--config',
    'tests/e2e/playwright.config.ts',
  ])
  const counts = read<{ stats: { expected: number; unexpected: number; flaky: number } }>(report)
  if (!counts) return { passed: 0, failed: 1 }
  const failed = counts.stats.unexpected + counts.stats.flaky
  return { passed: counts.stats.expected, failed: failed === 0 && code !== 0 ? 1 : failed }
}

const all: Record<string, () => Promise<Count>> = {
  check,
  unit: () => vitest('unit'),
  server: () => vitest('server'),
  e2e: browser,
}
const chosen = process.argv.slice(2)
const total: Count = { passed: 0, failed: 0 }
for (const [name, step] of Object.entries(all)) {
  if (chosen.length > 0 && !chosen.includes(name)) continue
  const started = Date.now()
  const count = await step()
  total.passed += count.passed
  total.failed += count.failed
  const seconds = Math.round((Date.now() - started) / 1000)
  console.log(`\n${name}: ${count.passed} ok, ${count.failed} not ok, ${seconds} s\n`)
}
console.log(`${total.passed} passed, ${total.failed} failed`)
process.exit(total.failed === 0 ? 0 : 1)
