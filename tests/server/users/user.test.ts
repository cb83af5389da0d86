import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { getConfig } from '#contract/endpoints/config.ts'
import { reportFault } from '#contract/endpoints/fault.ts'
import {
  getMyUser,
  getUser,
  listRoles,
  listUsers,
  trackMarketing,
  updateMyUser,
} from '#contract/endpoints/user.ts'
import { roles, userRoles, users } from '#server/db/schema/auth.ts'
import { startServer, type TestServer } from '#tests/server/harness.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

describe('users', () => {
  it('begin with the role User, a vault and nothing internal in what is shown', async () => {
    const client = await server.signIn('new@example.com')
    const me = await client.ok(getMyUser, {})
    expect(me).toEqual({
      id: client.id,
      email: 'new@example.com',
      vaultId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      roles: [{ id: 'user', name: 'User', permissions: [] }],
      ...{ language: null, startHidden: false },
    })
    expect(await client.ok(getUser, { params: { id: me.id } })).toEqual(me)
    expect(await client.ok(listRoles, {})).toContainEqual({ id: 'user', name: 'User', permissions: [] })
  })

  it('see only themselves without users:read', async () => {
    const one = await server.signIn('one@example.com')
    const two = await server.signIn('two@example.com')
    expect(await one.ok(listUsers, { query: {} })).toEqual({ items: [await one.ok(getMyUser, {})], total: 1 })
    for (const id of [two.id, 'unknown']) {
      const answer = await one.call(getUser, { params: { id } })
      expect(answer.status).toBe(403)
      expect(answer.body.name).toBe('ForbiddenError')
    }
  })

  it('see everybody with users:read as their first role, in pages too', async () => {
    const admin = await server.signIn('admin@example.com')
    await server.db.insert(roles).values({ id: 'reader', name: 'Reader', permissions: ['users:read'] })
    await server.db.insert(userRoles).values({ userId: admin.id, roleId: 'reader', position: 1 })
    expect((await admin.ok(listUsers, { query: {} })).total).toBe(1)
    await server.db.update(userRoles).set({ position: 2 }).where(eq(userRoles.roleId, 'user'))
    const all = await admin.ok(listUsers, { query: {} })
    expect(all.total).toBeGreaterThanOrEqual(4)
    const page = await admin.ok(listUsers, { query: { limit: 2, offset: 1 } })
    expect(page).toEqual({ items: all.items.slice(1, 3), total: all.total })
    const [first] = all.items
    // Nobody else is told what somebody prefers.
    expect(first).not.toHaveProperty('language')
    expect((await admin.ok(getUser, { params: { id: first?.id ?? '' } })).id).toBe(first?.id)
    expect((await admin.call(getUser, { params: { id: 'unknown' } })).status).toBe(404)
  })

  it('change what they prefer, one thing at a time, and only their own', async () => {
    const [one, two] = [await server.signIn('prefers@example.com'), await server.signIn('other@example.com')]
    const before = await one.ok(getMyUser, {})
    expect(await one.ok(updateMyUser, { body: { language: 'de' } })).toEqual({ ...before, language: 'de' })
    await one.ok(updateMyUser, { body: { startHidden: true } })
    expect(await one.ok(updateMyUser, { body: {} })).toEqual({ ...before, language: 'de', startHidden: true })
    expect(await two.ok(getMyUser, {})).toMatchObject({ language: null, startHidden: false })
    expect(await one.ok(updateMyUser, { body: { language: null } })).toMatchObject({ language: null })
    expect((await server.client().call(updateMyUser, { body: {} })).status).toBe(401)
  })

  it('prefer nothing that is not offered', async () => {
    const client = await server.signIn('hostile@example.com')
    const bodies = [
      ...['fr', 'DE', 1, '\u0000', ['de']].map((language) => ({ language })),
      ...['yes', null, 1].map((startHidden) => ({ startHidden })),
      ...[{ email: 'else@example.com' }, { id: 'other', language: 'de' }],
    ]
    for (const body of bodies) {
      const answer = await client.call(updateMyUser, { body: body as never })
      expect(answer.status, JSON.stringify(body)).toBe(400)
      expect(answer.body).toMatchObject({ name: 'ValidationError', key: expect.any(String) })
    }
    expect(await client.ok(getMyUser, {})).toMatchObject({ language: null, startHidden: false })
  })

  it.each(['0', '501', '-1', '1.5', 'x'])('are not paged by limit %s', async (limit) => {
    const client = await server.signIn('paging@example.com')
    expect((await client.raw(`/api/v1/users?limit=${limit}`)).status).toBe(400)
  })
})

it('keeps the first marketing id of a user', async () => {
  const client = await server.signIn('marketing@example.com')
  expect((await client.call(trackMarketing, { query: { marketingId: 'spring' } })).status).toBe(204)
  expect((await client.call(trackMarketing, { query: { marketingId: 'autumn' } })).status).toBe(204)
  const [row] = await server.db.select().from(users).where(eq(users.id, client.id))
  expect(row?.marketingId).toBe('spring')
  expect((await client.raw('/api/v1/marketing/tracking')).status).toBe(400)
  expect((await client.call(trackMarketing, { query: { marketingId: 'x'.repeat(257) } })).status).toBe(400)
})

it('tells the page what it must know of the installation, without a session', async () => {
  const config = await server.client().ok(getConfig, {})
  expect(config).toEqual({
    testnetPageUrl: 'https://access.redbelly.network',
    bitcoinNetwork: 'regtest',
    chains: [],
    explorers: {},
    policyDelaySeconds: 0,
    googleEnabled: false,
  })
})

it('calls the main network of Bitcoin as accounts do', async () => {
  const main = await startServer({ env: { BITCOIN_NETWORK: 'mainnet' } })
  try {
    expect((await main.client().ok(getConfig, {})).bitcoinNetwork).toBe('bitcoin')
  } finally {
    await main.stop()
  }
})

it('knows no explorer of a chain that runs in the sandbox only', async () => {
  const rpc = {
    RPC_URL_REDBELLY_TESTNET: 'http://127.0.0.1:1',
    RPC_URL_ETHEREUM_SEPOLIA: 'https://rpc.example',
  }
  const sandbox = await startServer({ env: { ...rpc, COUNTERSIGN_SANDBOX: '1' } })
  try {
    expect((await sandbox.client().ok(getConfig, {})).explorers).toEqual({ 'redbelly:testnet': '' })
  } finally {
    await sandbox.stop()
  }
})

describe('the report of a fault', () => {
  const fault = { name: 'Error', message: 'transactions t1: amount: Invalid input' }

  it('is taken of who is signed in, in bounds', async () => {
    const client = await server.signIn('fault@example.com')
    expect((await client.call(reportFault, { body: fault })).status).toBe(204)
    const long = await client.call(reportFault, { body: { ...fault, message: 'x'.repeat(501) } })
    expect(long.status).toBe(400)
  })
})
