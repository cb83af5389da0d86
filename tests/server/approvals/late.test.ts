// @vitest-environment node
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  disableApprovalFlow,
  enableApprovalFlow,
  rejectTransaction,
  retireApprover,
} from '#contract/endpoints/guardian.ts'
import { stepUp } from '#contract/endpoints/stepup.ts'
import { getWallet } from '#contract/endpoints/wallet.ts'
import { approvalFlow } from '#domain/guardian.ts'
import { type Backend, type Owner, openBackend, until } from '#tests/server/dapps/backend.ts'
import { type Guardian, joinGuardian, sendCoins, trySend, verifiedOwner } from './people.ts'

const DELAY_S = 600

let backend: Backend
let owner: Owner
let ada: Guardian

const at = () => ({ params: { id: owner.walletId } })
const now = () => backend.server.clock.now().getTime()
const pass = () => backend.server.clock.advance(DELAY_S * 1000)

beforeAll(async () => {
  backend = await openBackend({ env: { POLICY_DELAY_S: String(DELAY_S) } })
  owner = await verifiedOwner(backend, '50')
  ada = await joinGuardian(backend, owner, 'ada')
  await owner.client.ok(enableApprovalFlow, { ...at(), body: {} })
}, 120_000)
afterAll(() => backend.stop())

test('stricter rules bind at once, the end of approval late', async () => {
  const guarded = await sendCoins(backend, owner)
  expect(guarded.status).toBe('pending-approval')
  await ada.client.ok(rejectTransaction, { params: { txId: guarded.id }, body: {} })
  pass()

  const startsAt = new Date(now() + DELAY_S * 1000).toISOString()
  const off = await owner.client.ok(disableApprovalFlow, { ...at(), body: {} })
  expect(approvalFlow(off)).toEqual({
    enabled: false,
    consensus: 1,
    confirmed: 1,
    startsAt,
    until: { consensus: 1, confirmed: 1 },
  })
  await until(owner, 'wallet:updated', (wallet) => approvalFlow(wallet).startsAt === startsAt)
  for (const email of ['owner@example.com', 'ada@example.com']) {
    const mails = backend.server.mails(email)
    expect(mails.some(({ text }) => text.includes('was switched off'))).toBe(true)
  }
  expect((await sendCoins(backend, owner)).status).toBe('pending-approval')
  pass()
  const free = await sendCoins(backend, owner)
  expect(free.status).toBe('broadcasting')
  await until(owner, 'transaction:updated', ({ id, status }) => id === free.id && status === 'success')
  expect(approvalFlow(await owner.client.ok(getWallet, at()))).toEqual({
    enabled: false,
    consensus: 1,
    confirmed: 1,
  })
})

test('who removes all guardians cannot send before that counts', async () => {
  await owner.client.ok(enableApprovalFlow, { ...at(), body: {} })
  const removal = { params: { ...at().params, approverId: ada.seat }, body: {} }
  expect(await owner.client.call(retireApprover, removal)).toMatchObject({
    status: 403,
    body: { name: 'StepUpRequiredError' },
  })
  const code = backend.server.authenticatorCode('owner@example.com')
  expect((await owner.client.call(stepUp, { body: { code: '000000' } })).status).toBe(400)
  await owner.client.ok(stepUp, { body: { code } })
  const time = new Date(now() + DELAY_S * 1000).toISOString()
  await owner.client.ok(retireApprover, removal)
  expect(await trySend(backend, owner)).toMatchObject({
    status: 409,
    body: { name: 'ConflictError', message: `Guardians were changed. You can send again from ${time}.` },
  })
  pass()
  expect(await trySend(backend, owner)).toMatchObject({ status: 201, body: { status: 'broadcasting' } })
})
