import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { type Address, createTestClient, http, parseEther } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CustodyRefusal } from '#server/custody/custody.ts'
import { accountTxs, sends, transactions } from '#server/db/schema/transaction.ts'
import { startNode, type TestNode } from '../chains/node.ts'
import { openRig, type Person, type Rig, type Safe } from '../guardians/rig.ts'
import * as rows from './rows.ts'

/** Whoever can write rows of transactions says that a send ended which custody still has open. */

let node: TestNode
let rig: Rig
let owner: Person
let ada: Person
/** While it is held, custody signs nothing. */
const custody = { held: false }

beforeAll(async () => {
  node = await startNode()
  rig = await openRig({
    node,
    wrap: ({ chains, custody: real }) => ({
      chains,
      custody: {
        ...real,
        async signEvmTransaction(ask) {
          if (custody.held) throw new CustodyRefusal('Locked', 'Held')
          return real.signEvmTransaction(ask)
        },
      },
    }),
  })
  ;[owner, ada] = await rig.people('owner', 'ada')
})
afterAll(async () => {
  await rig.stop()
  await node.stop()
})

type Row = Partial<typeof transactions.$inferInsert>
const changeRow = (id: string, change: Row) =>
  rig.db.update(transactions).set(change).where(eq(transactions.id, id))
const changeSend = (id: string, change: Parameters<typeof rows.changeSend>[2]) =>
  rows.changeSend(rig.db, id, change)
const rowOf = async (id: string) =>
  (await rig.db.select().from(transactions).where(eq(transactions.id, id)))[0]
const dropRows = async (id: string) => {
  await rig.db.delete(accountTxs).where(eq(accountTxs.transactionId, id))
  await rig.db.delete(sends).where(eq(sends.transactionId, id))
  await rig.db.delete(transactions).where(eq(transactions.id, id))
}
/** A row beside this one that says the same, and that it failed in a block. */
const decoyOf = async (of: string): Promise<string> => {
  const row = await rowOf(of)
  if (!row) throw new Error('Nothing to copy')
  const id = randomUUID()
  await rig.db
    .insert(transactions)
    .values({ ...row, id, blockNumber: 1, blockHash: '0x01', status: 'failed' })
  return id
}
const countOf = ({ address }: Safe) => node.client.getTransactionCount({ address: address as Address })
const miner = () => createTestClient({ mode: 'anvil', transport: http(node.rpcUrl) })

const go = async () => {
  custody.held = false
  await rig.round()
  await rig.settle()
  await rig.idle()
}

const LIES: [string, Row][] = [
  ['failed', { status: 'failed', rejectReason: 'Nothing was sent.' }],
  ['cancelled', { status: 'cancelled' }],
  ['expired', { status: 'rejected', rejectReason: 'Expired' }],
  ['sent long ago', { status: 'success', blockNumber: 1, blockHash: '0x01' }],
]

describe.each(LIES)('a row that says %s', (_, lie) => {
  test('of what is not signed yet comes back, and is sent once', async () => {
    const safe = await rig.safe(owner)
    custody.held = true
    const { id } = await rig.send(safe, '1')
    await rig.idle()
    await changeRow(id, { ...lie, finishedAt: rig.clock.now() })
    await changeSend(id, { void: true })
    await rig.round()
    expect(await rowOf(id)).toMatchObject({ status: 'broadcasting', rejectReason: null, finishedAt: null })
    await go()
    expect(await rowOf(id)).toMatchObject({ status: 'success' })
    expect(await countOf(safe)).toBe(1)
  })

  test('of what waits for a guardian comes back, and he can approve it', async () => {
    const safe = await rig.guarded(owner, [ada], 1)
    const { id } = await rig.send(safe, '1')
    await changeRow(id, { ...lie, finishedAt: rig.clock.now() })
    await changeSend(id, { void: true })
    await rig.round()
    expect(await rowOf(id)).toMatchObject({ status: 'pending-approval', rejectReason: null })
    await rig.approve(ada, id)
    await go()
    expect(await rowOf(id)).toMatchObject({ status: 'success' })
    expect(await countOf(safe)).toBe(1)
  })

  test('of what is signed and waits to be mined comes back, and ends as its block says', async () => {
    const safe = await rig.safe(owner)
    await miner().setAutomine(false)
    try {
      const { id } = await rig.send(safe, '1')
      await rig.idle()
      await changeRow(id, { ...lie, finishedAt: rig.clock.now() })
      await changeSend(id, { void: true })
      await rig.round()
      expect(await rowOf(id)).toMatchObject({ status: 'broadcasting', blockNumber: null })
      await miner().setAutomine(true)
      await miner().mine({ blocks: 1 })
      await go()
      expect(await rowOf(id)).toMatchObject({ status: 'success' })
      expect(await countOf(safe)).toBe(1)
    } finally {
      await miner().setAutomine(true)
    }
  })
})

test.each([
  ['needs nobody', []],
  ['waits for a guardian', ['ada']],
])('a send that %s and that its row takes for a higher fee of another one is sent', async (_, guards) => {
  const safe = guards.length > 0 ? await rig.guarded(owner, [ada], 1) : await rig.safe(owner)
  custody.held = true
  const { id } = await rig.send(safe, '1')
  await rig.idle()
  await changeSend(id, { raises: id })
  await rig.round()
  if (guards.length > 0) await rig.approve(ada, id)
  await go()
  expect(await rowOf(id)).toMatchObject({ status: 'success' })
  expect(await countOf(safe)).toBe(1)
})

test('what its owner cancelled is not brought back', async () => {
  const safe = await rig.guarded(owner, [ada], 1)
  const { id } = await rig.send(safe, '1')
  await rig.transactions.cancel(owner, safe.id, id)
  await go()
  expect(await rowOf(id)).toMatchObject({ status: 'cancelled' })
})

test('only bytes that custody signed are handed in, whatever bytes a row has', async () => {
  const safe = await rig.safe(owner)
  const stranger = privateKeyToAccount(generatePrivateKey())
  await node.give(stranger.address, '5')
  const raw = await stranger.signTransaction({
    ...{ chainId: await node.client.getChainId(), type: 'eip1559', nonce: 0, gas: 21_000n },
    ...{ to: safe.address as Address, value: parseEther('1') },
    ...{ maxFeePerGas: 10_000_000_000n, maxPriorityFeePerGas: 1_000_000_000n },
  })
  custody.held = true
  const { id } = await rig.send(safe, '1')
  await rig.idle()
  await changeSend(id, { raw, nonce: 0 })
  await changeRow(id, { hash: '0x01' })
  await go()
  expect(await node.client.getTransactionCount({ address: stranger.address })).toBe(0)
  expect(await rowOf(id)).toMatchObject({ status: 'success' })
  expect(await countOf(safe)).toBe(1)
})

describe('rows that are gone', () => {
  test('of what was signed are written anew, and it ends as its block says', async () => {
    const safe = await rig.safe(owner)
    await miner().setAutomine(false)
    try {
      const { id } = await rig.send(safe, '1')
      await rig.idle()
      const before = await rowOf(id)
      await dropRows(id)
      await rig.round()
      const { hash, amount, recipient, sender } = before ?? {}
      expect(await rowOf(id)).toMatchObject({ status: 'broadcasting', hash, amount, recipient, sender })
      await miner().setAutomine(true)
      await miner().mine({ blocks: 1 })
      await go()
      expect(await rowOf(id)).toMatchObject({ status: 'success', hash })
      expect(await countOf(safe)).toBe(1)
    } finally {
      await miner().setAutomine(true)
    }
  })

  const LEFT: [string, (id: string) => Promise<unknown>][] = [
    ['nothing', dropRows],
    ['its row in Activity', (id) => rig.db.delete(sends).where(eq(sends.transactionId, id))],
    [
      'its bytes at another row',
      async (id) =>
        rig.db
          .update(sends)
          .set({ transactionId: await decoyOf(id) })
          .where(eq(sends.transactionId, id)),
    ],
    [
      'another row of its hash',
      async (id) => {
        await decoyOf(id)
        await dropRows(id)
      },
    ],
  ]

  test.each(LEFT)(
    'and leave %s: it is shown as under way, handed in again and paid once',
    async (_, lose) => {
      const safe = await rig.safe(owner)
      const anvil = miner()
      await anvil.setAutomine(false)
      try {
        const { id } = await rig.send(safe, '1')
        await rig.idle()
        const before = await rowOf(id)
        const { hash, amount, recipient, sender, tokenId } = before ?? {}
        await anvil.dropTransaction({ hash: hash as `0x${string}` })
        await changeRow(id, { status: 'failed', finishedAt: rig.clock.now(), amount: '1', recipient: sender })
        await lose(id)
        // A round looks at twenty wallets beside those of which rows say that something is open.
        await rig.round()
        await rig.round()
        const whole = { hash, amount, recipient, sender, tokenId }
        expect(await rowOf(id)).toMatchObject({ ...whole, status: 'broadcasting', finishedAt: null })
        await anvil.setAutomine(true)
        await anvil.mine({ blocks: 1 })
        await go()
        await go()
        expect(await countOf(safe)).toBe(1)
        expect(await rowOf(id)).toMatchObject({ ...whole, status: 'success' })
        await rig.send(safe, '1')
        await go()
        expect(await countOf(safe)).toBe(2)
      } finally {
        await anvil.setAutomine(true)
      }
    },
  )

  test('of what is mined and not final are written anew as its block says', async () => {
    const safe = await rig.safe(owner)
    const open = async () => (await rig.custody.openTransactions({ walletIds: [safe.id] })).items
    const { id } = await rig.send(safe, '1')
    await rig.idle()
    await node.mined()
    expect(await open()).toMatchObject([{ txId: id }])
    await changeRow(id, { status: 'failed', finishedAt: rig.clock.now() })
    await rig.db.delete(sends).where(eq(sends.transactionId, id))
    await rig.round()
    await go()
    await go()
    expect(await rowOf(id)).toMatchObject({ status: 'success' })
    expect(await open()).toEqual([])
    expect(await countOf(safe)).toBe(1)
  })

  test('of what was not signed end its proposal, once nobody can be about to write them', async () => {
    const safe = await rig.safe(owner)
    custody.held = true
    const { id } = await rig.send(safe, '1')
    await rig.idle()
    await dropRows(id)
    await rig.round()
    const open = () => rig.custody.openTransactions({ walletIds: [safe.id] })
    expect((await open()).items).toMatchObject([{ txId: id }])
    rig.clock.advance(3 * 60_000)
    await go()
    expect((await open()).items).toEqual([])
    expect(await countOf(safe)).toBe(0)
  })
})

test('custody notes as final only what the chain has', async () => {
  const safe = await rig.safe(owner)
  const open = async () => (await rig.custody.openTransactions({ walletIds: [safe.id] })).items
  await miner().setAutomine(false)
  try {
    const { id } = await rig.send(safe, '1')
    await rig.idle()
    const { hash } = (await rowOf(id)) ?? {}
    await changeRow(id, { blockNumber: 1, blockHash: '0x01' })
    // Its node loses it, and goes on without it.
    await miner().dropTransaction({ hash: hash as `0x${string}` })
    await miner().mine({ blocks: 1 })
    await rig.services.transactions.tick()
    await rig.idle()
    expect(await open()).toMatchObject([{ txId: id }])
    await miner().setAutomine(true)
    await miner().mine({ blocks: 1 })
    await go()
    expect(await rowOf(id)).toMatchObject({ status: 'success' })
    await go()
    expect(await open()).toEqual([])
  } finally {
    await miner().setAutomine(true)
  }
})
