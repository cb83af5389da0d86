import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { PushName } from '#contract/push.ts'
import { atRevision, changesSince } from '#server/db/changes.ts'
import type { Database } from '#server/db/client.ts'
import { inTransaction } from '#server/db/unit.ts'
import { openTestDatabase } from '#tests/server/transactions/database.ts'

let database: Database
beforeAll(async () => {
  database = await openTestDatabase(pino({ level: 'silent' }))
})
afterAll(() => database.close())

const heard: { userId: string; name: PushName; data: unknown }[] = []
const push = {
  emit: (userId: string, name: PushName, data: unknown) => void heard.push({ userId, name, data }),
}
const change = (work: Parameters<typeof inTransaction>[1]) => inTransaction({ db: database.db, push }, work)
const asset = (id: string, walletId = 'w') => ({
  ...{ id, walletId, symbol: 'eth', accountId: 'a', blockchain: 'hardhat', amount: '1' },
})
const since = async (userId: string, revision: number, walletId = 'w') => {
  const { last, of } = await changesSince(database.db, { userId, list: 'asset', walletId }, revision)
  return { last, changed: Object.fromEntries(of) }
}

describe('what a user is told of', () => {
  it('is numbered in its turn, and found by what changed since a number', async () => {
    const userId = randomUUID()
    expect(await since(userId, 0)).toEqual({ last: 0, changed: {} })
    await change(async (_tx, emit) => {
      emit(userId, 'asset:created', asset('one'))
      emit(userId, 'asset:created', asset('two'))
      emit(userId, 'asset:created', asset('elsewhere', 'other'))
    })
    await change(async (_tx, emit) => emit(userId, 'asset:removed', { id: 'one', walletId: 'w' }))
    expect(await since(userId, 0)).toEqual({ last: 4, changed: { one: 4, two: 2 } })
    expect(await since(userId, 2)).toEqual({ last: 4, changed: { one: 4 } })
    expect(await since(userId, 4)).toEqual({ last: 4, changed: {} })
    expect(await since(userId, 0, 'other')).toEqual({ last: 4, changed: { elsewhere: 3 } })
    const told = heard.filter((event) => event.userId === userId)
    expect(told.map(({ data }) => (data as { revision: number }).revision)).toEqual([1, 2, 3, 4])
    const read = () => atRevision(database.db, { userId, list: 'asset' }, 'one', async () => ({ id: 'one' }))
    expect(await read()).toEqual({ id: 'one', revision: 4 })
  })

  it('twice in one change has the later number both times it is looked for', async () => {
    const userId = randomUUID()
    await change(async (_tx, emit) => {
      emit(userId, 'asset:created', asset('one'))
      emit(userId, 'asset:updated', asset('one'))
    })
    expect(await since(userId, 0)).toEqual({ last: 2, changed: { one: 2 } })
  })

  it('is nothing where its change fails', async () => {
    const userId = randomUUID()
    await expect(
      change(async (_tx, emit) => {
        emit(userId, 'asset:created', asset('one'))
        throw new Error('No')
      }),
    ).rejects.toThrow('No')
    expect(await since(userId, 0)).toEqual({ last: 0, changed: {} })
  })

  it('that is gone by the time it would be told is not told', async () => {
    const userId = randomUUID()
    await change(async (_tx, emit) => emit(userId, 'asset:updated', async () => undefined))
    expect(heard.filter((event) => event.userId === userId)).toEqual([])
  })
})

/** The embedded database has one session. Needs a real PostgreSQL: see `npm run test:postgres`. */
describe.runIf(process.env.TEST_DATABASE_URL)('two writers at once', () => {
  const signal = () => {
    let give: () => void = () => undefined
    const given = new Promise<void>((resolve) => {
      give = resolve
    })
    return { give, given }
  }
  const waiting = async () => {
    const { rows } = await database.db.execute<{ n: number }>(
      sql`select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    )
    return rows[0]?.n
  }

  it('commit in the order of their numbers, so that no reader is past a change that he has not seen', async () => {
    const userId = randomUUID()
    const numbered = signal()
    const commit = signal()
    const first = change(async (_tx, emit) =>
      emit(userId, 'asset:updated', async () => {
        numbered.give()
        await commit.given
        return asset('first')
      }),
    )
    await numbered.given
    const second = change(async (_tx, emit) => emit(userId, 'asset:updated', asset('second')))
    await expect.poll(waiting).toBe(1)
    const reader = await since(userId, 0)
    expect(reader).toEqual({ last: 0, changed: {} })
    commit.give()
    await Promise.all([first, second])
    expect(await since(userId, reader.last)).toEqual({ last: 2, changed: { first: 1, second: 2 } })
  })

  it('tell what both have written, though neither saw the other’s row while it wrote', async () => {
    const userId = randomUUID()
    await database.db.execute(sql`create table halves (half text primary key)`)
    const wrote = [signal(), signal()]
    const write = (half: string, own: number) =>
      change(async (tx, emit) => {
        await tx.execute(sql`insert into halves values (${half})`)
        wrote[own]?.give()
        await wrote[1 - own]?.given
        emit(userId, 'asset:updated', async () => {
          const { rows } = await tx.execute<{ half: string }>(sql`select half from halves order by half`)
          return { ...asset('both'), symbol: rows.map((row) => row.half).join('+') }
        })
      })
    await Promise.all([write('left', 0), write('right', 1)])
    const told = heard.filter((event) => event.userId === userId).map(({ data }) => data)
    expect(told).toContainEqual(expect.objectContaining({ revision: 2, symbol: 'left+right' }))
  })

  it('of many users never wait for each other in a circle', async () => {
    const users = Array.from({ length: 6 }, () => randomUUID())
    const both = (a: string, b: string, id: string) =>
      change(async (_tx, emit) => {
        emit(a, 'asset:updated', asset(id))
        emit(b, 'asset:updated', asset(id))
      })
    const pairs = users.flatMap((a) => users.filter((b) => b !== a).map((b) => [a, b] as const))
    await Promise.all(pairs.map(([a, b], index) => both(a, b, `a${index}`)))
    for (const user of users) expect((await since(user, 0)).last).toBe(2 * (users.length - 1))
  })
})
