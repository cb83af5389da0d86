import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { listSessions } from '#contract/endpoints/dapp.ts'
import { getApprovalLog, listApprovers } from '#contract/endpoints/guardian.ts'
import { listTransactions } from '#contract/endpoints/transaction.ts'
import { createWallet, getWallet, listAssets, listWallets, renameWallet } from '#contract/endpoints/wallet.ts'
import { approvers } from '#server/db/schema/guardian.ts'
import { accounts, wallets } from '#server/db/schema/wallet.ts'
import type { SignedInClient } from '../harness/user.ts'
import { startServer, type TestServer } from '../harness.ts'

/** Whoever can write rows of the database, beside an account of his own. */
const FOREIGN = '0x52908400098527886E0F7030069857D2E4169EE7'

let server: TestServer
let owner: SignedInClient
let thief: SignedInClient
let walletId: string
let address: string

beforeAll(async () => {
  server = await startServer()
  owner = await server.signIn('owner@example.com')
  thief = await server.signIn('thief@example.com')
  const made = await owner.ok(createWallet, { body: { name: 'Main' } })
  walletId = made.id
  await vi.waitFor(async () => expect((await read()).status).toBe('active'), {
    timeout: 10_000,
    interval: 20,
  })
  address = (await read()).accounts[0]?.address ?? ''
})
afterAll(() => server.stop())

const read = () => owner.ok(getWallet, { params: { id: walletId } })
const account = () => eq(accounts.walletId, walletId)

/** Leaves everything as custody knows it. */
beforeEach(async () => {
  await server.db.update(wallets).set({ userId: owner.id }).where(eq(wallets.id, walletId))
  await server.db.update(accounts).set({ address, addressKey: address.toLowerCase() }).where(account())
})

test('an address put in the place of a wallet’s own one is never shown', async () => {
  expect(await read()).toMatchObject({ accounts: [{ network: 'evm', address }] })
  await server.db
    .update(accounts)
    .set({ address: FOREIGN, addressKey: FOREIGN.toLowerCase() })
    .where(account())
  const [listed] = (await owner.ok(listWallets, { query: {} })).items
  for (const wallet of [listed, await read()])
    expect(wallet?.accounts).toEqual([
      { id: expect.any(String), network: 'evm', address: '', unverified: true },
    ])
})

test('a signature of another wallet’s address does not pass for this one’s', async () => {
  const other = await owner.ok(createWallet, { body: { name: 'Other' } })
  const rows = () => server.db.select().from(accounts).where(eq(accounts.walletId, other.id))
  await vi.waitFor(async () => expect(await rows()).toHaveLength(1), { timeout: 10_000, interval: 20 })
  const [foreign] = await rows()
  const [own] = await server.db.select().from(accounts).where(account())
  await server.db
    .update(accounts)
    .set({ signature: foreign?.signature ?? '' })
    .where(account())
  expect((await read()).accounts).toMatchObject([{ address: '', unverified: true }])
  await server.db
    .update(accounts)
    .set({ signature: own?.signature ?? '' })
    .where(account())
  expect((await read()).accounts).toMatchObject([{ address }])
})

test('a wallet whose owner was changed shows to nobody but the one that custody made it for', async () => {
  await server.db.update(wallets).set({ userId: thief.id }).where(eq(wallets.id, walletId))
  expect((await thief.ok(listWallets, { query: {} })).items).toEqual([])
  const reads: [Endpoint, object][] = [
    [getWallet, { params: { id: walletId } }],
    [renameWallet, { params: { id: walletId }, body: { name: 'Mine now' } }],
    [listAssets, { query: { walletId } }],
    [listTransactions, { query: { walletId } }],
    [listApprovers, { params: { id: walletId } }],
    [getApprovalLog, { params: { id: walletId } }],
    [listSessions, { query: { walletId } }],
  ]
  const answers: [string, string, number][] = []
  for (const [endpoint, input] of reads) {
    const { status } = await thief.call(endpoint, input as never)
    answers.push([endpoint.method, endpoint.path, status])
  }
  expect(answers).toEqual(reads.map(([{ method, path }]) => [method, path, 404]))
})

test('a row that calls somebody a guardian does not open the approval log', async () => {
  const at = server.clock.now()
  await server.db.insert(approvers).values({
    id: 'forged',
    walletId,
    email: thief.email,
    emailKey: thief.email,
    status: 'confirmed',
    ...{ createdAt: at, mailedAt: at, expiresAt: at, confirmedAt: at },
  })
  expect((await thief.call(getApprovalLog, { params: { id: walletId } })).status).toBe(404)
  expect((await owner.ok(getApprovalLog, { params: { id: walletId } })).entries).toHaveLength(1)
  await server.db.delete(approvers).where(eq(approvers.id, 'forged'))
})
