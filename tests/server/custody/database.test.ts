import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import pg from 'pg'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { bundleServer } from '#server/bundle.ts'
import { openDatabaseStore } from '#server/custody/postgres.ts'
import { connectCustody } from '#server/custody/program/client.ts'
import { openStore } from '#server/custody/store.ts'
import { type ServerProcess, spawnServer } from '../main/process.ts'
import { createTestDatabase } from '../transactions/database.ts'
import { type Bench, bench, propose, refused, send, sending, sign, tempFolder } from './fixture.ts'
import { memoryMirror } from './mirrors.ts'

const ends: (() => Promise<unknown>)[] = []
let url: string
let other: pg.Client
beforeEach(async () => {
  const database = await createTestDatabase()
  if (!database) return
  url = database.url
  ends.push(database.drop)
  other = new pg.Client({ connectionString: url })
  other.on('error', () => undefined)
  await other.connect()
  ends.push(() => other.end())
})
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

/** Whoever holds the lock loses its session. */
const endHolder = () =>
  other.query(
    `select pg_terminate_backend(pid) from pg_locks
     where locktype = 'advisory' and granted
       and database = (select oid from pg_database where datname = current_database())`,
  )

describe.skipIf(!process.env.TEST_DATABASE_URL)('custody in a database', () => {
  test('is open in one process; who waits takes over when that is gone, and it writes nothing any more', async () => {
    const first = await openStore(url)
    ends.push(() => first.close())
    await first.create('logs/a.log', 'one\n')
    await refused(openStore(url), 'Locked')
    const waiting = openDatabaseStore(url, { waits: true })
    await endHolder()
    const second = await waiting
    ends.push(() => second.close())
    await refused(first.append('logs/a.log', 'lost\n'), 'Locked')
    await second.append('logs/a.log', 'two\n')
    expect(await second.read('logs/a.log')).toBe('one\ntwo\n')
  })

  test('takes over as soon as the other closes', async () => {
    const first = await openDatabaseStore(url)
    const waiting = openDatabaseStore(url, { waits: true })
    await first.create('heads/a.head', 'sealed')
    await first.close()
    await first.ended
    const second = await waiting
    ends.push(() => second.close())
    expect(await second.read('heads/a.head')).toBe('sealed')
  })

  test('signs nothing after somebody else wrote into a log, whatever became of the lock', async () => {
    const made = await bench()
    await made.custody.close()
    await made.reopen({ dir: url })
    await made.custody.createWalletKey({ walletId: 'safe', userId: 'owner' })
    await propose(made, sending())
    await other.query(`insert into custody_files
      select path, max(part) + 1, 'v1.planted' || chr(10) from custody_files where path = 'logs/safe.log' group by path`)
    await refused(sign(made, sending()), 'Locked')
    const { rows } = await other.query(`select text from custody_files where path like 'signed/%'`)
    expect(rows).toEqual([])
  })

  test('keeps files as a folder does', async () => {
    const store = await openStore(url)
    ends.push(() => store.close())
    expect(await store.read('wallets/a.new')).toBeUndefined()
    expect(await store.create('wallets/a.new', 'key')).toBe(true)
    expect(await store.create('wallets/a.new', 'other')).toBe(false)
    await store.move('wallets/a.new', 'wallets/a.json')
    await store.create('signed/a/one.json', 'bytes')
    await store.append('logs/a.log', 'one\n')
    await store.append('logs/a.log', 'two\n')
    await store.cut('logs/a.log', 5)
    expect(await store.read('logs/a.log')).toBe('one\nt')
    await store.append('logs/a.log', 'hree\n')
    expect(await store.read('logs/a.log')).toBe('one\nthree\n')
    await store.replace('logs/a.log', 'new\n')
    expect(await store.read('logs/a.log')).toBe('new\n')
    await other.query(`insert into custody_files (path, part, text) values ('logs/a.log', 2, 'planted')`)
    await refused(store.append('logs/a.log', 'mine\n'), 'Broken')
    expect(await store.list('wallets')).toEqual(['a.json'])
    expect(await store.list('signed')).toEqual(['a'])
    expect(await store.list('signed/a')).toEqual(['one.json'])
    await store.remove('wallets/a.json')
    await store.remove('wallets/a.json')
    expect(await store.list('wallets')).toEqual([])
  })

  test('the next process goes on after a rolling update, and within ten seconds of a sudden end, with the same bytes', {
    timeout: 120_000,
  }, async () => {
    await mkdir('.cache', { recursive: true })
    const bundle = resolve(await mkdtemp('.cache/server-'))
    ends.push(() => rm(bundle, { recursive: true, force: true }))
    await bundleServer(bundle)
    const made: Bench = await bench()
    await made.custody.close()
    const folders = [await tempFolder(), await tempFolder()]
    const start = (folder: string): ServerProcess => {
      const started = spawnServer(join(bundle, 'custody.js'), {
        ...{ CUSTODY_URL: `unix:${folder}`, CUSTODY_DATABASE_URL: url, CUSTODY_KEY_FILE: made.ringFile },
      })
      ends.push(async () => {
        started.child.kill('SIGKILL')
        await started.ended
      })
      return started
    }
    const [one = '', two = ''] = folders
    const oldest = start(one)
    await oldest.says('Custody is ready')
    const active = start(two)
    made.clock = { now: () => new Date(), pass: () => undefined }
    made.custody = await connectCustody({
      places: folders.map((folder) => ({ kind: 'sockets', folder })),
      log: pino({ level: 'silent' }),
      mirror: memoryMirror(),
    })
    ends.push(() => made.custody.close())
    await made.custody.createWalletKey({ walletId: 'safe', userId: 'owner' })
    const lasting = (txId: string) => {
      const meant = sending(txId)
      meant.meaning.expiresAt = new Date(Date.now() + 86_400_000).toISOString()
      return meant
    }
    const meant = lasting('tx-1')
    const signed = await send(made, meant)
    expect(active.output()).toBe('')
    // A rolling update: the new one is there, the old one is told to end.
    oldest.child.kill('SIGTERM')
    await active.says('Custody is ready')
    await oldest.ended
    expect(await vi.waitFor(() => sign(made, meant), { timeout: 10_000, interval: 50 })).toEqual(signed)
    const standby = start(one)
    expect(await send(made, lasting('tx-2'))).toHaveProperty('nonce', 1)
    expect(standby.output()).toBe('')
    active.child.kill('SIGKILL')
    await active.ended
    const begun = performance.now()
    const again = await vi.waitFor(() => sign(made, meant), { timeout: 30_000, interval: 100 })
    expect(performance.now() - begun).toBeLessThan(10_000)
    expect(again).toEqual(signed)
  })
})
