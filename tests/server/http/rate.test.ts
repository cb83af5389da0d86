// @vitest-environment node
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '#server/db/client.ts'
import { makeSharedCounts, type SharedCounts } from '#server/db/rate.ts'
import { rateCounts } from '#server/db/schema/rate.ts'
import { makeRate } from '#server/http/rate.ts'
import { openTestDatabase } from '../transactions/database.ts'

const log = pino({ level: 'silent' })
let database: Database
beforeAll(async () => {
  database = await openTestDatabase(log)
})
afterAll(() => database.close())

/** Two processes on one database, with one clock. */
const two = (start: number) => {
  let time = start
  let asked = 0
  const counts = makeSharedCounts(database.db)
  const counted: SharedCounts = {
    ...counts,
    add: (...args) => {
      asked += 1
      return counts.add(...args)
    },
  }
  const rates = [makeRate(counted, log, () => time), makeRate(counted, log, () => time)] as const
  return {
    /** How many of these calls, by turns through both, were let through. */
    async allowed(calls: number, max: number, key = 'somebody'): Promise<number> {
      let count = 0
      for (let call = 0; call < calls; call += 1)
        if ((await rates[call % 2 === 0 ? 0 : 1](key, max)) === undefined) count += 1
      return count
    },
    rates,
    asked: () => asked,
    pass: (ms: number) => {
      time += ms
    },
  }
}

const MINUTE = 60_000

test('a small limit holds exactly over two processes, for everybody by himself, until the minute is over', async () => {
  const both = two(10 * MINUTE + 20_000)
  expect(await both.allowed(10, 5)).toBe(5)
  expect(await both.rates[0]('somebody', 5)).toBe(40)
  expect(await both.allowed(3, 5, 'somebody else')).toBe(3)
  both.pass(40_000)
  expect(await both.allowed(10, 5)).toBe(5)
})

test('calls at the same moment count one by one', async () => {
  const both = two(20 * MINUTE)
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, at) => both.rates[at % 2 === 0 ? 0 : 1]('all', 7)),
  )
  expect(answers.filter((wait) => wait === undefined)).toHaveLength(7)
})

test('a wide limit holds within a tenth, and asks the database once in thirty calls', async () => {
  const both = two(30 * MINUTE)
  const allowed = await both.allowed(1500, 600)
  expect(allowed).toBeGreaterThanOrEqual(600 - 30)
  expect(allowed).toBeLessThanOrEqual(660)
  expect(both.asked()).toBeLessThanOrEqual(22)
})

test('what is counted names nobody, and is forgotten after a minute', async () => {
  const both = two(40 * MINUTE)
  await both.allowed(2, 5, 'address 192.0.2.7')
  const rows = await database.db.select().from(rateCounts)
  expect(JSON.stringify(rows)).not.toContain('192.0.2.7')
  both.pass(3 * MINUTE)
  await both.allowed(2, 5)
  await expect
    .poll(async () => (await database.db.select().from(rateCounts)).map(({ minute }) => minute))
    .toEqual([43])
})

test('without the database each process holds the limit for itself', async () => {
  const dead = {
    add: () => Promise.reject(new Error('gone')),
    forget: () => Promise.reject(new Error('gone')),
  }
  const rate = makeRate(dead, log, () => 50 * MINUTE)
  const answers = []
  for (let call = 0; call < 8; call += 1) answers.push(await rate('somebody', 5))
  expect(answers.map((wait) => wait === undefined)).toEqual([
    true,
    true,
    true,
    true,
    true,
    false,
    false,
    false,
  ])
})
