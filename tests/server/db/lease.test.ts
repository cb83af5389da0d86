// @vitest-environment node
import { eq } from 'drizzle-orm'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import type { Database } from '#server/db/client.ts'
import { makeLeases } from '#server/db/lease.ts'
import { leases as table } from '#server/db/schema/lease.ts'
import { openTestDatabase } from '#tests/server/transactions/database.ts'

const TTL = 60_000

let database: Database
beforeAll(async () => {
  database = await openTestDatabase(pino({ level: 'silent' }))
})
afterAll(() => database.close())

const isHeld = (leases: ReturnType<typeof makeLeases>, name: string, fence: number) =>
  database.db.transaction((tx) => leases.isHeld(tx, name, fence))

it('has one holder at a time, whose fence grows with each', async () => {
  const [one, two] = [makeLeases(database.db), makeLeases(database.db)]
  const first = await one.take('turns', TTL)
  expect(first).toBeGreaterThan(0)
  expect(await two.take('turns', TTL)).toBeUndefined()
  expect(await two.hold('turns', TTL)).toBe(false)
  expect(await one.take('turns', TTL)).toBe(first)
  await one.release()
  const second = await two.take('turns', TTL)
  expect(second).toBe((first ?? 0) + 1)
  expect(await isHeld(one, 'turns', first ?? 0)).toBe(false)
  expect(await isHeld(two, 'turns', second ?? 0)).toBe(true)
  await two.release()
  expect(await one.take('turns', TTL)).toBe((second ?? 0) + 1)
})

it('runs out, and is then the next one’s', async () => {
  const [one, two] = [makeLeases(database.db), makeLeases(database.db)]
  const fence = await one.take('time', TTL)
  await database.db
    .update(table)
    .set({ expiresAt: new Date(0) })
    .where(eq(table.name, 'time'))
  expect(await two.take('time', TTL)).toBe((fence ?? 0) + 1)
  expect(await one.take('time', TTL)).toBeUndefined()
})

/** The embedded database has the clock of its process, and one session. */
const onServer = it.runIf(process.env.TEST_DATABASE_URL)

onServer('runs out by the database’s clock, whatever the machine says', async () => {
  const [one, two] = [makeLeases(database.db), makeLeases(database.db)]
  await one.take('clock', TTL)
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 10 * TTL })
  try {
    expect(await two.take('clock', TTL)).toBeUndefined()
  } finally {
    vi.useRealTimers()
  }
})

onServer('goes to nobody while its holder writes', async () => {
  const [one, two] = [makeLeases(database.db), makeLeases(database.db)]
  // Its time is over at once, but nobody has taken it yet.
  const fence = (await one.take('writing', 1)) ?? 0
  const order: string[] = []
  let taking: Promise<void> | undefined
  await database.db.transaction(async (tx) => {
    expect(await one.isHeld(tx, 'writing', fence)).toBe(true)
    taking = two.take('writing', TTL).then((taken) => void order.push(`taken ${taken}`))
    await tx.execute('select pg_sleep(0.3)')
    order.push('written')
  })
  await taking
  expect(order).toEqual(['written', `taken ${fence + 1}`])
})
