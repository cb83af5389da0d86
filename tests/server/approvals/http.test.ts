// @vitest-environment node
import { createHmac, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  approveTransaction,
  disableApprovalFlow,
  enableApprovalFlow,
  getApprovalMessage,
  inviteApprover,
  listApprovals,
  rejectTransaction,
  retireApprover,
  setupApprovalFlow,
  signApproval,
} from '#contract/endpoints/guardian.ts'
import { cancelTransaction, listTransactions } from '#contract/endpoints/transaction.ts'
import { ether } from '#tests/server/chains/node.ts'
import { type Backend, type Owner, openBackend, until } from '#tests/server/dapps/backend.ts'
import { type Guardian, joinGuardian, sendCoins, verifiedOwner } from './people.ts'

const SECRET = 'operations-of-the-custodian'

let backend: Backend
let owner: Owner
let ada: Guardian
let bob: Guardian
let cyd: Guardian

const at = () => ({ params: { id: owner.walletId } })

const join = (name: string) => joinGuardian(backend, owner, name)

beforeAll(async () => {
  backend = await openBackend({ env: { OPERATIONS_WEBHOOK_SECRETS: SECRET } })
  owner = await verifiedOwner(backend, '50')
}, 120_000)
afterAll(() => backend.stop())

const send = (amount?: string) => sendCoins(backend, owner, amount)
const becomes = (id: string, status: string) =>
  until(owner, 'transaction:updated', (data) => data.id === id && data.status === status)
const stored = async (id: string) => {
  const { items } = await owner.client.ok(listTransactions, { query: { walletId: owner.walletId } })
  return items.find((item) => item.id === id)
}
const decision = async ({ client }: Owner, txId: string) => {
  const { items } = await client.ok(listApprovals, { query: {} })
  return items.find((item) => item.txId === txId)?.status
}
const onChain = () => backend.node.client.getTransactionCount({ address: owner.address })

const proofOf = async ({ client, walletId }: Owner, txId: string) => {
  const params = { txId }
  const text = await client.ok(getApprovalMessage, { params })
  const { signature } = await client.ok(signApproval, { params, body: { ...text, walletId } })
  return { nonce: text.nonce, timestamp: text.timestamp, signature }
}
const approve = async (guardian: Owner, txId: string) =>
  guardian.client.call(approveTransaction, { params: { txId }, body: await proofOf(guardian, txId) })
const messageOf = ({ client }: Owner, txId: string) => client.call(getApprovalMessage, { params: { txId } })
const decline = ({ client }: Owner, txId: string, reason?: string) =>
  client.call(rejectTransaction, { params: { txId }, body: reason === undefined ? {} : { reason } })

test('with approval on and nobody who could approve a send goes out at once', async () => {
  await owner.client.ok(enableApprovalFlow, { ...at(), body: {} })
  await owner.client.ok(inviteApprover, { ...at(), body: { email: 'silent@example.com' } })
  const sent = await send()
  expect(sent.status).toBe('broadcasting')
  expect(sent.approval ?? undefined).toBeUndefined()
  await becomes(sent.id, 'success')
})

test('with confirmed guardians it waits, each is asked, and enough of them send it', async () => {
  ada = await join('ada')
  bob = await join('bob')
  cyd = await join('cyd')
  await owner.client.ok(setupApprovalFlow, { ...at(), body: { consensus: 2 } })
  const before = await onChain()
  const sent = await send()
  expect(sent).toMatchObject({
    status: 'pending-approval',
    approvalConsensus: 2,
    approval: { required: 2, approved: 0 },
  })
  await until(owner, 'transaction:created', ({ id }) => id === sent.id)
  for (const guardian of [ada, bob, cyd]) {
    const asked = await until(guardian, 'transaction-approver:created', ({ txId }) => txId === sent.id)
    expect(asked).toMatchObject({ status: 'pending', approverWalletAddress: guardian.address })
    expect(await decision(guardian, sent.id)).toBe('pending')
  }
  expect(await approve(ada, sent.id)).toMatchObject({ status: 200, body: { status: 'approved' } })
  expect(await stored(sent.id)).toMatchObject({ status: 'pending-approval', approval: { approved: 1 } })
  expect(await onChain()).toBe(before)
  for (const again of [await decline(ada, sent.id), await messageOf(ada, sent.id)]) {
    expect(again).toMatchObject({ status: 409, body: { name: 'ConflictError' } })
  }
  expect(await approve(bob, sent.id)).toMatchObject({ status: 200, body: { approved: 2 } })
  await becomes(sent.id, 'broadcasting')
  await becomes(sent.id, 'success')
  expect(await onChain()).toBe(before + 1)
  const skipped = await until(
    cyd,
    'transaction-approver:updated',
    ({ txId, status }) => txId === sent.id && status === 'skipped',
  )
  expect(skipped.approved).toBe(2)
  for (const late of [await decline(cyd, sent.id), await messageOf(cyd, sent.id)]) {
    expect(late).toMatchObject({ status: 409, body: { name: 'ConflictError' } })
  }
})

test('declines that leave too few reject it, and nothing is on the chain', async () => {
  const before = await onChain()
  const sent = await send()
  expect(await decline(ada, sent.id)).toMatchObject({ status: 200, body: { status: 'rejected' } })
  expect(await stored(sent.id)).toMatchObject({ status: 'pending-approval' })
  expect((await decline(bob, sent.id, 'Too much')).status).toBe(200)
  expect(await stored(sent.id)).toMatchObject({ status: 'rejected', rejectReason: 'Too much', hash: null })
  expect([await decision(ada, sent.id), await decision(cyd, sent.id)]).toEqual(['rejected', 'skipped'])
  expect((await decline(cyd, sent.id)).status).toBe(409)
  expect(await onChain()).toBe(before)
})

test('only the issued text is signed, and only by the wallet that accepted the invite', async () => {
  const sent = await send()
  const params = { txId: sent.id }
  const text = await ada.client.ok(getApprovalMessage, { params })
  const body = { ...text, walletId: ada.walletId }
  const sign = (change: object) => ada.client.call(signApproval, { params, body: { ...body, ...change } })
  for (const change of [
    { message: 'Countersign approval v1' },
    { message: text.message.replace('Amount: 1 ', 'Amount: 2 ') },
    { nonce: 'ff'.repeat(16) },
    { timestamp: text.timestamp + 1 },
  ]) {
    expect(await sign(change)).toMatchObject({ status: 400, body: { name: 'ValidationError' } })
  }
  const second = await backend.wallet(ada, 'Second', '0')
  for (const walletId of [second.walletId, bob.walletId, owner.walletId]) {
    expect(await sign({ walletId })).toMatchObject({ status: 403, body: { name: 'ForbiddenError' } })
  }

  const proof = await proofOf(ada, sent.id)
  const theirs = await proofOf(bob, sent.id)
  const hand = (change: object, txId = sent.id) =>
    ada.client.call(approveTransaction, { params: { txId }, body: { ...proof, ...change } })
  const other = await send()
  const refused = { status: 400, body: { name: 'SignatureError' } }
  expect(await hand({ signature: theirs.signature })).toMatchObject(refused)
  expect(await hand({ nonce: theirs.nonce })).toMatchObject(refused)
  expect(await hand({}, other.id)).toMatchObject(refused)
  backend.server.clock.advance(5 * 60_000)
  expect(await hand({})).toMatchObject(refused)
  expect([await decision(ada, sent.id), await decision(ada, other.id)]).toEqual(['pending', 'pending'])
  expect(await stored(sent.id)).toMatchObject({ status: 'pending-approval', approval: { approved: 0 } })
})

/** What the custodian's own people say, by the signed webhook. */
const operate = (entityId: string, status: string, type = 'transaction') => {
  const operation = { operationId: randomUUID(), type, entityId, status, reason: 'By phone' }
  const body = JSON.stringify({ ...operation, at: backend.server.clock.now().toISOString() })
  const timestamp = String(backend.server.clock.now().getTime())
  const signature = createHmac('sha256', SECRET).update(`${timestamp}.${body}`).digest('hex')
  return backend.server.client().raw('/api/v1/guardian-wallet/callback/operations', {
    method: 'POST',
    body,
    headers: { origin: undefined, 'x-timestamp': timestamp, 'x-signature': signature },
  })
}

test('only its owner and operations cancel what waits', async () => {
  const mine = await send()
  const cancel = ({ client }: Owner) =>
    client.call(cancelTransaction, { params: { id: owner.walletId, txId: mine.id }, body: {} })
  expect((await cancel(ada)).status).toBe(404)
  expect(await cancel(owner)).toMatchObject({ status: 200, body: { status: 'cancelled' } })
  expect(await cancel(owner)).toMatchObject({ status: 409, body: { name: 'ConflictError' } })
  expect((await messageOf(ada, mine.id)).status).toBe(409)
  expect(await decision(ada, mine.id)).toBe('skipped')

  const other = await send()
  for (const status of ['success', 'broadcasting', 'rejected']) {
    expect((await operate(other.id, status)).status).toBe(409)
  }
  expect(await stored(other.id)).toMatchObject({ status: 'pending-approval' })
  expect((await operate(other.id, 'cancelled')).status).toBe(204)
  expect(await stored(other.id)).toMatchObject({ status: 'cancelled', rejectReason: 'By phone' })
  expect((await decline(ada, other.id)).status).toBe(409)
})

test('a retired guardian is refused, and his open decisions are skipped', async () => {
  const sent = await send()
  const params = { txId: sent.id }
  const proof = await proofOf(cyd, sent.id)
  const text = { ...(await cyd.client.ok(getApprovalMessage, { params })), walletId: cyd.walletId }
  await owner.client.ok(retireApprover, { params: { id: owner.walletId, approverId: cyd.seat }, body: {} })
  const gone = await until(
    cyd,
    'transaction-approver:updated',
    ({ txId, status }) => txId === sent.id && status === 'skipped',
  )
  expect(gone.id).toBeDefined()
  expect(await decision(cyd, sent.id)).toBe('skipped')
  const answers = await Promise.all([
    messageOf(cyd, sent.id),
    cyd.client.call(signApproval, { params, body: text }),
    cyd.client.call(approveTransaction, { params, body: proof }),
    decline(cyd, sent.id),
  ])
  for (const answer of answers)
    expect(answer).toMatchObject({ status: 403, body: { name: 'ForbiddenError' } })
  expect(await stored(sent.id)).toMatchObject({ status: 'pending-approval', approval: { approved: 0 } })
})

test('the balance is looked at again when the last one approves', async () => {
  const before = await onChain()
  const sent = await send('20')
  await backend.node.client.setBalance({ address: owner.address, value: ether('10') })
  await approve(ada, sent.id)
  await approve(bob, sent.id)
  expect(await becomes(sent.id, 'failed')).toMatchObject({
    rejectReason: 'Amount should be less than your balance',
    hash: null,
  })
  expect(await onChain()).toBe(before)
})

test('switched off, the next send asks nobody, and what waits still does', async () => {
  const waiting = await send()
  await owner.client.ok(disableApprovalFlow, { ...at(), body: {} })
  const sent = await send()
  expect(sent.status).toBe('broadcasting')
  await becomes(sent.id, 'success')
  expect(await decision(ada, sent.id)).toBeUndefined()
  expect(await stored(waiting.id)).toMatchObject({ status: 'pending-approval' })
  expect(await decision(ada, waiting.id)).toBe('pending')
})

test('the removal of the wallet cancels what waits', async () => {
  await owner.client.ok(enableApprovalFlow, { ...at(), body: {} })
  const waiting = await send()
  expect(waiting.status).toBe('pending-approval')
  const before = await onChain()
  expect((await operate(owner.walletId, 'removed', 'wallet')).status).toBe(204)
  expect(await becomes(waiting.id, 'cancelled')).toMatchObject({ rejectReason: 'The wallet was removed' })
  expect(await decision(ada, waiting.id)).toBe('skipped')
  expect((await decline(ada, waiting.id)).status).toBe(409)
  expect(await onChain()).toBe(before)
})
