import { afterAll, beforeAll, expect, test } from 'vitest'
import { ether, startNode, type TestNode } from '../chains/node.ts'
import { withChain } from './points.ts'
import { openRig, type Rig, STRANGER } from './rig.ts'

let node: TestNode
let rig: Rig
let isDown = false
let refuseOnce = false

beforeAll(async () => {
  node = await startNode()
  rig = await openRig({
    node,
    wrap: ({ chains, custody }) => ({
      chains: withChain(chains, (chain) => ({
        broadcast: async (raw) =>
          isDown ? { kind: 'unclear', reason: 'The node is down' } : chain.broadcast(raw),
      })),
      custody: {
        ...custody,
        async replaceTransaction(asked) {
          const isRefused = refuseOnce
          refuseOnce = false
          if (isRefused) throw new Error('Out of reach')
          return custody.replaceTransaction(asked)
        },
      },
    }),
  })
})
afterAll(async () => {
  await rig.stop()
  await node.stop()
})

/** A send that waits in the pool of the node, which mines nothing. */
const hanging = async () => {
  const userId = await rig.user()
  const wallet = await rig.wallet(userId, { coins: '10' })
  await node.client.setAutomine(false)
  const { id } = await rig.send(userId, wallet.id, ether('1'))
  await rig.services.transactions.idle()
  const row = async () => (await rig.listed(userId, wallet.id)).find((one) => one.id === id)
  return {
    ...{ userId, wallet, id, row, before: await node.balance(STRANGER), hash: (await row())?.hash },
    offer: () => rig.services.transactions.replacement(userId, wallet.id, id),
    async replace(cancels: boolean, maxFee = '0', key?: string) {
      const caller = await rig.caller(userId)
      await rig.services.transactions.replace(caller, wallet.id, id, { cancels, maxFee }, key)
      await rig.services.transactions.idle()
    },
    async mine() {
      await node.client.setAutomine(true)
      await node.client.mine({ blocks: 1 })
      await rig.settle()
      await rig.services.transactions.idle()
    },
    open: async () => (await rig.openTransactions(wallet.id)).length,
  }
}

test('a send that hangs is sped up under its nonce, and is one row', async () => {
  const { offer, replace, mine, row, hash, before, open } = await hanging()
  const { speedUp } = await offer()
  await expect(replace(false, (BigInt(speedUp.fee ?? 0) - 1n).toString())).rejects.toMatchObject({
    message: 'Network fees rose. Check the new fee.',
  })
  await replace(false, speedUp.fee)
  const second = (await row())?.hash
  expect((await row())?.attempts).toEqual([
    { hash, cancels: false },
    { hash: second, cancels: false },
  ])
  await mine()
  expect(await row()).toMatchObject({ status: 'success', hash: second })
  expect((await node.balance(STRANGER)) - before).toBe(ether('1'))
  expect(await open()).toBe(0)
})

test('a send that hangs is cancelled on its network, and the next one has its way', async () => {
  const { offer, replace, mine, row, before, wallet, userId, open } = await hanging()
  const { cancel } = await offer()
  const sent = BigInt((await row())?.feeCeiling ?? 0)
  await replace(true, cancel.fee)
  const most = BigInt(cancel.fee ?? 0)
  expect((await row())?.feeCeiling).toBe(String(most > sent ? most : sent))
  await mine()
  expect((await row())?.feeCeiling).toBeUndefined()
  expect(await row()).toMatchObject({
    ...{ status: 'cancelled', rejectReason: 'Cancelled on the network. The fee was paid.' },
    amount: ether('1').toString(),
  })
  expect(await node.balance(STRANGER)).toBe(before)
  expect(await open()).toBe(0)
  const next = await rig.send(userId, wallet.id, ether('1'))
  await rig.settle()
  expect((await rig.listed(userId, wallet.id))[0]).toMatchObject({ id: next.id, status: 'success' })
})

test('the first attempt may be mined after all: then it is a success under its hash', async () => {
  const { offer, replace, mine, row, hash, before, open } = await hanging()
  const { cancel } = await offer()
  isDown = true
  await replace(true, cancel.fee)
  isDown = false
  await mine()
  expect(await row()).toMatchObject({ status: 'success', hash })
  expect((await node.balance(STRANGER)) - before).toBe(ether('1'))
  expect(await open()).toBe(0)
})

test('pressed twice, or again after a lost answer, it makes one attempt', async () => {
  const { offer, replace, mine, row, hash, before } = await hanging()
  const fee = String(BigInt((await offer()).speedUp.fee ?? 0) * 4n)
  await Promise.all([replace(false, fee, 'one'), replace(false, fee, 'one')])
  await replace(false, fee, 'one')
  const second = (await row())?.hash
  expect((await row())?.attempts?.map((attempt) => attempt.hash)).toEqual([hash, second])
  await replace(false, fee, 'two')
  expect((await row())?.attempts).toHaveLength(3)
  await expect(replace(true, fee, 'two')).rejects.toMatchObject({
    message: 'This Idempotency-Key was used for another transaction. Take a new one.',
  })
  await mine()
  expect((await node.balance(STRANGER)) - before).toBe(ether('1'))
  await replace(false, fee, 'two')
  expect(await row()).toMatchObject({ status: 'success' })
})

test('a key whose press was refused makes the attempt when it is pressed again', async () => {
  const { offer, replace, mine, row } = await hanging()
  const { speedUp } = await offer()
  refuseOnce = true
  await expect(replace(false, speedUp.fee, 'again')).rejects.toThrow('Out of reach')
  await replace(false, speedUp.fee, 'again')
  await replace(false, speedUp.fee, 'again')
  expect((await row())?.attempts).toHaveLength(2)
  await mine()
})
