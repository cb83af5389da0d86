// @vitest-environment node
import { eq } from 'drizzle-orm'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listRequests, listSessions } from '#contract/endpoints/dapp.ts'
import {
  approveTransaction,
  confirmInvite,
  disableApprovalFlow,
  enableApprovalFlow,
  getApprovalLog,
  getApprovalMessage,
  getConfirmationMessage,
  inviteApprover,
  listApprovals,
  listApprovers,
  listInvites,
  rejectInvite,
  rejectTransaction,
  resendInvite,
  retireApprover,
  setupApprovalFlow,
  signApproval,
  signInviteConfirmation,
} from '#contract/endpoints/guardian.ts'
import { cancelTransaction, listTransactions, sendEvm } from '#contract/endpoints/transaction.ts'
import {
  createWallet,
  getWallet,
  listAssets,
  listGuardedWallets,
  listWallets,
  renameWallet,
} from '#contract/endpoints/wallet.ts'
import { PUSH_EVENTS } from '#contract/push.ts'
import { approvalFlow } from '#domain/guardian.ts'
import type { ChainSet } from '#server/chains/family.ts'
import { makeChains } from '#server/chains/set.ts'
import { wallets } from '#server/db/schema/wallet.ts'
import { ether, startNode, type TestNode } from '#tests/server/chains/node.ts'
import type { TestSocket } from '#tests/server/harness/socket.ts'
import type { SignedInClient } from '#tests/server/harness/user.ts'
import { startServer, type TestServer } from '#tests/server/harness.ts'
import { STRANGER } from '#tests/server/transactions/rig.ts'

interface Person {
  client: SignedInClient
  socket: TestSocket
  walletId: string
  address: string
}

let node: TestNode
let chains: ChainSet
let server: TestServer
let owner: Person
let ada: Person
let bob: Person

const heard = ({ socket }: Person, name: string, fits: (data: Record<string, unknown>) => boolean) =>
  socket.heard.filter((event) => event.name === name && fits(event.payload.data))

/** Waits for an event without looking at the clock. */
const until = async (
  person: Person,
  name: string,
  fits: (data: Record<string, unknown>) => boolean,
): Promise<Record<string, unknown>> => {
  for (;;) {
    const [event] = heard(person, name, fits)
    if (event) return event.payload.data
    await new Promise<void>((resolve) => {
      const once = () => {
        person.socket.socket.offAny(once)
        setImmediate(resolve)
      }
      person.socket.socket.onAny(once)
    })
  }
}

const join = async (email: string): Promise<Person> => {
  const client = await server.signIn(email)
  const socket = await server.socket(client)
  await socket.login(client.pair)
  const { id } = await client.ok(createWallet, { body: { name: 'Main' } })
  const person = { client, socket, walletId: id, address: '' }
  const active = await until(person, 'wallet:updated', (data) => data.id === id && data.status === 'active')
  const [account] = active.accounts as { address: string }[]
  return { ...person, address: account?.address ?? '' }
}

beforeAll(async () => {
  node = await startNode()
  chains = makeChains({
    rpcUrls: { 'redbelly:testnet': node.rpcUrl },
    local: true,
    log: pino({ level: 'silent' }),
  })
  await chains.start()
  server = await startServer({ deps: { chains } })
  owner = await join('owner@example.com')
  ada = await join('ada@example.com')
  bob = await join('bob@example.com')
  await server.db.update(wallets).set({ kycCompleted: true }).where(eq(wallets.id, owner.walletId))
  await node.give(owner.address, '10')
  await until(owner, 'asset:created', ({ walletId }) => walletId === owner.walletId)
}, 120_000)
afterAll(async () => {
  await server.stop()
  chains.stop()
  await node.stop()
})

const params = () => ({ id: owner.walletId })

const accept = async ({ client, walletId }: Person, id: string) => {
  const text = await client.ok(getConfirmationMessage, { params: { id }, query: { walletId } })
  const { nonce, timestamp } = text
  const { signature } = await client.ok(signInviteConfirmation, {
    params: { id },
    body: { ...text, walletId },
  })
  return client.ok(confirmInvite, { params: { id }, body: { nonce, timestamp, signature, walletId } })
}

const send = async () => {
  const { items } = await owner.client.ok(listAssets, { query: { walletId: owner.walletId } })
  const body = {
    amount: ether('1').toString(),
    assetId: items[0]?.id ?? '',
    description: 'For the boat',
    gas: 'normal' as const,
    recipient: STRANGER,
  }
  return owner.client.ok(sendEvm, { params: params(), body })
}

test('two people agree, one sends, both see only their own side', async () => {
  const ids: string[] = []
  for (const person of [ada, bob]) {
    const { email } = person.client
    const answer = await owner.client.call(inviteApprover, {
      params: params(),
      body: { email: ` ${email} ` },
    })
    expect(answer).toMatchObject({ status: 201, body: { approverEmail: email, status: 'pending' } })
    ids.push(answer.body.id)
    expect(server.mails(email).some(({ subject }) => subject.includes('asks you to be a Guardian'))).toBe(
      true,
    )
    const invites = await person.client.ok(listInvites, { query: {} })
    expect(invites).toMatchObject({
      items: [
        {
          id: answer.body.id,
          status: 'pending',
          userEmail: owner.client.email,
          walletAddress: owner.address,
        },
      ],
      total: 1,
    })
    await until(person, 'approver-invite:created', ({ id }) => id === answer.body.id)
    expect(await accept(person, answer.body.id)).toMatchObject({ status: 'confirmed' })
  }
  const enabled = await owner.client.ok(enableApprovalFlow, { params: params(), body: {} })
  expect(approvalFlow(enabled)).toEqual({ enabled: true, consensus: 1, confirmed: expect.any(Number) })
  const strict = await owner.client.ok(setupApprovalFlow, { params: params(), body: { consensus: 2 } })
  expect(approvalFlow(strict)).toEqual({ enabled: true, consensus: 2, confirmed: expect.any(Number) })
  expect((await owner.client.ok(listApprovers, { params: params(), query: { limit: 1 } })).total).toBe(2)
  expect(await ada.client.ok(listGuardedWallets, { query: {} })).toMatchObject({
    items: [{ id: ids[0], name: 'Main', user: { email: 'owner@example.com' }, approverStatus: 'confirmed' }],
    total: 1,
  })

  const sent = await send()
  expect(sent).toMatchObject({ status: 'pending-approval', approval: { required: 2, approved: 0 } })
  for (const { client, walletId } of [ada, bob]) {
    const text = await client.ok(getApprovalMessage, { params: { txId: sent.id } })
    const { nonce, timestamp } = text
    const at = { params: { txId: sent.id } }
    const { signature } = await client.ok(signApproval, { ...at, body: { ...text, walletId } })
    const body = { nonce, timestamp, signature }
    expect(await client.ok(approveTransaction, { ...at, body })).toMatchObject({ status: 'approved' })
    const again = await client.call(approveTransaction, { ...at, body })
    expect(again).toMatchObject({ status: 409, body: { name: 'ConflictError' } })
  }
  await until(owner, 'transaction:updated', ({ id, status }) => id === sent.id && status === 'success')
  const requests = await ada.client.ok(listApprovals, { query: {} })
  expect(requests.items).toMatchObject([
    { txId: sent.id, status: 'approved', description: 'For the boat', approved: 2 },
  ])

  // Nothing else of the wallet, by no way.
  for (const { client, socket, walletId } of [ada, bob]) {
    expect(await client.call(getWallet, { params: params() })).toMatchObject({ status: 404 })
    const own = await client.ok(listWallets, { query: {} })
    expect(own.items.map(({ id }) => id)).toEqual([walletId])
    for (const list of [listAssets, listTransactions, listSessions, listRequests]) {
      const answer = await client.call(list, { query: { walletId: owner.walletId } })
      expect(answer).toMatchObject({ status: 404, body: { name: 'NotFoundError' } })
    }
    const log = await client.ok(getApprovalLog, { params: params() })
    expect(log.entries.at(-1)).toMatchObject({ hash: log.head })
    expect(log.entries.map(({ type }) => type)).toContain('signed')
    const names = new Set(socket.heard.map(({ name }) => name))
    for (const name of ['transaction:created', 'transaction:updated', 'asset:created', 'asset:updated']) {
      expect(names).not.toContain(name)
    }
  }
  expect(heard(owner, 'transaction-approver:created', () => true)).toEqual([])
  expect(heard(owner, 'approver-invite:created', () => true)).toEqual([])
  for (const { socket } of [owner, ada, bob]) {
    for (const { name, payload } of socket.heard) {
      expect(PUSH_EVENTS[name as keyof typeof PUSH_EVENTS].safeParse(payload.data).success).toBe(true)
    }
  }
})

test('whoever is not concerned gets nothing', async () => {
  const eve = await join('eve@example.com')
  const { items } = await owner.client.ok(listApprovers, { params: params(), query: {} })
  const approverId = items.find(({ approverEmail }) => approverEmail === ada.client.email)?.id ?? ''
  const sent = await send()
  for (const { client } of [eve, ada]) {
    const answers = await Promise.all([
      client.call(inviteApprover, { params: params(), body: { email: 'new@example.com' } }),
      client.call(listApprovers, { params: params(), query: {} }),
      client.call(retireApprover, { params: { ...params(), approverId }, body: {} }),
      client.call(setupApprovalFlow, { params: params(), body: { consensus: 1 } }),
      client.call(enableApprovalFlow, { params: params(), body: {} }),
      client.call(disableApprovalFlow, { params: params(), body: {} }),
      client.call(resendInvite, { params: { id: approverId }, body: {} }),
      client.call(cancelTransaction, { params: { ...params(), txId: sent.id }, body: {} }),
    ])
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 404))
  }
  for (const { client } of [eve, owner]) {
    const at = { params: { id: approverId } }
    const tx = { params: { txId: sent.id } }
    const signed = { nonce: 'aa', timestamp: 1, signature: '0x12' }
    const text = { message: 'a', nonce: 'aa', timestamp: 1, walletId: eve.walletId }
    const answers = await Promise.all([
      client.call(getConfirmationMessage, { ...at, query: {} }),
      client.call(signInviteConfirmation, { ...at, body: text }),
      client.call(confirmInvite, { ...at, body: { ...signed, walletId: eve.walletId } }),
      client.call(rejectInvite, { ...at, body: {} }),
      client.call(getApprovalMessage, tx),
      client.call(signApproval, { ...tx, body: text }),
      client.call(approveTransaction, { ...tx, body: signed }),
      client.call(rejectTransaction, { ...tx, body: {} }),
    ])
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 404))
  }
  expect((await eve.client.call(getApprovalLog, { params: params() })).status).toBe(404)
  expect((await owner.client.call(getApprovalLog, { params: params() })).status).toBe(200)
  expect(await eve.client.ok(listApprovals, { query: {} })).toMatchObject({ items: [], total: 0 })
  expect(eve.socket.heard.filter(({ name }) => !name.startsWith('wallet:'))).toEqual([])

  const unknown = { params: { txId: sent.id }, body: { reason: 'No', extra: 1 } }
  expect((await ada.client.call(rejectTransaction, unknown)).status).toBe(400)
  // Without a reason the word is 'Rejected'.
  expect(await ada.client.ok(rejectTransaction, { params: { txId: sent.id }, body: {} })).toMatchObject({
    status: 'rejected',
  })
  const rejected = (data: Record<string, unknown>) => data.id === sent.id && data.status === 'rejected'
  expect(await until(owner, 'transaction:updated', rejected)).toMatchObject({ rejectReason: 'Rejected' })
})

test('input that cannot be right is refused in words', async () => {
  const invite = (email: string) => owner.client.call(inviteApprover, { params: params(), body: { email } })
  expect((await invite('')).body.message).toContain('Member mail is required')
  expect((await invite('nobody')).body.message).toContain('Invalid email format')
  expect(await invite(owner.client.email)).toMatchObject({ status: 400, body: { name: 'ValidationError' } })
  expect(await invite(ada.client.email)).toMatchObject({ status: 409, body: { name: 'ConflictError' } })
  for (const consensus of [0, 3, 1.5]) {
    const answer = await owner.client.call(setupApprovalFlow, { params: params(), body: { consensus } })
    expect(answer).toMatchObject({ status: 400, body: { name: 'ValidationError' } })
  }
})

test('a new name reaches the guardians, a removal ends what they may', async () => {
  await owner.client.ok(renameWallet, { params: params(), body: { name: 'Harbour' } })
  expect((await ada.client.ok(listGuardedWallets, { query: {} })).items[0]?.name).toBe('Harbour')
  const { items } = await owner.client.ok(listApprovers, { params: params(), query: {} })
  const approverId = items.find(({ approverEmail }) => approverEmail === ada.client.email)?.id ?? ''
  const sent = await send()
  const at = { params: { ...params(), approverId }, body: {} }
  expect(await owner.client.ok(retireApprover, at)).toMatchObject({ id: approverId, status: 'retired' })
  expect(await owner.client.call(retireApprover, at)).toMatchObject({ status: 409 })
  const message = await ada.client.call(getApprovalMessage, { params: { txId: sent.id } })
  expect(message).toMatchObject({ status: 403, body: { name: 'ForbiddenError' } })
  expect((await ada.client.call(getApprovalLog, { params: params() })).status).toBe(404)
  expect((await ada.client.ok(listGuardedWallets, { query: {} })).items[0]?.approverStatus).toBe('retired')
  for (const { client } of [owner, ada, bob]) {
    expect(server.mails(client.email).some(({ text }) => text.includes('is not a Guardian'))).toBe(true)
  }
})
