import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  completeOtp,
  refreshTokens,
  signIn as signInCall,
  signOut,
  verifySignIn,
} from '#contract/endpoints/auth.ts'
import { createWallet } from '#contract/endpoints/wallet.ts'
import { Client } from '#tests/server/harness/client.ts'
import { startServer, type TestServer } from '#tests/server/harness.ts'
import { createTestDatabase } from '#tests/server/transactions/database.ts'

/** Needs a real PostgreSQL: see `npm run test:postgres`. */
describe.runIf(process.env.TEST_DATABASE_URL)('two processes on one database', () => {
  let database: Awaited<ReturnType<typeof createTestDatabase>>
  let a: TestServer
  let b: TestServer
  beforeAll(async () => {
    database = await createTestDatabase()
    const databaseUrl = database?.url ?? ''
    a = await startServer({ beside: { databaseUrl } })
    b = await startServer({ beside: { databaseUrl, server: a } })
  })
  afterAll(async () => {
    await b.stop()
    await a.stop()
    await database?.drop()
  })

  /** Signed in at one process, with a socket at the other. */
  const split = async (email: string) => {
    const client = await a.signIn(email)
    const there = new Client(b.url)
    for (const [name, { value, path }] of client.cookies) there.setCookie(name, value, path)
    const socket = await b.socket(there)
    expect(await socket.login(client.pair)).toBe('success')
    return { client, socket }
  }

  it('tell what one did to a client of the other, in order', async () => {
    const { client, socket } = await split('order@example.com')
    const { id } = await client.ok(createWallet, { body: { name: 'Savings' } })
    for (;;) {
      const told = socket.heard.filter(
        ({ name, payload }) => name.startsWith('wallet:') && payload.data.id === id,
      )
      const statuses = told.map(({ payload }) => payload.data.status)
      if (statuses.at(-1) === 'active') {
        expect(statuses).toEqual(
          [...statuses].sort((x, y) => Number(x === 'active') - Number(y === 'active')),
        )
        break
      }
      await new Promise((resolve) => socket.socket.once('wallet:updated', resolve))
    }
  })

  it('tell a user’s sockets everywhere, each once', async () => {
    const { client, socket } = await split('each@example.com')
    const own = await a.socket(client)
    expect(await own.login(await client.ok(refreshTokens, { body: {} }))).toBe('success')
    const wallet = {
      ...{ id: 'w', name: 'Savings', vaultId: 'v', accounts: [], status: 'active' as const, features: [] },
      user: { id: client.id, email: client.email },
    }
    // Long enough to take the way of what does not fit into a notification.
    const long = { ...wallet, id: 'long', name: 'x'.repeat(9000) }
    a.deps.push.emit(client.id, 'wallet:updated', wallet)
    a.deps.push.emit(client.id, 'wallet:updated', long)
    b.deps.push.emit(client.id, 'wallet:removed', { id: 'w' })
    for (const end of [own, socket]) {
      await end.next('wallet:removed')
      while (!end.heard.some(({ payload }) => payload.data.id === 'long'))
        await new Promise((resolve) => end.socket.once('wallet:updated', resolve))
      expect(end.heard.filter(({ payload }) => payload.data.name === 'Savings')).toHaveLength(1)
    }
  })

  it('keep no socket of a session that ended while they did not hear each other', async () => {
    const { client, socket } = await split('deaf@example.com')
    const admin = new pg.Client({ connectionString: database?.url })
    await admin.connect()
    await admin.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where query = 'listen countersign_push' and datname = current_database()",
    )
    await admin.end()
    await client.ok(signOut, { body: {} })
    expect(await socket.closed).toBe('transport close')
    expect(socket.heard).toEqual([])
  })

  it('hear each other while somebody notifies them of nothing without end', async () => {
    const { client, socket } = await split('empty@example.com')
    const stranger = new pg.Client({ connectionString: database?.url })
    await stranger.connect()
    let over = false
    const flood = (async () => {
      while (!over) await stranger.query('notify countersign_push')
    })()
    const ids = Array.from({ length: 50 }, (_, at) => `w${at}`)
    for (const id of ids) {
      a.deps.push.emit(client.id, 'wallet:removed', { id })
      await setTimeout(20)
    }
    over = true
    await flood
    await stranger.end()
    a.deps.push.emit(client.id, 'wallet:removed', { id: 'last' })
    const heard = () => socket.heard.map(({ payload }) => payload.data.id)
    await expect.poll(heard, { timeout: 5_000 }).toEqual([...ids, 'last'])
  })

  it('log out and drop sockets of the other', async () => {
    const { client, socket } = await split('out@example.com')
    // The browser signs in again: its former session ends without a word.
    const { id } = await client.ok(signInCall, { body: { email: client.email } })
    await client.ok(verifySignIn, { body: { id, code: a.codeFor(client.email, id) } })
    const pair = await client.ok(completeOtp, { body: { code: a.authenticatorCode(client.email) } })
    expect(await socket.closed).toBe('transport close')

    const there = new Client(b.url)
    for (const [name, { value, path }] of client.cookies) there.setCookie(name, value, path)
    const again = await b.socket(there)
    expect(await again.login(pair)).toBe('success')
    await client.ok(signOut, { body: {} })
    expect((await again.next('log-out')).payload.data).toEqual({ reason: 'sign-out' })
    expect(await again.closed).toBe('io server disconnect')
  })
})
