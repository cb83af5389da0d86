import { and, eq, inArray } from 'drizzle-orm'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { type BitcoinChain, findBitcoin } from '#server/chains/bitcoin/chain.ts'
import { CustodyRefusal } from '#server/custody/custody.ts'
import { approvalFlows, approvals, approvers, proposals } from '#server/db/schema/guardian.ts'
import { accountTxs, attempts, coins, sends, transactions } from '#server/db/schema/transaction.ts'
import { type Regtest, startRegtest } from '#server/sandbox/regtest.ts'
import { makePurse } from '../chains/bitcoin/purse.ts'
import { startNode, type TestNode } from '../chains/node.ts'
import { nameOf, openRig, type Person, type Rig, type Safe } from '../guardians/rig.ts'
import { makeThree, type Three } from '../signer/three.ts'
import { STRANGER } from '../transactions/bitcoin/rig.ts'
import { withBitcoin } from '../transactions/points.ts'

/** Whoever can write rows, against a guarded wallet on Bitcoin, and one without guardians, that three signers hold. */
const CHAIN = 'bitcoin:regtest'
const THIEF = makePurse(7)
const DAY = 86_400_000
const AMOUNT = 30_000n

let node: TestNode
let regtest: Regtest
let three: Three
let rig: Rig
let owner: Person
let ada: Person
let eve: Person
let chain: BitcoinChain
/** With a guardian, and without. */
let safe: Safe
let plain: Safe
/** While it is held, custody signs nothing: the attacker comes between. What it refused then is kept. */
const custody = { held: false, refusals: [] as string[] }
/** While it is, nothing gets to the node. */
let isDown = false

// Blocks, signers and a database at once: a busy machine takes long.
vi.setConfig({ testTimeout: 180_000 })
afterAll(() => vi.resetConfig())

beforeAll(async () => {
  let now = Date.now
  node = await startNode()
  regtest = await startRegtest({ log: pino({ level: 'silent' }) })
  three = await makeThree({ policyDelayS: 0, now: () => now() })
  rig = await openRig({
    node,
    bitcoin: { url: regtest.url, signers: { ...three.signers, close: async () => undefined } },
    wrap: ({ chains, custody: real }) => ({
      chains: withBitcoin(chains, (real) => ({
        async broadcast(raw) {
          return isDown ? { kind: 'later', reason: 'The node is down' } : real.broadcast(raw)
        },
      })),
      custody: {
        ...real,
        async signBitcoinTransaction(ask) {
          if (custody.held) throw new CustodyRefusal('Locked', 'Held')
          try {
            return await real.signBitcoinTransaction(ask)
          } catch (error) {
            if (error instanceof CustodyRefusal) custody.refusals.push(error.code)
            throw error
          }
        },
      },
    }),
  })
  now = () => rig.clock.now().getTime()
  const found = findBitcoin(rig.chains, CHAIN)
  if (!found) throw new Error('No chain is there')
  chain = found
  ;[owner, ada, eve] = await rig.people('owner', 'ada', 'eve')
  safe = await rig.guarded(owner, [ada], 1)
  plain = await rig.safe(owner)
  await rig.services.wallets.resume()
  const addresses = [await addressOf(safe.id), await addressOf(plain.id)]
  await regtest.give(
    addresses.flatMap((address) => Array.from({ length: 16 }, () => ({ address, value: 100_000 }))),
  )
  await mine()
})
afterAll(async () => {
  await rig?.stop()
  await regtest?.stop()
  await node?.stop()
  await three?.remove()
})

const addressOf = async (walletId: string): Promise<string> =>
  (await rig.services.wallets.find(walletId))?.accounts.find(({ network }) => network === 'regtest')
    ?.address ?? ''
const mine = async () => {
  await rig.idle()
  await regtest.mine()
  await rig.settle()
  await rig.idle()
}
/** All that jobs do in half a minute, and a block. */
const goOn = async () => {
  custody.held = false
  isDown = false
  for (const _ of [1, 2]) {
    rig.clock.advance(31_000)
    await rig.round()
    await mine()
  }
}
const worth = async (address: string) =>
  (await chain.unspent(address)).reduce((sum, { value }) => sum + value, 0n)

let before = 0n
/** What the payee has got in this test. */
const paid = async () => (await worth(STRANGER)) - before
beforeEach(async () => {
  before = await worth(STRANGER)
  custody.refusals.length = 0
})
afterEach(async () => {
  custody.held = false
  isDown = false
  expect(await chain.unspent(THIEF.address)).toEqual([])
})

const send = async (from: Safe): Promise<string> => {
  const asset = (await rig.services.assets.list(owner.id, from.id)).find(({ symbol }) => symbol === 'btc')
  const draft = { amount: String(AMOUNT), assetId: asset?.id ?? '', description: '', gas: 'normal' as const }
  rig.clock.advance(10)
  const { id } = await rig.transactions.sendBitcoin(owner, from.id, { ...draft, recipient: STRANGER })
  await rig.idle()
  return id
}
const rowOf = async (id: string) =>
  (await rig.db.select().from(transactions).where(eq(transactions.id, id)))[0]
const changeRow = (id: string, change: Partial<typeof transactions.$inferInsert>) =>
  rig.db.update(transactions).set(change).where(eq(transactions.id, id))
const changeSend = (id: string, change: Partial<typeof sends.$inferInsert>) =>
  rig.db.update(sends).set(change).where(eq(sends.transactionId, id))
const freeCoins = (id: string) =>
  rig.db.update(coins).set({ takenBy: null, spentBlock: null }).where(eq(coins.takenBy, id))

/** Each takes seconds: all of them where there is time, else the first and the last. */
const some = <T>(all: readonly T[]): T[] =>
  process.env.DEEP ? [...all] : all.filter((_, index) => index === 0 || index === all.length - 1)

/** Of a guarded send that nobody has approved. */
const UNAPPROVED: [string, (id: string) => Promise<unknown>][] = [
  [
    'its row says that nobody is asked',
    async (id) => {
      await changeRow(id, { status: 'broadcasting', approvalConsensus: null })
      await changeSend(id, { guarded: false })
      await rig.db.update(proposals).set({ required: 0 }).where(eq(proposals.transactionId, id))
    },
  ],
  [
    'rows say that its guardian approved',
    async (id) => {
      const decided = { status: 'approved' as const, counts: true, decidedAt: rig.clock.now() }
      await rig.db.update(approvals).set(decided).where(eq(approvals.transactionId, id))
      await rig.db.update(proposals).set({ approved: 1 }).where(eq(proposals.transactionId, id))
    },
  ],
  [
    'rows of what was asked, and of all rules, are gone',
    async (id) => {
      await rig.db.delete(approvals).where(eq(approvals.transactionId, id))
      await rig.db.delete(proposals).where(eq(proposals.transactionId, id))
      await rig.db.update(approvalFlows).set({ version: 99 }).where(eq(approvalFlows.walletId, safe.id))
      await rig.db.update(approvers).set({ status: 'retired' }).where(eq(approvers.walletId, safe.id))
      await changeRow(id, { status: 'broadcasting' })
    },
  ],
  [
    'its guardian’s seat is another one’s by its row',
    async (id) => {
      const { email, address } = eve
      await rig.db
        .update(approvers)
        .set({ email, emailKey: email, address, status: 'confirmed' })
        .where(eq(approvers.walletId, safe.id))
      expect(await nameOf(rig.approve(eve, id))).not.toBe('none')
    },
  ],
]
test.each(some(UNAPPROVED))('a guarded send is not sent without its guardian where %s', async (_, change) => {
  const flows = await rig.db.select().from(approvalFlows)
  const seats = await rig.db.select().from(approvers)
  const id = await send(safe)
  await change(id)
  await goOn()
  expect(await paid()).toBe(0n)
  expect((await rowOf(id))?.status).not.toBe('success')
  expect(custody.refusals.filter((code) => code !== 'ApprovalMissing')).toEqual([])
  expect(await rig.custody.signedTransaction({ walletId: safe.id, txId: id })).toBeNull()
  for (const seat of seats) await rig.db.update(approvers).set(seat).where(eq(approvers.id, seat.id))
  for (const flow of flows)
    await rig.db.update(approvalFlows).set(flow).where(eq(approvalFlows.walletId, flow.walletId))
})

/** How far a guarded send is when its rows are changed, and what its payee gets in the end. */
const STATES: [string, (id: string) => Promise<unknown>, (id: string) => Promise<unknown>, bigint][] = [
  ['waits for its guardian', async () => undefined, (id) => rig.approve(ada, id), 0n],
  [
    'is approved',
    async (id) => {
      custody.held = true
      await rig.approve(ada, id)
    },
    async () => undefined,
    0n,
  ],
  [
    'is signed',
    async (id) => {
      isDown = true
      await rig.approve(ada, id)
    },
    async () => undefined,
    AMOUNT,
  ],
  ['waits on the network', (id) => rig.approve(ada, id), async () => undefined, AMOUNT],
  [
    'is mined',
    async (id) => {
      await rig.approve(ada, id)
      await mine()
    },
    async () => undefined,
    AMOUNT,
  ],
]
test.each(STATES.filter((_, index) => process.env.DEEP || index % 2 === 0))(
  'another recipient, amount and bytes, in all rows, once a send %s: no thief gets them',
  async (_, reach, then, expected) => {
    const id = await send(safe)
    await reach(id)
    await rig.idle()
    const own = await chain.unspent(await addressOf(safe.id))
    const { raw, txid } = THIEF.spend(own.slice(0, 1), [{ address: THIEF.address, value: 90_000n }])
    const wasSigned = (await rowOf(id))?.hash !== null
    await changeSend(id, { target: THIEF.address, value: '90000', feeCeiling: '95000', broadcastAt: null })
    await changeRow(id, { recipient: THIEF.address, amount: '90000' })
    if (wasSigned) {
      await changeSend(id, { raw })
      await changeRow(id, { hash: txid, status: 'broadcasting', blockNumber: null, blockHash: null })
      await freeCoins(id)
    }
    await then(id)
    await goOn()
    expect(await paid()).toBe(expected)
    // What custody refuses while guardians could still lift it waits, until its owner takes it back.
    if (expected === 0n) {
      expect(new Set(custody.refusals)).toEqual(new Set(['FeeAboveCeiling']))
      expect(await rig.db.select().from(coins).where(eq(coins.takenBy, id))).toEqual([])
      await rig.transactions.cancel(owner, safe.id, id)
    }
    expect((await rowOf(id))?.status).toBe(expected > 0n ? 'success' : 'cancelled')
  },
)

/** How a guarded send ends unsent. */
const ENDS: [string, (id: string) => Promise<unknown>][] = [
  ['its owner cancelled', (id) => rig.transactions.cancel(owner, safe.id, id)],
  ['its guardian refused', (id) => rig.reject(ada, id)],
  [
    'nobody approved in time',
    async () => {
      rig.clock.advance(8 * DAY)
      await rig.round()
    },
  ],
]
test.each(some(ENDS))('a send that %s is not brought back to life by its rows', async (_, end) => {
  const id = await send(safe)
  await end(id)
  const ended = (await rowOf(id))?.status
  expect(['cancelled', 'rejected']).toContain(ended)
  for (const status of ['pending-approval', 'broadcasting'] as const) {
    await changeRow(id, { status, rejectReason: null, finishedAt: null })
    await changeSend(id, { void: false, expiresAt: new Date(rig.clock.now().getTime() + DAY) })
    await rig.db
      .update(approvals)
      .set({ status: 'pending', decidedAt: null })
      .where(eq(approvals.transactionId, id))
    expect(await nameOf(rig.approve(ada, id))).not.toBe('none')
    await goOn()
  }
  expect(await paid()).toBe(0n)
  expect(await rowOf(id)).toMatchObject({ hash: null, finishedAt: expect.any(Date) })
})

/** All that is written down of a send. */
const forget = async (id: string) => {
  await freeCoins(id)
  for (const table of [approvals, proposals, accountTxs, attempts, sends] as const)
    await rig.db.delete(table).where(eq(table.transactionId, id))
  await rig.db.delete(transactions).where(eq(transactions.id, id))
}
describe('a send whose rows are deleted', () => {
  test('is not sent where it is not signed, and ends', async () => {
    custody.held = true
    const id = await send(plain)
    await forget(id)
    rig.clock.advance(5 * 60_000)
    await goOn()
    expect(await paid()).toBe(0n)
    const open = await rig.custody.openTransactions({ walletIds: [plain.id] })
    expect(open.items.filter(({ txId }) => txId === id)).toEqual([])
  })

  test('is sent once where it is signed, and is there again', async () => {
    isDown = true
    const id = await send(safe)
    await rig.approve(ada, id)
    await rig.idle()
    await forget(id)
    await goOn()
    expect(await paid()).toBe(AMOUNT)
    expect(await rig.transaction(safe, id)).toMatchObject({
      ...{ status: 'success', amount: String(AMOUNT), recipient: STRANGER },
    })
  })
})

describe('rows of attempts', () => {
  const of = (id: string) => eq(attempts.transactionId, id)
  const replace = async (id: string, cancels: boolean) => {
    const offer = await rig.services.transactions.replacement(owner.id, plain.id, id)
    const { fee: maxFee = '' } = cancels ? offer.cancel : offer.speedUp
    await rig.transactions.replace(owner, plain.id, id, { cancels, maxFee })
    await rig.idle()
  }

  test('do not call a send cancelled that was paid', async () => {
    const [id, other] = [await send(plain), await send(plain)]
    const { hash } = (await rowOf(id)) ?? {}
    const lie = { hash: hash ?? '', cancels: true }
    await rig.db.insert(attempts).values([
      { transactionId: id, number: 1, ...lie },
      { transactionId: id, number: 9, ...lie },
      { transactionId: other, number: 2, ...lie },
    ])
    // A block comes before anybody holds them against the journal.
    await mine()
    await goOn()
    expect(await paid()).toBe(2n * AMOUNT)
    for (const one of [id, other]) expect(await rowOf(one)).toMatchObject({ status: 'success' })
  })

  test.each([
    ['sped up', false, 'success', AMOUNT],
    ['cancelled', true, 'cancelled', 0n],
  ] as const)(
    'say nothing of a send that was %s but what custody knows',
    async (_, cancels, status, gets) => {
      const id = await send(plain)
      await replace(id, cancels)
      const { hash } = (await rowOf(id)) ?? {}
      await rig.db.update(attempts).set({ cancels: !cancels }).where(of(id))
      await mine()
      await goOn()
      expect(await paid()).toBe(gets)
      expect(await rowOf(id)).toMatchObject({ status, hash })
    },
  )

  test('that are gone leave a send that was replaced as one', async () => {
    const id = await send(plain)
    await replace(id, false)
    const { hash } = (await rowOf(id)) ?? {}
    await rig.db.delete(attempts).where(of(id))
    await changeRow(id, { hash: 'ab'.repeat(32) })
    await goOn()
    expect(await paid()).toBe(AMOUNT)
    expect(await rowOf(id)).toMatchObject({ status: 'success', hash })
    const rows = await rig.db
      .select()
      .from(transactions)
      .where(and(eq(transactions.blockchain, CHAIN), inArray(transactions.hash, [hash ?? ''])))
    expect(rows).toHaveLength(1)
  })
})
