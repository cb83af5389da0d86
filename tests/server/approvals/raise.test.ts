// @vitest-environment node
import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { CustodyRefusal } from '#server/custody/custody.ts'
import { transactions } from '#server/db/schema/transaction.ts'
import { FEES_ABOVE } from '#server/modules/transactions/sign.ts'
import { startNode, type TestNode } from '#tests/server/chains/node.ts'
import { openRig, type Person, type Rig } from '#tests/server/guardians/rig.ts'
import { withChain } from '#tests/server/transactions/points.ts'
import { STRANGER } from '#tests/server/transactions/rig.ts'

let node: TestNode
let rig: Rig
let owner: Person
let ada: Person
let bob: Person
/** How dear a place in a block is; and whether the server dies once custody has signed what guardians approved. */
const market = { times: 1n, dies: false }

beforeAll(async () => {
  node = await startNode()
  rig = await openRig({
    node,
    wrap: ({ chains, custody }) => ({
      chains: withChain(chains, (chain) => ({
        async fees() {
          const { slow, normal, fast } = await chain.fees()
          const times = ({ maxFeePerGas, maxPriorityFeePerGas }: typeof slow) => ({
            ...{ maxFeePerGas: maxFeePerGas * market.times, maxPriorityFeePerGas },
          })
          return { slow: times(slow), normal: times(normal), fast: times(fast) }
        },
      })),
      custody: {
        ...custody,
        async raiseTransaction(ask) {
          const signed = await custody.raiseTransaction(ask)
          if (market.dies) throw new CustodyRefusal('Unreachable', 'The server dies here')
          return signed
        },
      },
    }),
  })
  ;[owner, ada, bob] = await rig.people('owner', 'ada', 'bob')
})
afterEach(async () => {
  Object.assign(market, { times: 1n, dies: false })
  await node.client.setAutomine(true)
})
afterAll(async () => {
  await rig.stop()
  await node.stop()
})

/** Approved by both of two, handed in, in no block, and sped up for all that was approved; fees are far above that. */
const hanging = async () => {
  const safe = await rig.guarded(owner, [ada, bob], 2)
  const { id } = await rig.send(safe)
  await node.client.setAutomine(false)
  for (const one of [ada, bob]) await rig.approve(one, id)
  await rig.idle()
  const before = await node.balance(STRANGER)
  market.times = 100n
  await rig.transactions.replace(owner, safe.id, id, { cancels: false, maxFee: '9'.repeat(20) })
  await rig.idle()
  const row = () => rig.transaction(safe, id)
  const offer = () => rig.transactions.replacement(owner.id, safe.id, id)
  const ask = async (maxFee?: string) =>
    rig.transactions.askHigherFee(owner, safe.id, id, {
      maxFee: maxFee ?? (await offer()).anew?.ceiling ?? '0',
    })
  const card = async (guardian = ada) =>
    (await rig.approvals.list(guardian.id)).find(({ raises }) => raises?.txId === id)
  return { safe, id, row, offer, ask, card, before }
}
const asked = async () => {
  const made = await hanging()
  await made.ask()
  const txId = (await made.card())?.txId ?? ''
  return { ...made, txId }
}
const mine = async () => {
  await node.client.setAutomine(true)
  await node.client.mine({ blocks: 1 })
  await rig.settle()
  await rig.idle()
}
const rowsOf = async (walletId: string) =>
  (await rig.services.transactions.list(owner.id, { walletId })).items.filter(
    ({ direction }) => direction === 'outcome',
  ).length
const nativeReserved = async (walletId: string) =>
  BigInt(
    (await rig.services.assets.list(owner.id, walletId)).find(({ symbol }) => symbol === 'rbnt')?.reserved ??
      0,
  )

test('guardians are asked anew, and what hangs goes out at the new fee, once', async () => {
  const { safe, id, row, offer, ask, card, before } = await hanging()
  const { anew, ceiling = '', speedUp } = await offer()
  expect(speedUp.why).toContain('more than your Guardians approved')
  expect(anew).toMatchObject({ required: 2 })
  expect(BigInt(anew?.ceiling ?? 0)).toBeGreaterThan(BigInt(ceiling))
  const held = await nativeReserved(safe.id)
  await Promise.all([ask(anew?.ceiling), ask(anew?.ceiling)])
  // One row, and the difference is set aside.
  expect(await rowsOf(safe.id)).toBe(1)
  expect((await nativeReserved(safe.id)) - held).toBe(BigInt(anew?.ceiling ?? 0) - BigInt(ceiling))
  expect((await row()).raise).toMatchObject({
    ...{ from: ceiling, to: anew?.ceiling, approval: { required: 2, approved: 0 } },
  })
  const asking = await card()
  expect(asking).toMatchObject({
    ...{ raises: { txId: id, feeCeiling: ceiling }, feeCeiling: anew?.ceiling, status: 'pending' },
    ...{ recipient: STRANGER, kind: 'send', initiator: owner.email },
  })
  expect(asking?.amount).toBe((await row()).amount)
  expect((await rig.approvals.list(ada.id)).filter(({ status }) => status === 'pending')).toHaveLength(1)
  const first = (await row()).hash
  await rig.approve(ada, asking?.txId ?? '')
  await rig.idle()
  expect(await row()).toMatchObject({ hash: first, raise: { approval: { approved: 1 } } })
  expect((await offer()).speedUp).toEqual({ why: 'Your Guardians are asked about a higher fee already.' })
  await rig.approve(bob, asking?.txId ?? '')
  await rig.idle()
  const second = await row()
  expect(second.raise).toBeUndefined()
  expect(second.attempts?.map(({ hash }) => hash).slice(1)).toEqual([first, second.hash])
  expect(second.hash).not.toBe(first)
  expect((await offer()).ceiling).toBe(anew?.ceiling)
  await rig.round()
  expect((await row()).hash).toBe(second.hash)
  market.times = 1n
  await mine()
  expect(await row()).toMatchObject({ status: 'success', hash: second.hash })
  expect((await node.balance(STRANGER)) - before).toBe(BigInt(second.amount))
  expect(await rig.sentBy(safe.address)).toBe(1)
  expect(await rowsOf(safe.id)).toBe(1)
  expect(await nativeReserved(safe.id)).toBe(0n)
  expect(await card()).toMatchObject({ status: 'approved' })
})

test('a decline ends that alone, and it may be asked again', async () => {
  const { row, ask, card, txId } = await asked()
  const { hash } = await row()
  await rig.approvals.reject(bob, txId, 'Too dear')
  await rig.idle()
  expect(await row()).toMatchObject({ status: 'broadcasting', hash })
  expect((await row()).raise).toBeUndefined()
  expect((await row()).raiseRefused).toEqual({ by: bob.email, reason: 'Too dear' })
  expect(await card()).toMatchObject({ status: 'skipped' })
  await ask()
  expect((await row()).raise?.approval.approved).toBe(0)
  expect((await row()).raiseRefused).toBeUndefined()
  await mine()
})

test('its owner takes it back, and only he', async () => {
  const { safe, id, row, card, txId } = await asked()
  await rig.approve(ada, txId)
  await expect(rig.transactions.withdrawHigherFee(ada, safe.id, id)).rejects.toBeDefined()
  // It is no transaction of its own.
  await expect(rig.transactions.cancel(owner, safe.id, txId)).rejects.toMatchObject({ name: 'NotFoundError' })
  const view = await rig.transactions.withdrawHigherFee(owner, safe.id, id)
  expect(view).toMatchObject({ id, status: 'broadcasting' })
  expect(view.raise).toBeUndefined()
  expect(view.raiseRefused).toBeUndefined()
  expect(await card(bob)).toMatchObject({ status: 'skipped' })
  await expect(rig.approve(bob, txId)).rejects.toBeDefined()
  await expect(rig.transactions.withdrawHigherFee(owner, safe.id, id)).rejects.toMatchObject({
    name: 'NotFoundError',
  })
  await mine()
  expect(await row()).toMatchObject({ status: 'success' })
})

test('what is mined while they decide, or cancelled, asks nobody any more', async () => {
  const one = await asked()
  await rig.approve(ada, one.txId)
  market.times = 1n
  await mine()
  await rig.round()
  expect(await one.row()).toMatchObject({ status: 'success' })
  expect((await one.row()).raise).toBeUndefined()
  expect(await one.card(bob)).toMatchObject({ status: 'skipped' })
  const other = await asked()
  await rig.transactions.replace(owner, other.safe.id, other.id, { cancels: true, maxFee: '9'.repeat(20) })
  await rig.idle()
  expect((await other.row()).raise).toBeUndefined()
  expect(await other.card(bob)).toMatchObject({ status: 'skipped' })
  await expect(rig.approve(ada, other.txId)).rejects.toBeDefined()
  market.times = 1n
  await mine()
  expect(await other.row()).toMatchObject({ status: 'cancelled' })
})

test('it ends by its time, and leaves what hangs as it was', async () => {
  const { row, card, txId } = await asked()
  const { hash } = await row()
  await rig.approve(ada, txId)
  rig.clock.advance(8 * 86_400_000)
  await rig.round()
  expect(await row()).toMatchObject({ status: 'broadcasting', hash })
  expect((await row()).raise).toBeUndefined()
  expect((await row()).raiseRefused).toEqual({ by: undefined, reason: 'Expired' })
  expect(await card(bob)).toMatchObject({ status: 'skipped' })
  await mine()
  expect((await row()).raiseRefused).toBeUndefined()
})

test('what is approved waits while fees are above that, too', async () => {
  const { row, txId } = await asked()
  const { hash } = await row()
  market.times = 100_000n
  for (const one of [ada, bob]) await rig.approve(one, txId)
  await rig.round()
  // Within the ceiling it goes out where that is more than what hangs.
  const now = await row()
  if (now.hash === hash) expect(now.raise?.approval.note).toBe(FEES_ABOVE)
  else expect(now.raise).toBeUndefined()
  market.times = 1n
  await mine()
})

test('a server that dies between custody’s signature and the rows loses nothing and sends nothing twice', async () => {
  const { safe, row, txId, before } = await asked()
  market.dies = true
  for (const one of [ada, bob]) await rig.approve(one, txId)
  await rig.idle()
  market.dies = false
  const { hash: first } = await row()
  await rig.round()
  await rig.idle()
  const second = await row()
  expect(second.raise).toBeUndefined()
  expect(second.hash).not.toBe(first)
  expect(second.attempts).toHaveLength(3)
  market.times = 1n
  await mine()
  expect(await row()).toMatchObject({ status: 'success', hash: second.hash })
  expect((await node.balance(STRANGER)) - before).toBe(BigInt(second.amount))
  expect(await rig.sentBy(safe.address)).toBe(1)
})

test('a server that dies there sets nothing aside any more once what hung is mined at its earlier fee', async () => {
  const { safe, row, txId } = await asked()
  market.dies = true
  for (const one of [ada, bob]) await rig.approve(one, txId)
  await rig.idle()
  await mine()
  market.dies = false
  market.times = 1n
  await mine()
  await rig.round()
  await rig.idle()
  expect(await row()).toMatchObject({ status: 'success' })
  const [raise] = await rig.db.select().from(transactions).where(eq(transactions.id, txId))
  expect(raise).toMatchObject({ status: 'success', rejectReason: null })
  expect(await nativeReserved(safe.id)).toBe(0n)
})

test('what custody has open and no row tells of, or one that ended, is withdrawn', async () => {
  const one = await hanging()
  const { anew } = await one.offer()
  const lost = await rig.custody.askRaise({
    ...{ grant: owner.grant, walletId: one.safe.id, txId: one.id, feeCeiling: anew?.ceiling ?? '' },
    expiresAt: new Date(rig.clock.now().getTime() + 86_400_000).toISOString(),
  })
  rig.clock.advance(3 * 60_000)
  await rig.round()
  const endOf = async (txId: string) =>
    (await rig.custody.approvalState({ walletId: one.safe.id, txId })).end?.outcome
  expect(await endOf(lost.txId)).toBe('withdrawn')
  await one.ask()
  const txId = (await one.card())?.txId ?? ''
  expect(txId).not.toBe(lost.txId)
  await rig.db.update(transactions).set({ status: 'rejected' }).where(eq(transactions.id, txId))
  await rig.round()
  expect(await endOf(txId)).toBe('withdrawn')
  await mine()
  expect(await one.row()).toMatchObject({ status: 'success' })
})
