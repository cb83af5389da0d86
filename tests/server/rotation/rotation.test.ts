// @vitest-environment node
import { spawn, spawnSync } from 'node:child_process'
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { getTableColumns, getTableName, is } from 'drizzle-orm'
import { PgTable } from 'drizzle-orm/pg-core'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import {
  addKey,
  type Custody,
  createKeyRing,
  type KeyRing,
  loadKeyRing,
  openCustody,
} from '#server/custody/custody.ts'
import { openStore } from '#server/custody/store.ts'
import { type Db, openDatabase } from '#server/db/client.ts'
import { makeLeases } from '#server/db/lease.ts'
import { makeMirror } from '#server/db/mirror.ts'
import { backupCodes, sessions, users } from '#server/db/schema/auth.ts'
import { dappCommands } from '#server/db/schema/dapp.ts'
import { letters } from '#server/db/schema/guardian.ts'
import { leases } from '#server/db/schema/lease.ts'
import { pushSubscriptions } from '#server/db/schema/push.ts'
import { liveServers, SEALED } from '#server/db/sealed.ts'
import { systemClock } from '#server/deps.ts'
import { lockDataDir } from '#server/lock.ts'
import { makeRecords } from '#server/modules/dapps/storage.ts'
import { type Rotation, rotate } from '#server/rotation.ts'
import { grantOf } from '../harness/grant.ts'
import { createTestDatabase } from '../transactions/database.ts'

vi.setConfig({ testTimeout: 120_000 })

const log = pino({ level: 'silent' })
let folder: string
let rings: { serverRing: string; custodyRing: string }
let anchor: string
/** Ids of the keys that everything was sealed with at first. */
let old: { server: string; custody: string }

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'countersign-rotation-'))
  rings = { serverRing: join(folder, 'server.keys'), custodyRing: join(folder, 'custody.keys') }
  anchor = join(folder, 'anchor')
  await mkdir(dataDir())
  old = {
    server: (await createKeyRing(rings.serverRing)).currentId,
    custody: (await createKeyRing(rings.custodyRing)).currentId,
  }
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const dataDir = () => join(folder, 'data')
const rotation = (more: Partial<Rotation> = {}): Rotation & { lines: string[] } => {
  const lines: string[] = []
  return {
    ...{ dataDir: dataDir(), databaseUrl: undefined, custodyAnchor: anchor, ...rings, newKey: false, log },
    print: (line) => lines.push(line),
    ...more,
    lines,
  }
}

interface Parts {
  db: Db
  custody: Custody
  ring: KeyRing
}

/** An installation as it runs, with whatever keys the rings hold. */
const open = async (work: (parts: Parts) => Promise<void>) => {
  const database = await openDatabase({ dataDir: join(dataDir(), 'database'), log })
  const custody = await openCustody({
    dir: join(dataDir(), 'custody'),
    keyRing: loadKeyRing(rings.custodyRing),
    clock: systemClock,
    policyDelayS: 0,
    mirror: makeMirror(database.db),
    anchor,
  })
  try {
    await work({ db: database.db, custody, ring: loadKeyRing(rings.serverRing) })
  } finally {
    await custody.close()
    await database.close()
  }
}

const recordsOf = ({ db, ring }: Parts) =>
  makeRecords({ db, sealer: ring.sealer('wallet-connect'), log, check: async () => undefined })
const ENDPOINT = 'https://fcm.googleapis.com/fcm/send/ada'

/** Something of every kind that is sealed anywhere. */
const fill = async (parts: Parts): Promise<void> => {
  const { db, custody, ring } = parts
  const at = new Date()
  const { cookie } = await grantOf({ custody, clock: systemClock }, 'ada@example.com', 'ada')
  await custody.createWalletKey({ walletId: 'safe', userId: 'ada' })
  await custody.invite({ grant: cookie, walletId: 'safe', inviteId: 'invite', email: 'ben@example.com' })

  const totpSecret = ring.sealer('totp').seal('SECRET', 'ada')
  await db.insert(users).values({
    ...{ id: 'ada', email: 'ada@example.com', emailKey: 'ada', vaultId: 'ada', totpSecret, createdAt: at },
  })
  const sealed = ring.sealer('backup-code').seal('12345678', 'code')
  await db.insert(backupCodes).values({ id: 'code', userId: 'ada', position: 0, sealed })
  await db.insert(sessions).values({
    ...{ id: 's', userId: 'ada', kind: 'otp' as const, tokenHash: 't', connectionId: 'c', email: 'ada' },
    ...{ signature: 'x', createdAt: at, expiresAt: at },
  })
  // As a version wrote it that did not seal it yet.
  await db.insert(pushSubscriptions).values({
    ...{ endpoint: ENDPOINT, sessionId: 's', userId: 'ada', p256dh: 'p', auth: 'auth', createdAt: at },
  })
  const records = recordsOf(parts)
  await records.write('wc@2:core:0.3//keychain', '{"topic":"key"}')
  await records.write('wc@2:client:0.3//session', '[{"topic":"session"}]')
  await db.insert(dappCommands).values({
    id: 'ask',
    content: ring.sealer('dapp-command').seal('question', 'ask'),
    answer: ring.sealer('dapp-answer').seal('answer', 'ask'),
  })
}

const check = async (parts: Parts): Promise<void> => {
  const { db, custody, ring } = parts
  const [user] = await db.select().from(users)
  expect(ring.sealer('totp').open(user?.totpSecret ?? '', 'ada')).toBe('SECRET')
  const [code] = await db.select().from(backupCodes)
  expect(ring.sealer('backup-code').open(code?.sealed ?? '', 'code')).toBe('12345678')
  const [subscription] = await db.select().from(pushSubscriptions)
  expect(ring.sealer('web-push').open(subscription?.auth ?? '', ENDPOINT)).toBe('auth')
  const records = recordsOf(parts)
  expect(await records.read('wc@2:core:0.3//keychain')).toBe('{"topic":"key"}')
  expect(await records.read('wc@2:client:0.3//session')).toBe('[{"topic":"session"}]')
  const [command] = await db.select().from(dappCommands)
  expect(ring.sealer('dapp-command').open(command?.content ?? '', 'ask')).toBe('question')
  expect(ring.sealer('dapp-answer').open(command?.answer ?? '', 'ask')).toBe('answer')
  expect(await custody.invites({ walletId: 'safe' })).toMatchObject([{ email: 'ben@example.com' }])
  expect((await custody.wallet({ walletId: 'safe' })).userId).toBe('ada')
}

const addKeys = async () => {
  for (const file of Object.values(rings)) await addKey(file)
}
/** As an operator does when he is told so. */
const dropOldKeys = async () => {
  for (const file of Object.values(rings)) {
    const [current] = (await readFile(file, 'utf8')).split('\n')
    await chmod(file, 0o600)
    await writeFile(file, `${current}\n`)
    await chmod(file, 0o400)
  }
}

const killedAfter = (steps: number): Promise<string | null> => {
  const { print: _, log: __, lines: ___, ...options } = rotation()
  const child = spawn(
    process.execPath,
    ['--import', 'tsx', resolve('tests/server/rotation/entry.ts'), JSON.stringify({ ...options, steps })],
    { stdio: ['ignore', 'ignore', 'inherit'] },
  )
  return new Promise((done) => child.on('close', (_code, signal) => done(signal)))
}

test('both rings get new keys: killed in the middle again and again, then whole, it works on with the new ones alone', async () => {
  await open(fill)
  await addKeys()
  // Among custody's files, near the last one, and among the fields of the database.
  for (const steps of [3, 5, 3]) {
    expect(await killedAfter(steps)).toBe('SIGKILL')
    await open(async ({ custody }) => {
      expect((await custody.wallet({ walletId: 'safe' })).userId).toBe('ada')
    })
  }
  const last = rotation()
  expect(await rotate(last)).toBe(true)
  const text = last.lines.join('\n')
  for (const [ring, id] of [
    [rings.custodyRing, old.custody],
    [rings.serverRing, old.server],
  ])
    expect(text).toContain(`Nothing needs ${id} of ${ring} any more, except older backups`)
  const again = rotation()
  expect(await rotate(again)).toBe(true)
  expect(again.lines.join('\n')).toMatch(/Sealed 0 files and 0 copies[\s\S]*Sealed 0 database fields/)
  await dropOldKeys()
  await open(check)
})

test('a key that something unforeseen still names is not given up, whether it is a file or a field', async () => {
  const ids = { server: loadKeyRing(rings.serverRing), custody: loadKeyRing(rings.custodyRing) }
  const [server, custody] = [ids.server.sealer('totp').seal('x', 'y'), ids.custody.sealer('x').seal('x', 'y')]
  const at = new Date()
  await open(async ({ db }) => {
    await db.insert(letters).values({
      ...{
        id: 'letter',
        recipient: '',
        subject: '',
        text: `begins ${server}`,
        html: '',
        createdAt: at,
        tryAt: at,
      },
    })
  })
  const stray = join(dataDir(), 'custody', 'stray')
  await writeFile(stray, custody)
  await addKeys()
  const run = rotation()
  expect(await rotate(run)).toBe(false)
  const text = run.lines.join('\n')
  expect(text).toContain(
    `Key '${ids.server.currentId}' of ${rings.serverRing} is still needed by letters.text (1).`,
  )
  expect(text).toContain(
    `Key '${ids.custody.currentId}' of ${rings.custodyRing} is still needed by ${stray}.`,
  )
  expect(text).not.toContain('Nothing needs')
  await rm(stray)
  await open(async ({ db }) => {
    await db.delete(letters)
  })
  expect(await rotate(rotation())).toBe(true)
  await dropOldKeys()
  await open(check)
})

test('it says that custody, or a server on the same database, is running, and makes no key then', async () => {
  const before = await readFile(rings.custodyRing, 'utf8')
  const store = await openStore(join(dataDir(), 'custody'))
  await expect(rotate(rotation({ newKey: true }))).rejects.toThrow(
    /custody is open in process \d+; stop it first/,
  )
  await store.close()
  const lock = lockDataDir(dataDir())
  await expect(rotate(rotation({ newKey: true }))).rejects.toThrow(/is in use by process/)
  lock.release()
  expect(await readFile(rings.custodyRing, 'utf8')).toBe(before)
  await open(async ({ db }) => {
    const held = makeLeases(db)
    await held.hold('watch chains', 60_000)
    expect(await liveServers(db)).toEqual(['watch chains'])
    await held.release()
    expect(await liveServers(db)).toEqual([])
  })
})

const postgres = process.env.TEST_DATABASE_URL
test.skipIf(!postgres)('on PostgreSQL a server shows by its leases', async () => {
  const { url = '', drop } = (await createTestDatabase()) ?? { drop: async () => undefined }
  const database = await openDatabase({ databaseUrl: url, log })
  const alone = rotation({ databaseUrl: url, custodyRing: undefined })
  try {
    await makeLeases(database.db).hold('watch chains', 60_000)
    await expect(rotate(alone)).rejects.toThrow('A server works on this database (watch chains)')
    await database.db.delete(leases)
    expect(await rotate(alone)).toBe(true)
  } finally {
    await database.close()
    await drop()
  }
})

test('each half of an installation with two users rotates its own ring', async () => {
  const [web, custody] = [rotation({ custodyRing: undefined }), rotation({ serverRing: undefined })]
  expect(await rotate(web)).toBe(true)
  expect(web.lines.join()).toMatch(/^Sealed 0 database fields again/)
  expect(await rotate(custody)).toBe(true)
  expect(custody.lines.join()).toMatch(/^Sealed 0 files and 0 copies of custody again/)
  await expect(rotate(rotation({ dataDir: folder }))).rejects.toThrow(/DATABASE_URL should be set/)
})

test('every purpose that is sealed for is registered, and every column that may hold something sealed', async () => {
  const files = (await readdir('server', { recursive: true })).filter((file) => file.endsWith('.ts'))
  const sources = await Promise.all(files.map((file) => readFile(join('server', file), 'utf8')))
  const used = sources.flatMap((text) =>
    [...text.matchAll(/\bsealer\('([\w-]+)'\)/g)].map(([, name]) => name),
  )
  expect(new Set(used)).toEqual(new Set(Object.keys(SEALED)))

  const registered = Object.values(SEALED).map(({ column }) => `${getTableName(column.table)}.${column.name}`)
  const modules = await Promise.all(
    (await readdir('server/db/schema')).map((file) => import(resolve('server/db/schema', file))),
  )
  const secret = modules
    .flatMap((module) => Object.values(module as object))
    .filter((value): value is PgTable => is(value, PgTable))
    .flatMap((table) => Object.keys(getTableColumns(table)).map((name) => `${getTableName(table)}.${name}`))
    .filter((name) => /seal|secret/i.test(name))
  expect(registered).toEqual(expect.arrayContaining(secret))
  expect(secret.length).toBeGreaterThan(1)
})

test('a new ring has mode 0400 and never overwrites anything', async () => {
  const file = join(folder, 'new.keys')
  const keys = (...args: string[]) =>
    spawnSync(process.execPath, ['--import', 'tsx', 'server/keys.ts', ...args], { encoding: 'utf8' })
  expect(keys('new', file)).toMatchObject({ status: 0, stdout: expect.stringContaining('holds one new key') })
  expect((await stat(file)).mode & 0o777).toBe(0o400)
  expect(loadKeyRing(file).ids).toHaveLength(1)
  const before = await readFile(file, 'utf8')
  expect(keys('new', file)).toMatchObject({ status: 1, stderr: expect.stringContaining('never overwritten') })
  expect(await readFile(file, 'utf8')).toBe(before)
})
