// @vitest-environment node
import { randomUUID } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { recoverMessageAddress, toHex } from 'viem'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { API_PREFIX, type Endpoint, fillPath, type InputOf } from '#contract/endpoint.ts'
import {
  approveSession,
  cancelRequest,
  confirmRequest,
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
import { transactionId } from '#server/custody/approval/proposal.ts'
import { CustodyRefusal } from '#server/custody/custody.ts'
import { tokens } from '#server/db/schema/chain.ts'
import { dappRequests, dappSessions } from '#server/db/schema/dapp.ts'
import { transactions } from '#server/db/schema/transaction.ts'
import { accounts, wallets } from '#server/db/schema/wallet.ts'
import { type Backend, type Bond, type Owner, openBackend, until } from '../dapps/backend.ts'
import { faultOf } from '../dapps/dapp.ts'
import { confirmation } from '../dapps/shown.ts'
import { insertSend } from './rows.ts'

/** Whoever can write rows of the database, beside an account and a dApp of his own. */
const SIGNATURE = /0x[0-9a-f]{130}/
const HELLO = toHex('Hello')
const EVIL = toHex('I give everything to the thief')

let backend: Backend
let owner: Owner
let second: Owner
let thief: Owner
let bond: Bond
let other: Bond
let rogue: Bond

beforeAll(async () => {
  backend = await openBackend()
  owner = await backend.owner('ada@example.com')
  second = await backend.wallet(owner, 'Second', '0')
  thief = await backend.wallet(await backend.person('thief@example.com'), 'Theirs', '0')
  bond = await backend.bond(owner)
  other = await backend.bond(second, await backend.dapp('Other DApp'))
  rogue = await backend.bond(thief, await backend.dapp('Rogue DApp'))
})
afterAll(() => backend.stop())

const rowOf = async (id: string) =>
  (await backend.server.db.select().from(dappRequests).where(eq(dappRequests.id, id)))[0]
const change = (id: string, to: Partial<typeof dappRequests.$inferInsert>) =>
  backend.server.db.update(dappRequests).set(to).where(eq(dappRequests.id, id))
/** A row that is found wrong is first put right and answered in the round after that. */
const settled = (id: string) =>
  vi.waitFor(
    async () => {
      const row = await rowOf(id)
      expect(row?.answered).toBe(true)
      return row
    },
    { timeout: 5_000, interval: 20 },
  )
const put = async (method = 'personal_sign', params: unknown[] = [HELLO, owner.address]) => {
  const before = new Set(owner.socket.heard.map(({ payload }) => payload.data.id))
  const answer = bond.dapp.ask(bond.session, method, params)
  const request = await until(owner, 'wc-session:request', ({ id }) => !before.has(id))
  return { answer, request, shown: await confirmation(owner.client, request.id) }
}
const confirm = (shown: InputOf<typeof confirmRequest>) => owner.client.call(confirmRequest, shown)
const cancel = (id: string) => owner.client.call(cancelRequest, { params: { id }, body: {} })
const forged = (more: Partial<typeof dappRequests.$inferInsert> = {}) => {
  const now = backend.server.clock.now()
  return {
    ...{ id: randomUUID(), sessionId: rogue.id, topic: rogue.session.topic, rpcId: Date.now() },
    ...{ walletId: owner.walletId, blockchain: 'redbelly:testnet', method: 'personal_sign' },
    ...{ params: [EVIL, owner.address], status: 'confirmed' as const, createdAt: now },
    ...{ expiresAt: new Date(now.getTime() + 60_000), ...more },
  }
}

describe('a request that its owner never confirmed', () => {
  test('signs nothing where a row is put in that says so', async () => {
    const row = forged()
    await backend.server.db.insert(dappRequests).values(row)
    expect(await settled(row.id)).toMatchObject({ status: 'rejected' })
    expect(JSON.stringify([await rowOf(row.id), rogue.dapp.heard])).not.toMatch(SIGNATURE)
  })

  test('signs nothing where a waiting row is made to say so', async () => {
    const { answer, request } = await put()
    await change(request.id, { status: 'confirmed', params: [EVIL, owner.address] })
    expect(await faultOf(answer)).toMatchObject({ code: 5000 })
    expect(JSON.stringify([await rowOf(request.id), bond.dapp.heard])).not.toMatch(SIGNATURE)
  })

  test('signs nothing where its row says that it was executed', async () => {
    const { answer, request } = await put()
    await change(request.id, { status: 'executed' })
    expect(await faultOf(answer)).toMatchObject({ code: 5000 })
  })
})

describe('a transaction whose row is there before it is confirmed', () => {
  const VALUE = '0x7'
  const ask = () => put('eth_sendTransaction', [{ from: owner.address, to: second.address, value: VALUE }])
  const idOf = (requestId: string) =>
    transactionId({ key: { userId: '', walletId: owner.walletId } }, { kind: 'request', id: requestId })
  const stateOf = async (txId: string) =>
    (await backend.server.deps.custody.approvalState({ walletId: owner.walletId, txId })).status
  const plant = async (id: string, withSend: boolean) => {
    const { db, clock } = backend.server
    const [account] = await db.select().from(accounts).where(eq(accounts.walletId, owner.walletId))
    const [native] = await db
      .select()
      .from(tokens)
      .where(and(eq(tokens.contract, ''), eq(tokens.blockchain, 'redbelly:testnet')))
    const createdAt = clock.now()
    await db.insert(transactions).values({
      ...{ id, blockchain: 'redbelly:testnet', tokenId: native?.id ?? '', accountId: account?.id ?? '' },
      ...{ sender: owner.address, recipient: second.address, amount: '7', direction: 'outcome' as const },
      ...{ status: 'cancelled' as const, description: '', createdAt },
    })
    if (!withSend) return
    await insertSend(db, {
      ...{ transactionId: id, walletId: owner.walletId, blockchain: 'redbelly:testnet' },
      ...{ addressKey: owner.address.toLowerCase(), walletName: 'Main', action: 'call' as const },
      ...{ target: second.address, value: '7', data: '0x', gas: 'normal' as const, gasLimit: '21000' },
      ...{ maxFeePerGas: '650000000', maxPriorityFeePerGas: '1000', feeCeiling: '1', guarded: false },
      ...{ expiresAt: new Date(createdAt.getTime() + 60_000) },
    })
  }

  test.each([
    ['alone', false],
    ['with what is to be sent', true],
  ])('%s is not taken for its confirmation', async (_, withSend) => {
    const { answer, request, shown } = await ask()
    const txId = idOf(request.id)
    await plant(txId, withSend)
    expect(await confirm(shown)).toMatchObject({ status: 409 })
    expect(await stateOf(txId)).toBe('ended')
    expect(await cancel(request.id)).toMatchObject({ status: 200 })
    expect(await faultOf(answer)).toMatchObject({ code: 5000 })
  })

  test('is closed when its request is cancelled after its confirmation broke off', async () => {
    const { custody } = backend.server.deps
    const { propose } = custody
    const { answer, request, shown } = await ask()
    const asked = vi.spyOn(custody, 'propose').mockImplementationOnce(async (proposal) => {
      await propose(proposal)
      throw new Error('killed')
    })
    expect((await confirm(shown)).status).toBe(500)
    asked.mockRestore()
    expect(await stateOf(idOf(request.id))).toBe('satisfied')
    expect(await cancel(request.id)).toMatchObject({ status: 200 })
    expect(await stateOf(idOf(request.id))).toBe('cancelled')
    await faultOf(answer)
  })

  test('is closed with its request when that runs out after its confirmation broke off', async () => {
    const { custody } = backend.server.deps
    const { propose } = custody
    const { answer, request, shown } = await ask()
    const asked = vi.spyOn(custody, 'propose').mockImplementationOnce(async (proposal) => {
      await propose(proposal)
      throw new Error('killed')
    })
    expect((await confirm(shown)).status).toBe(500)
    asked.mockRestore()
    expect(await stateOf(idOf(request.id))).toBe('satisfied')
    await change(request.id, { expiresAt: backend.server.clock.now() })
    await faultOf(answer)
    expect(await stateOf(idOf(request.id))).toBe('ended')
  })
})

test('a request that its owner cancelled signs nothing where its row is brought back', async () => {
  const { answer, request } = await put()
  await cancel(request.id)
  await faultOf(answer)
  await settled(request.id)
  for (const status of ['confirmed', 'executed'] as const) {
    await change(request.id, { status, answered: false, answer: null })
    expect(await settled(request.id)).toMatchObject({ status: 'rejected' })
  }
  expect(JSON.stringify(bond.dapp.heard.at(-1))).not.toMatch(SIGNATURE)
})

test('a question that its dApp never asked is not signed, whoever confirms it', async () => {
  const row = forged({ status: 'pending', sessionId: bond.id, topic: bond.session.topic })
  await backend.server.db.insert(dappRequests).values(row)
  const refused = { status: 409, body: { message: 'What this DApp asks has changed. Look at it again.' } }
  expect(await confirm(await confirmation(owner.client, row.id))).toMatchObject(refused)
  const { answer, request } = await put()
  await change(request.id, { params: [EVIL, owner.address] })
  expect(await confirm(await confirmation(owner.client, request.id))).toMatchObject(refused)
  await change(request.id, { params: [HELLO, owner.address] })
  await backend.server.db
    .update(dappSessions)
    .set({
      proposerMeta: {
        name: 'Your bank',
        description: 'Made for tests',
        url: 'https://bank.example',
        icons: [],
      },
    })
    .where(eq(dappSessions.id, bond.id))
  expect(await confirm(await confirmation(owner.client, request.id))).toMatchObject(refused)
  await backend.server.db
    .update(dappSessions)
    .set({
      proposerMeta: {
        name: 'Test DApp',
        description: 'Made for tests',
        url: 'https://dapp.example',
        icons: [],
      },
    })
    .where(eq(dappSessions.id, bond.id))
  for (const id of [row.id, request.id]) await cancel(id)
  await faultOf(answer)
})

describe('a request that was changed between the dialog and the confirmation', () => {
  const changes: [string, () => Partial<typeof dappRequests.$inferInsert>][] = [
    ['text', () => ({ params: [EVIL, owner.address] })],
    ['wallet', () => ({ walletId: second.walletId, params: [HELLO, second.address] })],
    ['network', () => ({ blockchain: 'hardhat' })],
    ['connection', () => ({ sessionId: rogue.id, topic: rogue.session.topic })],
    ['connection, of the same person', () => ({ sessionId: other.id, topic: other.session.topic })],
    ['topic alone', () => ({ topic: rogue.session.topic })],
    [
      'method',
      () => ({
        method: 'eth_sendTransaction',
        params: [{ from: owner.address, to: thief.address, value: '0x1' }],
      }),
    ],
  ]
  test.each(changes)('is not signed: %s', async (_, to) => {
    const { answer, request, shown } = await put()
    const before = await rowOf(request.id)
    if (!before) throw new Error('There is no such row')
    await change(request.id, to())
    expect(await confirm(shown)).toMatchObject({
      status: 409,
      body: { message: 'What this DApp asks has changed. Look at it again.' },
    })
    expect(await rowOf(request.id)).toMatchObject({ status: 'pending' })
    // Put back as it was, it can be confirmed: nothing else was signed under its name.
    await change(request.id, before)
    expect(await confirm(shown)).toMatchObject({ status: 200, body: { status: 'executed' } })
    const signature = (await answer) as `0x${string}`
    expect(await recoverMessageAddress({ message: 'Hello', signature })).toBe(owner.address)
  })

  test('is not signed where the confirmation does not say what was shown', async () => {
    const { answer, request } = await put()
    const params = { id: request.id }
    const path = `${API_PREFIX}/${fillPath(confirmRequest.path, params)}`
    for (const body of [{}, { digest: '' }, { digest: 'A'.repeat(64) }, { digest: null }])
      expect((await owner.client.raw(path, { method: 'POST', body })).status).toBe(400)
    expect(await confirm({ params, body: { digest: '0'.repeat(64) } })).toMatchObject({ status: 409 })
    await cancel(request.id)
    await faultOf(answer)
    expect(JSON.stringify(bond.dapp.heard.at(-1))).not.toMatch(SIGNATURE)
  })

  test('sends nothing else', async () => {
    const call = { from: owner.address, to: second.address, value: '0x1' }
    for (const to of [
      { params: [{ ...call, to: thief.address }] },
      { params: [{ ...call, value: '0xffff' }] },
      { params: [{ ...call, data: '0x01' }] },
      { method: 'personal_sign', params: [EVIL, owner.address] },
    ]) {
      const { answer, request, shown } = await put('eth_sendTransaction', [call])
      await change(request.id, to)
      expect(await confirm(shown)).toMatchObject({ status: 409 })
      await cancel(request.id)
      await faultOf(answer)
    }
  })
})

describe('a confirmation that breaks off', () => {
  const killed = new Error('killed')
  afterEach(() => vi.restoreAllMocks())
  const logOf = async (type: string) =>
    (await backend.server.deps.custody.approvalLog({ walletId: owner.walletId })).entries.filter(
      (entry) => entry.type === type,
    ).length

  test('after a text is in custody’s journal is taken up by the owner, with the same signature', async () => {
    const { custody } = backend.server.deps
    const { signMessage } = custody
    const { answer, request, shown } = await put()
    let first: string | undefined
    vi.spyOn(custody, 'signMessage').mockImplementationOnce(async (ask) => {
      first = (await signMessage(ask)).signature
      throw killed
    })
    expect((await confirm(shown)).status).toBe(500)
    expect(await rowOf(request.id)).toMatchObject({ status: 'pending' })
    const before = await logOf('message')
    expect(await confirm(shown)).toMatchObject({ status: 200, body: { status: 'executed' } })
    expect(await answer).toBe(first)
    expect(await logOf('message')).toBe(before)
  })

  test('and is cancelled then signs nothing, whatever its row says', async () => {
    const { custody } = backend.server.deps
    const { signMessage } = custody
    const { answer, request, shown } = await put()
    vi.spyOn(custody, 'signMessage').mockImplementationOnce(async (ask) => {
      await signMessage(ask)
      throw killed
    })
    expect((await confirm(shown)).status).toBe(500)
    expect(await cancel(request.id)).toMatchObject({ status: 200 })
    await faultOf(answer)
    await settled(request.id)
    await change(request.id, { status: 'executed', answered: false, answer: null })
    expect(await settled(request.id)).toMatchObject({ status: 'rejected' })
    expect(JSON.stringify(bond.dapp.heard.at(-1))).not.toMatch(SIGNATURE)
  })

  test.each([
    ['broke off', killed],
    ['waits for a clock', new CustodyRefusal('ClockAhead', 'The clock is ahead.')],
  ])('after its row says so is carried on by the server, once: custody %s', async (_, reason) => {
    const { answer, request, shown } = await put()
    const heard = bond.dapp.heard.length
    vi.spyOn(backend.server.deps.custody, 'messageSignature').mockRejectedValueOnce(reason)
    expect((await confirm(shown)).status).toBe(500)
    expect(await answer).toMatch(SIGNATURE)
    await settled(request.id)
    expect(await rowOf(request.id)).toMatchObject({ status: 'executed' })
    expect(bond.dapp.heard.slice(heard)).toHaveLength(1)
  })

  test('after its transaction was proposed meets the same proposal again', async () => {
    const { custody } = backend.server.deps
    const { propose } = custody
    const call = { from: owner.address, to: second.address, value: '0x7' }
    const { answer, request, shown } = await put('eth_sendTransaction', [call])
    vi.spyOn(custody, 'propose').mockImplementationOnce(async (ask) => {
      await propose(ask)
      throw killed
    })
    const before = await logOf('proposed')
    expect((await confirm(shown)).status).toBe(500)
    expect(await rowOf(request.id)).toMatchObject({ status: 'pending', transactionId: null })
    expect(await confirm(shown)).toMatchObject({ status: 200 })
    const hash = (await answer) as `0x${string}`
    const receipt = await backend.node.client.waitForTransactionReceipt({ hash })
    expect(receipt).toMatchObject({ status: 'success', to: second.address.toLowerCase() })
    expect(await logOf('proposed')).toBe(before + 1)
  })
})

describe('a signature', () => {
  test('lies in no row, and goes to nobody but whom it was confirmed for', async () => {
    const { answer, request, shown } = await put()
    expect(await confirm(shown)).toMatchObject({ status: 200 })
    expect(await answer).toMatch(SIGNATURE)
    expect(JSON.stringify(await rowOf(request.id))).not.toMatch(SIGNATURE)
    await change(request.id, { sessionId: rogue.id, topic: rogue.session.topic, rpcId: 77, answered: false })
    await settled(request.id)
    expect(JSON.stringify(rogue.dapp.heard)).not.toMatch(SIGNATURE)
  })

  test('is no other one where an answer is written into its row', async () => {
    const { answer, request, shown } = await put()
    await backend.stopRelay()
    const { body } = await confirm(shown)
    expect(body).toMatchObject({ status: 'executed' })
    await change(request.id, { answer: { result: `0x${'11'.repeat(65)}` } })
    await backend.startRelay()
    const signature = (await answer) as `0x${string}`
    expect(await recoverMessageAddress({ message: 'Hello', signature })).toBe(owner.address)
  })
})

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
    const answers: [string, string, number][] = []
    for (const [endpoint, input] of calls) {
      const { status } = await thief.client.call(endpoint, input as never)
      answers.push([endpoint.method, endpoint.path, status])
    }
    expect(answers).toEqual(calls.map(([{ method, path }]) => [method, path, 404]))
    await thief.client.ok(disconnectAllSessions, { body: {} })
    const [row] = await backend.server.db.select().from(dappSessions).where(eq(dappSessions.id, bond.id))
    expect(row).toMatchObject({ status: 'connected', deletedAt: null })
  })
})
