// @vitest-environment node
import { eq } from 'drizzle-orm'
import { toHex } from 'viem'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import {
  approveSession,
  cancelRequest,
  disconnectAllSessions,
  disconnectSession,
  getRequest,
  getSession,
  getSessionIcon,
  listActiveSessions,
  listRequests,
  listSessions,
  pingSession,
  quoteRequest,
  rejectSession,
} from '#contract/endpoints/dapp.ts'
import { dappRequests, dappSessions } from '#server/db/schema/dapp.ts'
import { wallets } from '#server/db/schema/wallet.ts'
import { type Backend, type Bond, type Owner, openBackend, until } from '../dapps/backend.ts'
import { faultOf } from '../dapps/dapp.ts'

/** Whoever can write rows of the database, beside an account and a dApp of his own. */
const HELLO = toHex('Hello')
const EVIL = toHex('I give everything to the thief')

let backend: Backend
let owner: Owner
let thief: Owner
let bond: Bond
let rogue: Bond

beforeAll(async () => {
  backend = await openBackend()
  owner = await backend.owner('ada@example.com')
  thief = await backend.wallet(await backend.person('thief@example.com'), 'Theirs', '0')
  bond = await backend.bond(owner)
  rogue = await backend.bond(thief, await backend.dapp('Rogue DApp'))
})
afterAll(() => backend.stop())

const change = (id: string, to: Partial<typeof dappRequests.$inferInsert>) =>
  backend.server.db.update(dappRequests).set(to).where(eq(dappRequests.id, id))
const put = async (method = 'personal_sign', params: unknown[] = [HELLO, owner.address]) => {
  const before = new Set(owner.socket.heard.map(({ payload }) => payload.data.id))
  const answer = bond.dapp.ask(bond.session, method, params)
  const request = await until(owner, 'wc-session:request', ({ id }) => !before.has(id))
  return { answer, request }
}
test('a connection that is moved to another wallet asks nothing of it', async () => {
  await backend.server.db
    .update(dappSessions)
    .set({ walletId: owner.walletId })
    .where(eq(dappSessions.id, rogue.id))
  const answer = rogue.dapp.ask(rogue.session, 'personal_sign', [EVIL, owner.address])
  expect(await faultOf(answer)).toMatchObject({ code: 5000 })
  await backend.server.db
    .update(dappSessions)
    .set({ walletId: thief.walletId })
    .where(eq(dappSessions.id, rogue.id))
})

test('a proposal put in the place of another one is not approved', async () => {
  const pending = async (of: Owner, name: string) => {
    const dapp = await backend.dapp(name)
    const { uri, session } = await dapp.connect()
    const { id } = await backend.paste(of, uri)
    await until(of, 'wc-session:proposal', (data) => data.id === id)
    const [row] = await backend.server.db.select().from(dappSessions).where(eq(dappSessions.id, id))
    if (!row) throw new Error('There is no such connection')
    return { row, session }
  }
  const shown = await pending(owner, 'Exchange')
  const { row, session } = await pending(thief, 'Trap')
  const put = (id: string, to: Partial<typeof dappSessions.$inferInsert>) =>
    backend.server.db.update(dappSessions).set(to).where(eq(dappSessions.id, id))
  const connected = vi.fn()
  session.then(connected, () => undefined)
  await put(row.id, { pairingTopic: 'moved' })
  for (const to of [
    { proposalId: row.proposalId },
    { proposalId: row.proposalId, pairingTopic: row.pairingTopic },
  ]) {
    await put(shown.row.id, to)
    const at = { params: { id: shown.row.id }, body: { walletId: owner.walletId } }
    expect(await owner.client.call(approveSession, at)).toMatchObject({ status: 409 })
  }
  expect(connected).not.toHaveBeenCalled()
  await put(shown.row.id, { pairingTopic: shown.row.pairingTopic, proposalId: shown.row.proposalId })
  await backend.approve(owner, shown.row.id)
  expect(await shown.session).toMatchObject({ acknowledged: true })
})

describe('a wallet whose owner was changed', () => {
  const userOf = async ({ walletId }: Owner) =>
    (await backend.server.db.select().from(wallets).where(eq(wallets.id, walletId)))[0]?.userId ?? ''
  const give = (userId: string) =>
    backend.server.db.update(wallets).set({ userId }).where(eq(wallets.id, owner.walletId))
  let own: string
  beforeEach(async () => {
    own = await userOf(owner)
    await give(await userOf(thief))
  })
  afterEach(() => give(own))

  test('tells nobody else what a dApp asks of it', async () => {
    await give(own)
    const secret = toHex('secret')
    const { answer, request } = await put('personal_sign', [secret, owner.address])
    await give(await userOf(thief))
    await change(request.id, { expiresAt: backend.server.clock.now() })
    expect(await faultOf(answer)).toMatchObject({ code: 5000 })
    expect(
      await faultOf(bond.dapp.ask(bond.session, 'personal_sign', [secret, owner.address])),
    ).toMatchObject({
      code: 5000,
    })
    expect(JSON.stringify(thief.socket.heard)).not.toContain(secret)
  })

  test('shows its connections and requests to nobody else, and nobody else ends them', async () => {
    const lists = async () => {
      const all = await Promise.all([
        thief.client.ok(listSessions, { query: {} }),
        thief.client.ok(listActiveSessions, { query: {} }),
        thief.client.ok(listRequests, { query: {} }),
      ])
      return all.flatMap<{ walletId: string }>(({ items }) => items).map(({ walletId }) => walletId)
    }
    expect(await lists()).not.toContain(owner.walletId)
    const [request] = await backend.server.db
      .select()
      .from(dappRequests)
      .where(eq(dappRequests.walletId, owner.walletId))
    const { walletId } = owner
    const calls: [Endpoint, object][] = [
      [listSessions, { query: { walletId } }],
      [listRequests, { query: { walletId } }],
      [listRequests, { query: { sessionId: bond.id } }],
      [getSession, { params: { id: bond.id } }],
      [getSessionIcon, { params: { id: bond.id } }],
      [pingSession, { body: { sessionId: bond.id } }],
      [disconnectSession, { params: { id: bond.id }, body: { walletId } }],
      [rejectSession, { params: { id: bond.id }, body: { walletId } }],
      [disconnectAllSessions, { body: { walletId } }],
      [getRequest, { params: { id: request?.id ?? '' } }],
      [quoteRequest, { params: { id: request?.id ?? '' } }],
      [cancelRequest, { params: { id: request?.id ?? '' }, body: {} }],
    ]
    for (const [endpoint, input] of calls)
      expect([endpoint.path, (await thief.client.call(endpoint, input as never)).status]).toEqual([
        endpoint.path,
        404,
      ])
    await thief.client.ok(disconnectAllSessions, { body: {} })
    const [row] = await backend.server.db.select().from(dappSessions).where(eq(dappSessions.id, bond.id))
    expect(row).toMatchObject({ status: 'connected', deletedAt: null })
  })
})
