import { existsSync, readdirSync } from 'node:fs'
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import pg from 'pg'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { getMyUser } from '#contract/endpoints/user.ts'
import { createWallet, getWallet } from '#contract/endpoints/wallet.ts'
import { bundleServer } from '#server/bundle.ts'
import { createKeyRing } from '#server/custody/custody.ts'
import { type Mailbox, startMailbox } from '#server/sandbox/mailbox.ts'
import { type Postgres, startPostgres } from '#tests/postgres.ts'
import { makeUsers, type SignedInClient } from '#tests/server/harness/user.ts'
import { freePort, type ServerProcess, spawnServer } from './process.ts'

vi.setConfig({ testTimeout: 180_000 })

let bundle: string
let mailbox: Mailbox
let port: string
const folders: string[] = []
const running: ServerProcess[] = []

beforeAll(async () => {
  // Inside the checkout, so that the bundle finds the installed packages.
  await mkdir('.cache', { recursive: true })
  bundle = resolve(await mkdtemp('.cache/server-'))
  await bundleServer(bundle)
  mailbox = await startMailbox(pino({ level: 'silent' }))
  port = String(await freePort())
})
afterAll(async () => {
  await mailbox.stop()
  for (const made of [bundle, ...folders]) await rm(made, { recursive: true, force: true })
})

const stop = async () => {
  for (const { child, ended } of running.splice(0).reverse()) {
    child.kill('SIGTERM')
    await ended
  }
}
afterEach(stop)

/** Programs of a PostgreSQL that this machine has, with those of its client. */
const PROGRAMS = '/usr/lib/postgresql'
const programs = (existsSync(PROGRAMS) ? readdirSync(PROGRAMS) : [])
  .map((version) => join(PROGRAMS, version, 'bin'))
  .find((bin) => ['postgres', 'pg_dump', 'pg_restore'].every((name) => existsSync(join(bin, name))))
let postgres: Postgres | undefined
const databases = new Map<string, string>()

const createDatabase = async (server: string): Promise<string> => {
  const admin = new pg.Client({ connectionString: server })
  await admin.connect()
  const name = `machine_${databases.size}`
  await admin.query(`create database ${name}`)
  await admin.end()
  return Object.assign(new URL(server), { pathname: name }).href
}

/** A machine: its folder with the two key rings. */
const makeMachine = async (rings?: string): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'drill-'))
  folders.push(folder)
  if (postgres) databases.set(folder, await createDatabase(postgres.url))
  for (const name of ['custody.keys', 'master.keys'])
    if (rings === undefined) await createKeyRing(join(folder, name))
    else await copyFile(join(rings, name), join(folder, name))
  return folder
}
const envOf = (machine: string) => ({
  DATA_DIR: join(machine, 'data'),
  CUSTODY_KEY_FILE: join(machine, 'custody.keys'),
  CUSTODY_URL: `unix:${join(machine, 'sockets')}`,
  DATABASE_URL: databases.get(machine) ?? '',
  PATH: `${programs ?? ''}:${process.env.PATH}`,
})
const start = async (machine: string) => {
  const custody = spawnServer(join(bundle, 'custody.js'), envOf(machine))
  running.push(custody)
  await custody.says('Custody is ready')
  const { CUSTODY_URL, DATA_DIR, DATABASE_URL } = envOf(machine)
  const web = spawnServer(join(bundle, 'main.js'), {
    ...{
      NODE_ENV: 'production',
      ALLOW_UNSAFE: 'embedded-database,no-public-url,plain-mail,custody-within-reach',
      PORT: port,
      CUSTODY_URL,
      DATABASE_URL,
      DATA_DIR,
    },
    ...{ MASTER_KEY_FILE: join(machine, 'master.keys'), SMTP_URL: mailbox.smtpUrl },
  })
  running.push(web)
  await web.says('is ready')
}
const program =
  (name: string) =>
  async (machine: string, ...args: string[]) => {
    const rings = { MASTER_KEY_FILE: join(machine, 'master.keys') }
    const made = spawnServer(join(bundle, name), { ...envOf(machine), ...rings }, args)
    return { code: await made.ended, output: made.output() }
  }
const command = program('backup.js')
const operate = program('operator.js')

const people = () => {
  const clock = {
    now: () => new Date(),
    advance: () => {
      throw new Error('This clock goes by itself')
    },
  }
  return makeUsers({ url: `http://localhost:${port}`, clock, mails: (to) => mailbox.list(to) })
}
const makeWallet = async (client: SignedInClient) => {
  const { id } = await client.ok(createWallet, { body: { name: 'Savings' } })
  const wallet = () => client.ok(getWallet, { params: { id } })
  await vi.waitFor(async () => expect((await wallet()).status).toBe('active'), {
    timeout: 20_000,
    interval: 100,
  })
  return wallet()
}

const drill = async () => {
  const first = await makeMachine()
  await start(first)
  const owner = await people().signIn('owner@example.com')
  const wallet = await makeWallet(owner)
  const archives = join(first, 'backup')
  const busy = await command(first, 'backup', archives)
  // A PostgreSQL may be backed up while it works.
  if (postgres) expect(busy.code).toBe(0)
  else expect(busy.output).toContain('is in use by')
  await rm(archives, { recursive: true, force: true })
  // Custody alone is backed up while it works.
  expect((await command(first, 'backup', join(first, 'early'), 'custody')).code).toBe(0)
  await stop()

  expect(await command(first, 'backup', archives)).toMatchObject({ code: 0 })
  expect((await readdir(archives)).sort()).toEqual(['custody.sealed', 'database.sealed'])
  for (const name of await readdir(archives)) {
    expect((await stat(join(archives, name))).mode & 0o777).toBe(0o600)
    const text = await readFile(join(archives, name), 'utf8')
    expect(text).not.toMatch(/owner@example\.com|Savings|wallets\//)
  }
  const again = await command(first, 'backup', archives)
  expect(again).toMatchObject({ code: 1 })
  expect(again.output).toContain('is there already')

  const other = await makeMachine()
  const foreign = await command(other, 'restore', archives)
  expect(foreign.code).toBe(1)
  expect(foreign.output).toMatch(/does not open|does not hold/)

  const second = await makeMachine(first)
  for (const name of ['database', 'custody']) {
    const text = await readFile(join(archives, `${name}.sealed`), 'utf8')
    await writeFile(join(other, `${name}.sealed`), text.trimEnd().split('\n').slice(0, -1).join('\n'))
    const cut = await command(second, 'restore', other, name)
    expect(cut).toMatchObject({ code: 1 })
    expect(cut.output).toContain('This is not a whole backup: its end is missing.')
  }
  expect(await command(second, 'restore', archives)).toMatchObject({ code: 0 })
  const twice = await command(second, 'restore', archives)
  expect(twice.code).toBe(1)
  expect(twice.output).toContain(postgres ? 'already exists' : 'only into an empty')

  // Nobody opens it before an operator has seen what was put back.
  await expect(start(second)).rejects.toThrow(/Custody was put back from a backup/)
  await stop()
  const said = await operate(second, 'restored')
  expect(said.output).toContain(`Wallet ${wallet.id} goes on from entry 2, held.`)
  await start(second)
  expect((await owner.call(getMyUser, {})).status).toBe(401)
  expect((await people().halfSignIn('owner@example.com')).requiredAction).toBe('check-2fa')
  await stop()
  expect((await operate(second, 'status')).output).toContain('it was put back from a backup')
  const key = (machine: string) =>
    readFile(join(machine, 'data/custody/wallets', `${wallet.id}.json`), 'utf8')
  expect(await key(second)).toBe(await key(first))
}

test(
  'an installation goes on from its backup on an empty machine, with its key rings and nothing else',
  drill,
)

test.runIf(process.env.DEEP && programs)('and so does one on a PostgreSQL', async () => {
  postgres = await startPostgres(programs)
  try {
    await drill()
  } finally {
    await stop()
    await postgres.stop()
    postgres = undefined
  }
})
