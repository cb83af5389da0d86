import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SOCKET_NAMESPACE } from '#contract/socket.ts'
import { openCluster } from '#server/push/cluster.ts'
import { Client } from '../harness/client.ts'
import { startServer, type TestServer } from '../harness.ts'
import { createTestDatabase } from '../transactions/database.ts'

/**
 * Whoever has a connection to the database, be it a role that may read nothing: PostgreSQL lets everybody LISTEN and
 * NOTIFY. Needs a real one.
 */
describe.runIf(process.env.TEST_DATABASE_URL)('a guest of the database', () => {
  /** Of socket.io's adapter, which processes spoke by in the open; and the one of today. */
  const [OLDER, TODAY] = [`socket.io#${SOCKET_NAMESPACE}`, 'countersign_push']
  const FOREIGN = '0x52908400098527886E0F7030069857D2E4169EE7'
  let database: Awaited<ReturnType<typeof createTestDatabase>>
  let a: TestServer
  let b: TestServer
  let guest: pg.Client
  const said: string[] = []
  beforeAll(async () => {
    database = await createTestDatabase()
    const databaseUrl = database?.url ?? ''
    a = await startServer({ beside: { databaseUrl } })
    b = await startServer({ beside: { databaseUrl, server: a } })
    const role = `guest_${randomBytes(8).toString('hex')}`
    const admin = new pg.Client({ connectionString: databaseUrl })
    await admin.connect()
    await admin.query(`create role ${role} login password '${role}'`)
    await admin.end()
    const place = new URL(databaseUrl)
    place.username = role
    place.password = role
    guest = new pg.Client({ connectionString: place.href })
    await guest.connect()
    guest.on('notification', ({ payload = '' }) => said.push(payload))
    for (const channel of [OLDER, TODAY]) await guest.query(`listen "${channel}"`)
  })
  afterAll(async () => {
    await guest.end()
    await b.stop()
    await a.stop()
    await database?.drop()
  })

  const notify = (channel: string, text: string) => guest.query('select pg_notify($1, $2)', [channel, text])

  /** Signed in at one process, with a socket at the other. */
  const reader = async (email: string) => {
    const client = await a.signIn(email)
    const there = new Client(b.url)
    for (const [name, { value, path }] of client.cookies) there.setCookie(name, value, path)
    const socket = await b.socket(there)
    expect(await socket.login(client.pair)).toBe('success')
    /** Until what was said before has been heard, at the other process and by the guest. */
    const turn = async () => {
      const before = said.length
      const heard = new Promise((resolve) => socket.socket.once('contact:removed', resolve))
      a.deps.push.emit(client.id, 'contact:removed', { id: 'turn' })
      await heard
      await expect.poll(() => said.length).toBeGreaterThan(before)
    }
    await turn()
    const names = () =>
      socket.heard.flatMap(({ name, payload }) => (name === 'contact:updated' ? [payload.data.name] : []))
    return { client, turn, names }
  }
  const contact = (name: string) => ({
    ...{ id: 'c', name, note: '', createdAt: new Date().toISOString() },
    addresses: [{ network: 'evm' as const, address: FOREIGN }],
  })

  it('learns no cookie of an open page', async () => {
    const { client, turn } = await reader('cookie@example.com')
    const opts = { rooms: [], except: [], flags: {} }
    const question = { uid: 'guest', nsp: SOCKET_NAMESPACE, type: 7, data: { requestId: 'r', opts } }
    for (const channel of [OLDER, TODAY]) await notify(channel, JSON.stringify(question))
    await turn()
    await turn()
    expect(said.join('\n')).not.toContain(client.cookies.get('sid')?.value)
  })

  it('puts no address under a name, and reads none', async () => {
    const { client, turn, names } = await reader('book@example.com')
    const payload = { id: 'x', at: new Date().toISOString(), data: contact('Forged') }
    const rooms = [`user:${client.id}`]
    const packet = ['tell', rooms, 'contact:updated', payload]
    await notify(OLDER, JSON.stringify({ uid: 'guest', nsp: SOCKET_NAMESPACE, type: 9, data: { packet } }))
    const text = JSON.stringify({ ask: 'tell', rooms, name: 'contact:updated', payload })
    const part = { from: 'guest', number: 1, at: Date.now(), index: 0, of: 1 }
    await notify(TODAY, JSON.stringify({ ...part, text: Buffer.from(text).toString('base64') }))
    await notify(TODAY, text)
    a.deps.push.emit(client.id, 'contact:updated', contact('Real'))
    await turn()
    expect(names()).toEqual(['Real'])
    expect(said.filter((one) => one.includes('Real'))).toEqual([])
  })

  it('has nothing heard again that was said, nor another part of it', async () => {
    const { client, turn, names } = await reader('again@example.com')
    const before = said.length
    const long = 'x'.repeat(20_000)
    a.deps.push.emit(client.id, 'contact:updated', contact('Once'))
    a.deps.push.emit(client.id, 'contact:updated', contact(long))
    await turn()
    expect(names()).toEqual(['Once', long])
    const recorded = said.slice(before)
    expect(recorded.length).toBeGreaterThan(5)
    for (const one of [...recorded, ...recorded.toReversed()]) await notify(TODAY, one)
    await turn()
    expect(names()).toEqual(['Once', long])
  })

  it('fills no log', async () => {
    const lines: string[] = []
    const log = pino({ level: 'warn' }, { write: (line: string) => lines.push(line) })
    const databaseUrl = database?.url ?? ''
    const [hears, says] = await Promise.all([
      openCluster(databaseUrl, a.keyRing.sealer('push'), log),
      openCluster(databaseUrl, a.keyRing.sealer('push'), log),
    ])
    const texts: string[] = []
    hears.hear((text) => texts.push(text))
    const hear = (text: string) =>
      expect
        .poll(() => {
          says.say(text)
          return texts
        })
        .toContain(text)
    await hear('before')
    await guest.query(
      `select pg_notify('${TODAY}', 'junk ' || number) from generate_series(1, 1000) as number`,
    )
    await hear('after')
    await Promise.all([hears.close(), says.close()])
    expect(lines.length).toBeLessThanOrEqual(2)
  })

  it('has nothing heard that was said before a server began', async () => {
    const client = await a.signIn('late@example.com')
    const before = said.length
    a.deps.push.emit(client.id, 'contact:updated', contact('Old'))
    await expect.poll(() => said.length).toBeGreaterThan(before)
    const recorded = said.slice(before)
    const late = await startServer({ beside: { databaseUrl: database?.url ?? '', server: a } })
    try {
      const there = new Client(late.url)
      for (const [name, { value, path }] of client.cookies) there.setCookie(name, value, path)
      const socket = await late.socket(there)
      expect(await socket.login(client.pair)).toBe('success')
      for (const one of recorded) await notify(TODAY, one)
      a.deps.push.emit(client.id, 'contact:updated', contact('New'))
      const { payload } = await socket.next('contact:updated')
      expect(payload.data.name).toBe('New')
    } finally {
      await late.stop()
    }
  })
})
