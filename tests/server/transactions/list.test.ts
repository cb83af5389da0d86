import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accountTxs, transactions } from '#server/db/schema/transaction.ts'
import { startNode, type TestNode } from '../chains/node.ts'
import { openRig, type Rig } from './rig.ts'

const MANY = 12_000

let node: TestNode
let rig: Rig
let userId: string
let walletId: string

beforeAll(async () => {
  node = await startNode()
  rig = await openRig({ node })
  userId = await rig.user()
  const wallet = await rig.wallet(userId)
  walletId = wallet.id
  const token = await rig.services.tokens.native('redbelly:testnet')
  const start = Date.UTC(2026, 0, 1)
  const rows = Array.from({ length: MANY }, (_, index) => ({
    id: randomUUID(),
    blockchain: 'redbelly:testnet',
    tokenId: token.id,
    hash: `0x${index.toString(16).padStart(64, '0')}`,
    blockNumber: index + 1,
    sender: `0x${(index % 7).toString().repeat(40)}`,
    recipient: wallet.address,
    amount: String(index),
    direction: index % 3 === 0 ? ('outcome' as const) : ('income' as const),
    status: index % 10 === 0 ? ('failed' as const) : ('success' as const),
    description: index === 4242 ? '100%_done' : '',
    createdAt: new Date(start + index * 1000),
  }))
  for (let at = 0; at < MANY; at += 1000) {
    const part = rows.slice(at, at + 1000)
    await rig.db.insert(transactions).values(part)
    await rig.db.insert(accountTxs).values(
      part.map(({ id, direction, createdAt }) => ({
        transactionId: id,
        walletId,
        accountId: wallet.accounts[0]?.id ?? '',
        direction,
        createdAt,
      })),
    )
  }
  await rig.db.execute(sql`analyze`)
}, 120_000)
afterAll(async () => {
  await rig.stop()
  await node.stop()
})

const list = (query: object = {}) => rig.services.transactions.list(userId, { walletId, ...query })
const amounts = ({ items }: { items: { amount: string }[] }) => items.map(({ amount }) => Number(amount))

describe('a wallet with many transactions', () => {
  test('answers a page, newest first, and how many there are', async () => {
    const page = await list({ limit: 3 })
    expect(page.total).toBe(MANY)
    expect(amounts(page)).toEqual([MANY - 1, MANY - 2, MANY - 3])
    expect(amounts(await list({ limit: 2, offset: MANY - 2 }))).toEqual([1, 0])
    expect(amounts(await list({ limit: 2, offset: MANY }))).toEqual([])
  })

  test('filters by direction and status', async () => {
    expect(await list({ direction: 'outcome', limit: 1 })).toMatchObject({ total: MANY / 3 })
    expect(await list({ status: 'failed', limit: 1 })).toMatchObject({ total: MANY / 10 })
    const both = await list({ direction: 'outcome', status: 'failed', limit: 2 })
    expect(both.total).toBe(MANY / 30)
    expect(amounts(both)).toEqual([11_970, 11_940])
    expect(await list({ status: 'nonsense', limit: 1 })).toMatchObject({ items: [], total: 0 })
  })

  test('searches hash, addresses, symbol and description; no character is a wildcard', async () => {
    expect(amounts(await list({ search: `0X${(77).toString(16).padStart(64, '0')}` }))).toEqual([77])
    expect(await list({ search: '3333333333', limit: 1 })).toMatchObject({ total: Math.ceil((MANY - 3) / 7) })
    expect(amounts(await list({ search: '100%_d' }))).toEqual([4242])
    expect(await list({ search: '%' })).toMatchObject({ total: 1 })
    expect(await list({ search: 'RBNT', limit: 1 })).toMatchObject({ total: MANY })
    expect(await list({ search: 'x_x' })).toMatchObject({ total: 0 })
  })

  test('gives everything when no page is asked for', async () => {
    const all = await list()
    expect(all.total).toBe(MANY)
    expect(new Set(all.items.map(({ id }) => id)).size).toBe(MANY)
  })

  test('reads a page by the index of its wallet, without sorting', async () => {
    const { rows } = await rig.db.execute<{ 'QUERY PLAN': string }>(sql`
      explain select transaction_id from account_txs where wallet_id = ${walletId}
      order by created_at desc, transaction_id desc limit 50`)
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
    expect(plan).toContain('Index')
    expect(plan).not.toContain('Sort')
  })
})
