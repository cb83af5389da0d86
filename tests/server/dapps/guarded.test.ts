// @vitest-environment node
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cancelRequest, confirmRequest, getRequest } from '#contract/endpoints/dapp.ts'
import {
  approveTransaction,
  confirmInvite,
  enableApprovalFlow,
  getApprovalMessage,
  getConfirmationMessage,
  inviteApprover,
  listApprovals,
  rejectTransaction,
  signApproval,
  signInviteConfirmation,
} from '#contract/endpoints/guardian.ts'
import { cancelTransaction, listTransactions } from '#contract/endpoints/transaction.ts'
import { type Backend, type Bond, type Owner, openBackend, until } from './backend.ts'
import { faultOf } from './dapp.ts'
import { confirmation } from './shown.ts'

/** approve(0x…dEaD, 2^256 - 1) of ERC-20. */
const ALLOWANCE = `0x095ea7b3${'dead'.padStart(64, '0')}${'f'.repeat(64)}`

let backend: Backend
let owner: Owner
let guardian: Owner
let bond: Bond
beforeAll(async () => {
  backend = await openBackend()
  owner = await backend.owner('ada@example.com')
  const person = await backend.person('bob@example.com')
  guardian = await backend.wallet(person, 'Main', '0')
  const wallet = { params: { id: owner.walletId } }
  const { id } = await owner.client.ok(inviteApprover, { ...wallet, body: { email: person.email } })
  const { walletId } = guardian
  const at = { params: { id } }
  const text = await guardian.client.ok(getConfirmationMessage, { ...at, query: { walletId } })
  const { nonce, timestamp } = text
  const { signature } = await guardian.client.ok(signInviteConfirmation, {
    ...at,
    body: { ...text, walletId },
  })
  await guardian.client.ok(confirmInvite, { ...at, body: { nonce, timestamp, signature, walletId } })
  await owner.client.ok(enableApprovalFlow, { ...wallet, body: {} })
  bond = await backend.bond(owner)
})
afterAll(() => backend.stop())

/** A confirmed request whose transaction waits for the guardian. */
const waiting = async () => {
  const before = new Set(owner.socket.heard.map(({ payload }) => payload.data.id))
  const answer = bond.dapp.ask(bond.session, 'eth_sendTransaction', [
    { from: owner.address, to: backend.node.token('USDC').address, data: ALLOWANCE },
  ])
  const request = await until(owner, 'wc-session:request', ({ id }) => !before.has(id))
  backend.server.clock.advance(10)
  const confirmed = await owner.client.ok(confirmRequest, await confirmation(owner.client, request.id))
  expect(confirmed.status).toBe('confirmed')
  const { items } = await owner.client.ok(listTransactions, { query: { walletId: owner.walletId, limit: 1 } })
  const [transaction] = items
  expect(transaction).toMatchObject({ status: 'pending-approval', description: 'Test DApp' })
  return { answer, requestId: request.id, txId: transaction?.id ?? '' }
}
const statusOf = async (id: string) => (await owner.client.ok(getRequest, { params: { id } })).status

test('the guardian approves, and the dApp gets the hash', async () => {
  const { answer, requestId, txId } = await waiting()
  const { items } = await guardian.client.ok(listApprovals, { query: {} })
  expect(items.find((item) => item.txId === txId)).toMatchObject({
    kind: 'call',
    recipient: backend.node.token('USDC').address,
    call: {
      method: 'approve',
      danger: true,
      headline: expect.stringMatching(/^Allow 0x0000…dEaD to move all your (USDC|tokens of 0x)/),
      sentence: expect.stringContaining('can then move up to all'),
    },
  })
  expect(await owner.client.call(cancelRequest, { params: { id: requestId }, body: {} })).toMatchObject({
    status: 409,
  })
  const at = { params: { txId } }
  const text = await guardian.client.ok(getApprovalMessage, at)
  const { nonce, timestamp } = text
  const body = { ...text, walletId: guardian.walletId }
  const { signature } = await guardian.client.ok(signApproval, { ...at, body })
  await guardian.client.ok(approveTransaction, { ...at, body: { nonce, timestamp, signature } })
  const hash = (await answer) as `0x${string}`
  const receipt = await backend.node.client.waitForTransactionReceipt({ hash })
  expect(receipt).toMatchObject({ status: 'success', from: owner.address.toLowerCase() })
  expect(await statusOf(requestId)).toBe('executed')
})

test('the guardian rejects, and the dApp gets the error', async () => {
  const { answer, requestId, txId } = await waiting()
  await guardian.client.ok(rejectTransaction, { params: { txId }, body: { reason: 'Who is that?' } })
  expect(await faultOf(answer)).toMatchObject({ code: 5000 })
  expect(await statusOf(requestId)).toBe('rejected')
})

test('the owner cancels the transaction, and the dApp gets the error', async () => {
  const { answer, requestId, txId } = await waiting()
  await owner.client.ok(cancelTransaction, { params: { id: owner.walletId, txId }, body: {} })
  expect(await faultOf(answer)).toMatchObject({ code: 5000 })
  expect(await statusOf(requestId)).toBe('rejected')
})

test('the guardian is too late: nothing is sent', async () => {
  const { answer, requestId, txId } = await waiting()
  const before = await backend.node.client.getTransactionCount({ address: owner.address })
  backend.server.clock.advance(60 * 60 * 1000)
  expect(await faultOf(answer)).toMatchObject({ code: 5000, message: 'Expired' })
  expect(await statusOf(requestId)).toBe('rejected')
  const { items } = await owner.client.ok(listTransactions, { query: { walletId: owner.walletId } })
  expect(items.find(({ id }) => id === txId)).toMatchObject({ status: 'rejected' })
  expect(await backend.node.client.getTransactionCount({ address: owner.address })).toBe(before)
})
