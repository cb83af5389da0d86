// @vitest-environment node
import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { IDEMPOTENCY_HEADER } from '#contract/endpoint.ts'
import {
  enableApprovalFlow,
  getApprovalMessage,
  listApprovals,
  rejectTransaction,
} from '#contract/endpoints/guardian.ts'
import { listTransactions, sendEvm } from '#contract/endpoints/transaction.ts'
import { listAssets } from '#contract/endpoints/wallet.ts'
import { NOTE_FORBIDDEN, NOTE_LONG, REASON_FORBIDDEN, REASON_LONG } from '#contract/line.ts'
import { approvalMismatch } from '#domain/signedtext.ts'
import { transactions } from '#server/db/schema/transaction.ts'
import { ether } from '#tests/server/chains/node.ts'
import { type Backend, type Owner, openBackend } from '#tests/server/dapps/backend.ts'
import { type Guardian, joinGuardian, verifiedOwner } from './people.ts'

let backend: Backend
let owner: Owner
let ada: Guardian
let assetId: string

beforeAll(async () => {
  backend = await openBackend()
  owner = await verifiedOwner(backend, '50')
  const params = { id: owner.walletId }
  await owner.client.ok(enableApprovalFlow, { params, body: {} })
  ada = await joinGuardian(backend, owner, 'ada')
  const { items } = await owner.client.ok(listAssets, { query: { walletId: owner.walletId } })
  assetId = items.find(({ blockchain }) => blockchain === 'redbelly:testnet')?.id ?? ''
}, 120_000)
afterAll(() => backend.stop())

const draft = (description: string) => ({
  ...{ amount: ether('1').toString(), assetId, description, gas: 'normal' as const },
  recipient: `0x${'1'.repeat(40)}`,
})
const send = (description: string) =>
  owner.client.call(sendEvm, { params: { id: owner.walletId }, body: draft(description) })
const cardOf = async (txId: string) => {
  const { items } = await ada.client.ok(listApprovals, { query: {} })
  const card = items.find((item) => item.txId === txId)
  if (!card) throw new Error('The guardian was not asked')
  return card
}
const stored = async (id: string) => {
  const { items } = await owner.client.ok(listTransactions, { query: { walletId: owner.walletId } })
  return items.find((item) => item.id === id)
}

test('a note is in the text that guardians sign, whatever a row says of it', async () => {
  const { status, body } = await send('  Invoice 12, https://evil.example <b>now</b> ')
  const note = 'Invoice 12, https://evil.example <b>now</b>'
  expect([status, body.description]).toEqual([201, note])
  await backend.server.db
    .update(transactions)
    .set({ description: 'Rent' })
    .where(eq(transactions.id, body.id))
  const card = await cardOf(body.id)
  expect(card.description).toBe(note)
  const text = await ada.client.ok(getApprovalMessage, { params: { txId: body.id } })
  expect(text.message.split('\n')).toContain(`Note: ${note}`)
  expect(approvalMismatch(text, card)).toBeUndefined()
})

test('without a note nothing is said', async () => {
  const { body } = await send('')
  const text = await ada.client.ok(getApprovalMessage, { params: { txId: body.id } })
  expect(text.message.split('\n')).toContain('Note: -')
  expect(approvalMismatch(text, await cardOf(body.id))).toBeUndefined()
})

test('one key stands for one note', async () => {
  const key = randomUUID()
  const again = (description: string) =>
    owner.client.raw(`/api/v1/wallets/${owner.walletId}/transactions/send-evm`, {
      method: 'POST',
      body: draft(description),
      headers: { [IDEMPOTENCY_HEADER]: key },
    })
  const first = await again('Rent')
  expect((await again('Rent')).body).toMatchObject({ id: (first.body as { id: string }).id })
  expect((await again('Another')).status).toBe(409)
})

test.each([
  ['x'.repeat(141), NOTE_LONG],
  ['a\nTo: 0x0', NOTE_FORBIDDEN],
  ['a\u202eb', NOTE_FORBIDDEN],
  ['a\u200bb', NOTE_FORBIDDEN],
  ['a\u0007b', NOTE_FORBIDDEN],
])('the note %j is refused', async (description, message) => {
  expect(await send(description)).toMatchObject({ status: 400, body: { message } })
})

test('a reason for declining has the same form, and is Rejected where none is given', async () => {
  const decline = (txId: string, body: object) =>
    ada.client.call(rejectTransaction, { params: { txId }, body })
  const { body } = await send('Rent')
  for (const [reason, message] of [
    ['x'.repeat(141), REASON_LONG],
    ['a\nb', REASON_FORBIDDEN],
    ['a\u2066b', REASON_FORBIDDEN],
    [' ', 'Reason is required'],
  ])
    expect(await decline(body.id, { reason })).toMatchObject({ status: 400, body: { message } })
  expect((await decline(body.id, { reason: '=1+1 is too much' })).status).toBe(200)
  expect(await stored(body.id)).toMatchObject({ status: 'rejected', rejectReason: '=1+1 is too much' })
  const other = (await send('')).body
  expect((await decline(other.id, {})).status).toBe(200)
  expect(await stored(other.id)).toMatchObject({ status: 'rejected', rejectReason: 'Rejected' })
})
