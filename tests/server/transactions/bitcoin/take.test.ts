// @vitest-environment node
import { randomUUID } from 'node:crypto'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { decodeAddress } from '#domain/bitcoin.ts'
import { feeOf, sizeOf } from '#domain/bitcoinsize.ts'
import type { Database } from '#server/db/client.ts'
import { users } from '#server/db/schema/auth.ts'
import { tokens } from '#server/db/schema/chain.ts'
import { transactions } from '#server/db/schema/transaction.ts'
import { accounts, wallets } from '#server/db/schema/wallet.ts'
import type { Payment } from '#server/modules/transactions/bitcoin/select.ts'
import * as store from '#server/modules/transactions/bitcoin/store.ts'
import { takeCoins } from '#server/modules/transactions/bitcoin/take.ts'
import * as outbox from '#server/modules/transactions/outbox.ts'
import { openTestDatabase } from '#tests/server/transactions/database.ts'

const blockchain = 'bitcoin:regtest'
const NOW = new Date('2026-03-01T12:00:00.000Z')
const script = decodeAddress('bcrt1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqc8gma6', 'regtest')
const payment = (amount: bigint): Payment => ({ amount, script, changeScript: script, rate: 1000n })
const txidOf = (number: number) => number.toString(16).padStart(64, '0')

let database: Database
let tokenId: string

beforeAll(async () => {
  database = await openTestDatabase(pino({ level: 'silent' }))
  tokenId = randomUUID()
  await database.db.insert(tokens).values({
    ...{ id: tokenId, blockchain, contract: '', type: null, symbol: 'btc', name: 'Bitcoin', decimals: 8 },
    createdAt: NOW,
  })
})
afterAll(() => database?.close())

/** A wallet with an account on Bitcoin. */
const newPurse = async (): Promise<store.Purse> => {
  const [userId, walletId, accountId] = [randomUUID(), randomUUID(), randomUUID()]
  const email = `${userId}@example.com`
  const { db } = database
  await db.insert(users).values({ id: userId, email, emailKey: email, vaultId: userId, createdAt: NOW })
  await db.insert(wallets).values({ id: walletId, userId, name: 'Main', status: 'active', createdAt: NOW })
  await db.insert(accounts).values({
    ...{ id: accountId, walletId, network: 'regtest', address: accountId, addressKey: accountId },
    createdAt: NOW,
  })
  return { blockchain, accountId, addressKey: accountId }
}

const newSend = async (): Promise<string> => {
  const id = randomUUID()
  await database.db.insert(transactions).values({
    ...{ id, blockchain, tokenId, amount: '1', direction: 'outcome', status: 'broadcasting' },
    ...{ description: '', createdAt: NOW },
  })
  return id
}

let outputs = 0
const give = async (
  { accountId }: store.Purse,
  value: number,
  { block = 100, change = false }: { block?: number | null; change?: boolean } = {},
) => {
  outputs += 1
  const coin = { txid: txidOf(outputs), vout: outputs % 3 }
  await store.record(database.db, { blockchain, ...coin, accountId, value: String(value), block, change })
  return { ...coin, value: BigInt(value) }
}

const LIMIT = { ceiling: 1_000_000n, bends: false }
const take = async (purse: store.Purse, send: string, amount: bigint, limit = LIMIT) => {
  const taken = await database.db.transaction((tx) => takeCoins(tx, purse, send, payment(amount), limit))
  if (taken === 'above') throw new Error('Above its limit')
  return taken?.spend
}

test('a send keeps its coins from others, and asked again has the same ones', async () => {
  const purse = await newPurse()
  await give(purse, 50_000)
  await give(purse, 40_000)
  const [first, second] = [await newSend(), await newSend()]
  const taken = await take(purse, first, 45_000n)
  expect(taken?.coins).toMatchObject([{ value: 50_000n }])
  expect(taken && taken.change + taken.fee).toBe(5000n)
  expect(await take(purse, first, 45_000n)).toEqual(taken)
  expect(await take(purse, second, 45_000n)).toBeUndefined()
  expect((await take(purse, second, 39_000n))?.coins).toMatchObject([{ value: 40_000n }])
  expect(await store.spendable(database.db, purse.accountId)).toEqual([])
  // Nor does it take another one that is better.
  await give(purse, 90_000)
  expect(await take(purse, first, 45_000n)).toEqual(taken)
})

test('sends at the same moment never share a coin', async () => {
  const purse = await newPurse()
  for (let count = 0; count < 12; count += 1) await give(purse, 10_000 + count)
  const sends = await Promise.all(Array.from({ length: 20 }, newSend))
  const spends = await Promise.all(sends.map((send) => take(purse, send, 9000n)))
  const done = spends.filter((spend) => spend !== undefined)
  expect(done).toHaveLength(12)
  const used = done.flatMap(({ coins }) => coins.map(({ txid }) => txid))
  expect(new Set(used).size).toBe(12)
})

test('one wallet’s coins are none of another’s', async () => {
  const [rich, poor] = [await newPurse(), await newPurse()]
  await give(rich, 90_000)
  expect(await take(poor, await newSend(), 1000n)).toBeUndefined()
})

test('what waits is spent only where it is the wallet’s own change', async () => {
  const purse = await newPurse()
  const foreign = await give(purse, 30_000, { block: null })
  expect(await take(purse, await newSend(), 20_000n)).toBeUndefined()
  const change = await give(purse, 25_000, { block: null, change: true })
  expect((await take(purse, await newSend(), 20_000n))?.coins).toEqual([change])
  await store.record(database.db, {
    ...{ blockchain, txid: foreign.txid, vout: foreign.vout, accountId: purse.accountId, value: '30000' },
    ...{ block: 101, change: false },
  })
  expect((await take(purse, await newSend(), 20_000n))?.coins).toEqual([foreign])
})

test('a send that ended gives back what was not spent', async () => {
  const purse = await newPurse()
  const coins = [await give(purse, 20_000), await give(purse, 21_000)]
  const send = await newSend()
  expect(await take(purse, send, 38_000n)).toBeDefined()
  await store.spend(database.db, blockchain, coins[0] ?? { txid: '', vout: 0 }, 102)
  await outbox.freeCoins(database.db, send)
  expect(await store.spendable(database.db, purse.accountId)).toEqual([coins[1]])
  expect(await store.takenBy(database.db, send)).toEqual([coins[0]])
})

test('what somebody else has spent in a block is not spent again', async () => {
  const purse = await newPurse()
  const spent = await give(purse, 50_000)
  const kept = await give(purse, 30_000)
  await store.spend(database.db, blockchain, spent, 104)
  expect(await take(purse, await newSend(), 40_000n)).toBeUndefined()
  expect((await take(purse, await newSend(), 20_000n))?.coins).toEqual([kept])
  expect(await store.balance(database.db, blockchain, purse.accountId)).toBe(30_000n)
})

test('a reorganisation lets deposits wait and leaves a send its coins', async () => {
  const purse = await newPurse()
  const early = await give(purse, 21_000, { block: 100 })
  const late = await give(purse, 20_000, { block: 105 })
  const send = await newSend()
  expect((await take(purse, send, 20_000n))?.coins).toEqual([early])
  await store.spend(database.db, blockchain, early, 106)
  expect(await store.spendable(database.db, purse.accountId)).toEqual([late])

  await database.db.transaction((tx) => store.undo(tx, blockchain, 103))
  expect(await store.spendable(database.db, purse.accountId)).toEqual([])
  expect(await store.takenBy(database.db, send)).toEqual([early])
  // Only now is it known that the block which spent it is gone.
  await outbox.freeCoins(database.db, send)
  expect(await store.spendable(database.db, purse.accountId)).toEqual([early])
})

test('everything is taken, with the coins that cost more than they hold', async () => {
  const purse = await newPurse()
  for (const value of [20_000, 30, 31_000]) await give(purse, value)
  const fee = feeOf(sizeOf(3, [script]), 1000n)
  const spend = await take(purse, await newSend(), 51_030n - fee)
  expect(spend).toMatchObject({ fee, change: 0n })
  expect(spend?.coins).toHaveLength(3)
  expect(await store.spendable(database.db, purse.accountId)).toEqual([])
})
