// @vitest-environment node
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { enableApprovalFlow, inviteApprover } from '#contract/endpoints/guardian.ts'
import { listTransactions, sendEvm } from '#contract/endpoints/transaction.ts'
import { createWallet, getWallet, listAssets } from '#contract/endpoints/wallet.ts'
import type { ChainSet } from '#server/chains/family.ts'
import { makeChains } from '#server/chains/set.ts'
import { wallets } from '#server/db/schema/wallet.ts'
import { type Demo, makeDemoGuardians } from '#server/sandbox/guardian.ts'
import { registerDemoGuardians } from '#server/sandbox/guardianroutes.ts'
import { ether, startNode, type TestNode } from '#tests/server/chains/node.ts'
import type { SignedInClient } from '#tests/server/harness/user.ts'
import { startServer, type TestServer } from '#tests/server/harness.ts'
import { STRANGER } from '#tests/server/transactions/rig.ts'
import { temporaryFolder } from './place.ts'

const folder = temporaryFolder()
let node: TestNode
let chains: ChainSet
let server: TestServer
let owner: SignedInClient
let walletId: string

const around = () => ({
  mailbox: { list: (to?: string) => server.mails(to) },
  now: () => server.clock.now().getTime(),
})
const file = join(folder.path, 'guardians.json')

const extend = async (app: FastifyInstance) => {
  await app.register(async (scope) => registerDemoGuardians(scope, { ...around(), guardiansFile: file }), {
    prefix: '/sandbox',
  })
}

beforeAll(async () => {
  node = await startNode()
  chains = makeChains({
    rpcUrls: { 'redbelly:testnet': node.rpcUrl },
    local: true,
    log: pino({ level: 'silent' }),
  })
  await chains.start()
  server = await startServer({ deps: { chains }, extend })
  owner = await server.signIn('owner@example.com')
  walletId = (await owner.ok(createWallet, { body: { name: 'Main' } })).id
  const active = () => owner.ok(getWallet, { params: { id: walletId } })
  await vi.waitFor(async () => expect((await active()).status).toBe('active'), { timeout: 20_000 })
  await server.db.update(wallets).set({ kycCompleted: true }).where(eq(wallets.id, walletId))
  await node.give((await active()).accounts[0]?.address ?? '', '10')
  const listed = () => owner.ok(listAssets, { query: { walletId } })
  await vi.waitFor(async () => expect((await listed()).items[0]?.amount).toBe(ether('10').toString()), {
    timeout: 20_000,
  })
}, 120_000)
afterAll(async () => {
  await server.stop()
  chains.stop()
  await node.stop()
  folder.remove()
})

const page = async <T>(path: string, body?: unknown): Promise<T> => {
  const method = body === undefined ? 'GET' : 'POST'
  const answer = await owner.raw(`/sandbox/guardians${path}`, { method, ...(body ? { body } : {}) })
  if (answer.status >= 300) throw new Error(JSON.stringify(answer.body))
  return answer.body as T
}
const waiting = async () => (await page<{ items: Demo[] }>('')).items.flatMap((demo) => demo.waiting)

const send = async (amount: string) => {
  const { items } = await owner.ok(listAssets, { query: { walletId } })
  const body = {
    amount: ether(amount).toString(),
    assetId: items[0]?.id ?? '',
    description: '',
    gas: 'normal' as const,
    recipient: STRANGER,
  }
  return owner.ok(sendEvm, { params: { id: walletId }, body })
}
const statusOf = async (id: string) => {
  const { items } = await owner.ok(listTransactions, { query: { walletId } })
  return items.find((item) => item.id === id)?.status
}

test('a demo guardian is a real account that approves and declines over the API', async () => {
  expect(await page('')).toEqual({ items: [] })
  const { email } = await page<{ email: string }>('', {})
  expect(await page('')).toEqual({ items: [{ email, waiting: [] }] })
  await owner.ok(inviteApprover, { params: { id: walletId }, body: { email } })
  const [invite] = await waiting()
  expect(invite).toEqual({
    kind: 'invite',
    id: expect.any(String),
    text: 'owner@example.com asks to be guarded',
  })
  await page('/decide', { email, kind: 'invite', id: invite?.id, decision: 'approve' })
  await owner.ok(enableApprovalFlow, { params: { id: walletId }, body: {} })

  const wanted = await send('1.5')
  expect(wanted.status).toBe('pending-approval')
  const text = `owner@example.com sends 1.5 RBNT to ${STRANGER}`
  expect(await waiting()).toEqual([{ kind: 'transaction', id: wanted.id, text }])
  await page('/decide', { email, kind: 'transaction', id: wanted.id, decision: 'approve' })
  await vi.waitFor(async () => expect(await statusOf(wanted.id)).toBe('success'), { timeout: 20_000 })

  const unwanted = await send('2')
  await page('/decide', { email, kind: 'transaction', id: unwanted.id, decision: 'decline' })
  expect(await statusOf(unwanted.id)).toBe('rejected')
  expect(await waiting()).toEqual([])
  await expect(
    page('/decide', { email, kind: 'transaction', id: unwanted.id, decision: 'approve' }),
  ).rejects.toThrow('already settled')
  await expect(
    page('/decide', { email: 'no@demo.example', kind: 'invite', id: 'a', decision: 'approve' }),
  ).rejects.toThrow('is no demo guardian')
})

test('it is found again after a restart, with its authenticator', async () => {
  const later = makeDemoGuardians({
    ...around(),
    file,
    place: () => ({ url: server.url, origin: server.url }),
  })
  const [demo] = await later.list()
  expect(demo).toEqual({ email: expect.stringMatching(/^guardian-/), waiting: [] })
  const sent = await send('0.5')
  const decision = {
    email: demo?.email ?? '',
    kind: 'transaction',
    id: sent.id,
    decision: 'approve',
  } as const
  await later.decide(decision)
  await vi.waitFor(async () => expect(await statusOf(sent.id)).toBe('success'), { timeout: 20_000 })
})
