import { afterAll, beforeAll, expect, test } from 'vitest'
import { KEY_TAKEN } from '#domain/sendrule.ts'
import { ether, startNode, type TestNode } from '../chains/node.ts'
import { openRig, type Rig, STRANGER } from './rig.ts'

let node: TestNode
let rig: Rig

beforeAll(async () => {
  node = await startNode()
  rig = await openRig({ node })
})
afterAll(async () => {
  await rig.stop()
  await node.stop()
})

const results = async <T>(calls: Promise<T>[]) => {
  const settled = await Promise.allSettled(calls)
  return {
    done: settled.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : [])),
    failed: settled.flatMap((result) => (result.status === 'rejected' ? [result.reason] : [])),
  }
}

const SENDS = process.env.DEEP ? 100 : 30
test(`${SENDS} sends at once are all mined, with contiguous nonces`, async () => {
  const userId = await rig.user()
  const wallet = await rig.wallet(userId, { coins: '100' })
  const before = await node.balance(STRANGER)
  const draft = await rig.draft(userId, wallet.id, ether('0.5'))
  const sends = Array.from({ length: SENDS }, () => rig.sendEvm(userId, wallet.id, draft))
  const { done, failed } = await results(sends)
  expect(failed).toEqual([])
  await rig.settle()
  const rows = (await rig.listed(userId, wallet.id)).filter(({ direction }) => direction === 'outcome')
  expect(rows).toHaveLength(SENDS)
  expect(new Set(rows.map(({ status }) => status))).toEqual(new Set(['success']))
  expect(new Set(rows.map(({ hash }) => hash)).size).toBe(SENDS)
  const nonces = await Promise.all(
    rows.map(async ({ hash }) => (await node.client.getTransaction({ hash: hash as `0x${string}` })).nonce),
  )
  expect(nonces.sort((a, b) => a - b)).toEqual(Array.from({ length: SENDS }, (_, nonce) => nonce))
  expect((await node.balance(STRANGER)) - before).toBe(BigInt(SENDS) * ether('0.5'))
  expect(new Set(done.map(({ id }) => id)).size).toBe(SENDS)
}, 300_000)

test('of two sends of 60 % at once only one is accepted', async () => {
  const userId = await rig.user()
  const wallet = await rig.wallet(userId, { coins: '10' })
  const draft = await rig.draft(userId, wallet.id, ether('6'))
  const { done, failed } = await results([1, 2].map(() => rig.sendEvm(userId, wallet.id, draft)))
  expect(done).toHaveLength(1)
  expect(failed).toMatchObject([
    { name: 'InsufficientFundsError', message: 'Amount should be less than your balance' },
  ])
  await rig.settle()
  const sent = (await rig.listed(userId, wallet.id)).filter(({ direction }) => direction === 'outcome')
  expect(sent).toMatchObject([{ status: 'success' }])
})

test('fifty posts with one key make one transaction', async () => {
  const userId = await rig.user()
  const wallet = await rig.wallet(userId, { coins: '100' })
  const draft = await rig.draft(userId, wallet.id, ether('1'))
  const { done, failed } = await results(
    Array.from({ length: 50 }, () => rig.sendEvm(userId, wallet.id, draft, 'confirmation-1')),
  )
  expect(failed).toEqual([])
  expect(new Set(done.map(({ id }) => id)).size).toBe(1)
  await rig.settle()
  expect(await node.client.getTransactionCount({ address: wallet.address as `0x${string}` })).toBe(1)
  const again = await rig.sendEvm(userId, wallet.id, draft, 'confirmation-1')
  expect(again).toMatchObject({ id: done[0]?.id, status: 'success' })
})

test('a key with another body is refused, also after days, and belongs to its wallet', async () => {
  const userId = await rig.user()
  const wallet = await rig.wallet(userId, { coins: '10' })
  const other = await rig.wallet(userId, { name: 'Other', coins: '10' })
  const { sendEvm } = rig
  const draft = await rig.draft(userId, wallet.id, ether('1'))
  const first = await sendEvm(userId, wallet.id, draft, 'k')
  await expect(sendEvm(userId, wallet.id, { ...draft, amount: '1' }, 'k')).rejects.toMatchObject({
    name: 'ConflictError',
  })
  const elsewhere = await sendEvm(userId, other.id, await rig.draft(userId, other.id, ether('1')), 'k')
  expect(elsewhere.id).not.toBe(first.id)
  await expect(sendEvm(userId, wallet.id, draft, 'with blank')).rejects.toMatchObject({
    name: 'ValidationError',
  })
  await rig.settle()
  rig.clock.advance(9 * 24 * 60 * 60 * 1000)
  await expect(sendEvm(userId, wallet.id, { ...draft, amount: '1' }, 'k')).rejects.toMatchObject({
    name: 'ConflictError',
    message: KEY_TAKEN,
  })
  expect(await sendEvm(userId, wallet.id, draft, 'k')).toMatchObject({ id: first.id, status: 'success' })
  expect(await node.client.getTransactionCount({ address: wallet.address as `0x${string}` })).toBe(1)
})

test('two processes accept, send and watch side by side: nothing twice', async () => {
  const userId = await rig.user()
  const wallet = await rig.wallet(userId, { coins: '100' })
  const before = await node.balance(STRANGER)
  const draft = await rig.draft(userId, wallet.id, ether('1'))
  const caller = await rig.caller(userId)
  const both = [rig.services.transactions, rig.beside().transactions]
  const { failed } = await results(
    Array.from({ length: 20 }, (_, index) => both[index % 2]!.sendEvm(caller, wallet.id, draft, undefined)),
  )
  expect(failed).toEqual([])
  await Promise.all(both.map((transactions) => transactions.resume()))
  await Promise.all(both.map((transactions) => transactions.idle()))
  await node.mined()
  await Promise.all(both.map((transactions) => transactions.tick()))
  const rows = (await rig.listed(userId, wallet.id)).filter(({ direction }) => direction === 'outcome')
  expect(rows.map(({ status }) => status)).toEqual(Array(20).fill('success'))
  expect(await node.client.getTransactionCount({ address: wallet.address as `0x${string}` })).toBe(20)
  expect((await node.balance(STRANGER)) - before).toBe(ether('20'))
  expect((await rig.assetOf(userId, wallet.id))?.amount).toBe((await node.balance(wallet.address)).toString())
})
