import { eq } from 'drizzle-orm'
import type { Address } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sends, transactions } from '#server/db/schema/transaction.ts'
import { startNode, type TestNode } from '../chains/node.ts'
import { openRig, type Person, type Rig } from '../guardians/rig.ts'
import { withChain } from '../transactions/points.ts'
import { changeSend } from './rows.ts'

/** Whoever can write rows of sends, and does so while a signed one is about to be handed in. */
let node: TestNode
let rig: Rig
let owner: Person
let isDown = false
let between: (() => Promise<void>) | undefined

beforeAll(async () => {
  node = await startNode()
  rig = await openRig({
    node,
    wrap: ({ chains, custody: real }) => ({
      chains: withChain(chains, (chain) => ({
        async broadcast(raw) {
          return isDown ? { kind: 'later', reason: 'The node is down' } : chain.broadcast(raw)
        },
      })),
      custody: {
        ...real,
        async signedTransaction(ask) {
          const signed = await real.signedTransaction(ask)
          // The row was read, and custody has vouched for its bytes.
          await between?.()
          return signed
        },
      },
    }),
  })
  ;[owner] = (await rig.people('owner')) as [Person]
})
afterAll(async () => {
  await rig.stop()
  await node.stop()
})

test('a signed send whose row is another one’s for a moment is not called final, and is handed in', async () => {
  const safe = await rig.safe(owner)
  const sendOf = async (id: string) =>
    (await rig.db.select().from(sends).where(eq(sends.transactionId, id)))[0]
  const first = await rig.send(safe, '1')
  await rig.settle()
  isDown = true
  const second = await rig.send(safe, '1')
  await rig.idle()
  isDown = false
  const mined = await sendOf(first.id)

  let isDone = false
  between = async () => {
    if (isDone) return
    isDone = true
    await changeSend(rig.db, first.id, { nonce: null })
    await changeSend(rig.db, second.id, { raw: mined?.raw ?? null, nonce: 0, lostAtBlock: 0 })
    await rig.db
      .update(transactions)
      .set({ hash: `0x${'ab'.repeat(32)}` })
      .where(eq(transactions.id, second.id))
  }
  for (const _ of [1, 2, 3]) {
    rig.clock.advance(31_000)
    await rig.round()
    await rig.settle()
  }
  between = undefined

  const third = await rig.send(safe, '1')
  for (const _ of [1, 2, 3]) {
    rig.clock.advance(31_000)
    await rig.round()
    await rig.settle()
  }
  const [row] = await rig.db.select().from(transactions).where(eq(transactions.id, second.id))
  const open = await rig.custody.openTransactions({ walletIds: [safe.id] })
  const count = await node.client.getTransactionCount({ address: safe.address as Address })
  expect({
    isDone,
    status: row?.status,
    why: row?.rejectReason,
    open: open.items.length,
    count,
    third: third.id !== '',
  }).toEqual({
    ...{ isDone: true, status: 'success', why: null, open: 0, count: 3, third: true },
  })
})
