import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  confirmInvite,
  enableApprovalFlow,
  getApprovalLog,
  getConfirmationMessage,
  inviteApprover,
  listApprovers,
  rejectInvite,
  retireApprover,
  signInviteConfirmation,
} from '#contract/endpoints/guardian.ts'
import { createWallet, getWallet } from '#contract/endpoints/wallet.ts'
import { approvers } from '#server/db/schema/guardian.ts'
import { wallets } from '#server/db/schema/wallet.ts'
import type { SignedInClient } from '../harness/user.ts'
import { startServer, type TestServer } from '../harness.ts'

/** Whoever can write rows of the database, beside an account of his own, and would like to guard another's wallet. */
let server: TestServer
let owner: SignedInClient
let friend: SignedInClient
let thief: SignedInClient
let safe: string
let thiefs: string
let friends: string
let made = 0

const makeWallet = async (client: SignedInClient): Promise<string> => {
  const { id } = await client.ok(createWallet, { body: { name: `Main ${'a'.repeat(++made)}` } })
  const status = async () => (await client.ok(getWallet, { params: { id } })).status
  await vi.waitFor(async () => expect(await status()).toBe('active'), { timeout: 10_000, interval: 20 })
  return id
}

beforeAll(async () => {
  server = await startServer()
  owner = await server.signIn('owner@example.com')
  friend = await server.signIn('friend@example.com')
  thief = await server.signIn('thief@example.com')
  thiefs = await makeWallet(thief)
  friends = await makeWallet(friend)
})
afterAll(() => server.stop())
beforeEach(async () => {
  safe = await makeWallet(owner)
})

const invite = async (client: SignedInClient, email: string): Promise<string> =>
  (await client.ok(inviteApprover, { params: { id: safe }, body: { email } })).id

const change = (id: string, columns: Partial<typeof approvers.$inferInsert>) =>
  server.db.update(approvers).set(columns).where(eq(approvers.id, id))

const insert = async (columns: Partial<typeof approvers.$inferInsert> = {}): Promise<string> => {
  const at = server.clock.now()
  const [id, email] = [crypto.randomUUID(), thief.email]
  await server.db.insert(approvers).values({
    ...{ id, walletId: safe, email, emailKey: email, status: 'pending' },
    ...{ createdAt: at, mailedAt: at, expiresAt: new Date(at.getTime() + 86_400_000) },
    ...columns,
  })
  return id
}

/** Reads, signs and hands in, as far as the server lets him; else in whose words it does not. */
const accept = async (client: SignedInClient, id: string, walletId: string): Promise<number | string> => {
  const here = { params: { id } }
  const text = await client.call(getConfirmationMessage, { ...here, query: { walletId } })
  if (text.status !== 200) return `${text.status} ${text.body.message}`
  const issued = text.body as { message: string; nonce: string; timestamp: number }
  const signed = await client.call(signInviteConfirmation, { ...here, body: { ...issued, walletId } })
  if (signed.status !== 200) return signed.status
  const { signature } = signed.body as { signature: string }
  const { nonce, timestamp } = issued
  return (await client.call(confirmInvite, { ...here, body: { nonce, timestamp, signature, walletId } }))
    .status
}

/** Custody's own sentences: the rows let them through. */
const UNKNOWN = '409 This invitation has expired; the owner can send a new one.'
const OVER = '409 This invitation is not open any more.'
const ACCEPTED = '409 This invitation was already accepted.'

/** By custody's word. */
const guardians = async (): Promise<string[]> => {
  const { policies } = server.deps.custody
  return (await policies({ walletId: safe })).at(-1)?.guardians.map(({ email }) => email) ?? []
}

test('an invite that only a row tells of makes nobody a guardian', async () => {
  const forged = await insert()
  expect(await accept(thief, forged, thiefs)).toBe(UNKNOWN)
  expect(await guardians()).toEqual([])
  // The row is brought back to what custody knows.
  const [row] = (await owner.ok(listApprovers, { params: { id: safe }, query: {} })).items
  expect(row).toMatchObject({ id: forged, status: 'retired' })
})

test('an invite to somebody else is not the thief’s, whatever its row says of him', async () => {
  const id = await invite(owner, friend.email)
  await change(id, { email: thief.email, emailKey: thief.email })
  expect(await accept(thief, id, thiefs)).toBe('403 This invitation is for another e-mail.')
  await change(id, { email: friend.email, emailKey: friend.email })
  expect(await accept(friend, id, friends)).toBe(200)
  expect(await guardians()).toEqual([friend.email])
})

test('an invite for another wallet, moved to this one, stays for the other one', async () => {
  const own = safe
  safe = thiefs
  const id = await invite(thief, friend.email)
  safe = own
  await change(id, { walletId: safe })
  expect(await accept(friend, id, friends)).toBe(UNKNOWN)
  expect(await guardians()).toEqual([])
})

describe('an invite that is not open any more', () => {
  const ways: [string, (id: string) => Promise<unknown>, string][] = [
    [
      'was taken back',
      (id) => owner.ok(retireApprover, { params: { id: safe, approverId: id }, body: {} }),
      OVER,
    ],
    ['was declined', (id) => thief.ok(rejectInvite, { params: { id }, body: {} }), OVER],
    ['expired', async () => server.clock.advance(15 * 86_400_000), UNKNOWN],
  ]
  test.each(ways)('and %s is not opened by its row', async (_, end, words) => {
    const id = await invite(owner, thief.email)
    await end(id)
    ;[owner, thief] = [await server.signIn(owner.email), await server.signIn(thief.email)]
    await change(id, { status: 'pending', endedAt: null, expiresAt: new Date('2100-01-01') })
    expect(await accept(thief, id, thiefs)).toBe(words)
    expect(await guardians()).toEqual([])
  })
})

test('a guardian who was removed is none again, however his row is changed', async () => {
  friend = await server.signIn(friend.email)
  const id = await invite(owner, friend.email)
  expect(await accept(friend, id, friends)).toBe(200)
  await owner.ok(enableApprovalFlow, { params: { id: safe }, body: {} })
  await owner.ok(retireApprover, { params: { id: safe, approverId: id }, body: {} })
  for (const [status, words] of [
    ['confirmed', '409 This invite is already confirmed'],
    ['pending', ACCEPTED],
  ] as const) {
    await change(id, { status, endedAt: null })
    expect(await accept(friend, id, friends)).toBe(words)
    expect((await friend.call(getApprovalLog, { params: { id: safe } })).status).toBe(404)
  }
  expect(await guardians()).toEqual([])
})

test('a wallet whose owner’s row was changed takes no invites of the new one', async () => {
  await server.db.update(wallets).set({ userId: thief.id }).where(eq(wallets.id, safe))
  const answer = await thief.call(inviteApprover, {
    params: { id: safe },
    body: { email: 'eve@example.com' },
  })
  expect([403, 404]).toContain(answer.status)
  await server.db.update(wallets).set({ userId: owner.id }).where(eq(wallets.id, safe))
  const { invites } = server.deps.custody
  expect(await invites({ walletId: safe })).toEqual([])
})
