// @vitest-environment node
import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { approvals, approvers } from '#server/db/schema/guardian.ts'
import { sends, transactions } from '#server/db/schema/transaction.ts'
import { startNode, type TestNode } from '#tests/server/chains/node.ts'
import { nameOf, openRig, type Person, type Rig } from '#tests/server/guardians/rig.ts'

/** Whoever can write rows of the database, and would like to approve in a guardian's place. */
let node: TestNode
let rig: Rig
let owner: Person
let ada: Person
let bob: Person
let eve: Person

beforeAll(async () => {
  node = await startNode()
  rig = await openRig({ node })
  ;[owner, ada, bob, eve] = (await rig.people('owner', 'ada', 'bob', 'eve')) as [
    Person,
    Person,
    Person,
    Person,
  ]
})
afterAll(async () => {
  await rig.stop()
  await node.stop()
})

const waiting = async (consensus = 2) => {
  const safe = await rig.guarded(owner, [ada, bob], consensus)
  const { id } = await rig.send(safe)
  return { safe, id, seats: { ada: safe.ids[0] ?? '', bob: safe.ids[1] ?? '' } }
}
const status = async (safe: Awaited<ReturnType<typeof waiting>>['safe'], id: string) => {
  await rig.round()
  return (await rig.transaction(safe, id)).status
}
const part = (txId: string, approverId: string) =>
  and(eq(approvals.transactionId, txId), eq(approvals.approverId, approverId))

test('a seat that was given to another address is still the guardian’s', async () => {
  const { safe, id, seats } = await waiting(1)
  const seat = eq(approvers.id, seats.ada)
  await rig.db
    .update(approvers)
    .set({ email: eve.email, emailKey: eve.email, address: eve.address })
    .where(seat)
  expect(await nameOf(rig.approve(eve, id))).toBe('ForbiddenError')
  expect(await nameOf(rig.reject(eve, id))).toBe('ForbiddenError')
  expect(await status(safe, id)).toBe('pending-approval')
})

test('a seat and a part that were made up decide nothing', async () => {
  const { safe, id } = await waiting(1)
  const at = rig.clock.now()
  const seat = {
    id: `seat-${id}`,
    walletId: safe.id,
    email: eve.email,
    emailKey: eve.email,
    address: eve.address,
  }
  await rig.db
    .insert(approvers)
    .values({ ...seat, status: 'confirmed', createdAt: at, mailedAt: at, expiresAt: at, confirmedAt: at })
  await rig.db.insert(approvals).values({
    id: `part-${id}`,
    transactionId: id,
    approverId: seat.id,
    status: 'pending',
    counts: true,
    createdAt: at,
  })
  expect(await nameOf(rig.approve(eve, id))).toBe('ForbiddenError')
  expect(await nameOf(rig.reject(eve, id))).toBe('ForbiddenError')
  expect(await status(safe, id)).toBe('pending-approval')
})

test('one guardian does not decide in the other one’s seat', async () => {
  const { safe, id, seats } = await waiting()
  await rig.approve(ada, id)
  await rig.db
    .update(approvers)
    .set({ emailKey: `nobody-${id}` })
    .where(eq(approvers.id, seats.ada))
  await rig.db
    .update(approvers)
    .set({ email: ada.email, emailKey: ada.email, address: ada.address })
    .where(eq(approvers.id, seats.bob))
  expect(await nameOf(rig.approve(ada, id))).toBe('ForbiddenError')
  expect(await nameOf(rig.reject(ada, id))).toBe('ForbiddenError')
  expect(await status(safe, id)).toBe('pending-approval')
})

test('approvals that only rows tell of send nothing, and a decline is not undone by them', async () => {
  const { safe, id, seats } = await waiting()
  await rig.approve(ada, id)
  await rig.db.update(approvals).set({ status: 'approved', counts: true }).where(part(id, seats.bob))
  expect(await status(safe, id)).toBe('pending-approval')
  await rig.db.update(approvals).set({ status: 'pending' }).where(part(id, seats.bob))
  await rig.reject(bob, id)
  expect(await status(safe, id)).toBe('rejected')

  await rig.db
    .update(transactions)
    .set({ status: 'pending-approval', finishedAt: null })
    .where(eq(transactions.id, id))
  await rig.db.update(approvals).set({ status: 'pending', decidedAt: null }).where(part(id, seats.bob))
  expect(await nameOf(rig.approve(bob, id))).not.toBe('none')
  expect(await status(safe, id)).toBe('rejected')
  expect(await rig.sentBy(safe.address)).toBe(0)
})

test('what a guardian approved is sent, whatever the rows say meanwhile', async () => {
  const { id } = await waiting(1)
  await rig.db.update(transactions).set({ recipient: eve.address }).where(eq(transactions.id, id))
  await rig.db
    .update(sends)
    .set({ target: eve.address, value: '9000000000000000000' })
    .where(eq(sends.transactionId, id))
  const before = await node.balance(eve.address)
  await rig.approve(ada, id)
  await rig.round()
  await node.mined()
  expect(await node.balance(eve.address)).toBe(before)
})
