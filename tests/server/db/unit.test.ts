import { eq } from 'drizzle-orm'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { PushName } from '#contract/push.ts'
import { keepApart } from '#server/apart.ts'
import type { Custody } from '#server/custody/custody.ts'
import type { Database } from '#server/db/client.ts'
import { startJob } from '#server/db/job.ts'
import { makeLeases } from '#server/db/lease.ts'
import { roles } from '#server/db/schema/auth.ts'
import { leases } from '#server/db/schema/lease.ts'
import { inTransaction, transact } from '#server/db/unit.ts'
import { openTestDatabase } from '#tests/server/transactions/database.ts'

const log = pino({ level: 'silent' })
let database: Database
beforeAll(async () => {
  database = await openTestDatabase(log)
})
afterAll(() => database.close())

describe('one change', () => {
  const insert = (id: string) => ({ id, name: id, permissions: [] })

  it('is told after it is committed', async () => {
    const heard: [string, PushName][] = []
    const push = { emit: (userId: string, name: PushName) => void heard.push([userId, name]) }
    const result = await inTransaction({ db: database.db, push }, async (tx, emit) => {
      await tx.insert(roles).values(insert('kept'))
      emit('one', 'wallet:removed', { id: 'w' })
      emit('two', 'wallet:removed', { id: 'w' })
      expect(heard).toEqual([])
      return 'done'
    })
    expect(result).toBe('done')
    expect(heard).toEqual([
      ['one', 'wallet:removed'],
      ['two', 'wallet:removed'],
    ])
    expect(await database.db.select().from(roles).where(eq(roles.id, 'kept'))).toHaveLength(1)
  })

  it('that fails leaves nothing and says nothing', async () => {
    const heard: string[] = []
    const push = { emit: (userId: string) => void heard.push(userId) }
    const failing = inTransaction({ db: database.db, push }, async (tx, emit) => {
      await tx.insert(roles).values(insert('gone'))
      emit('one', 'wallet:removed', { id: 'w' })
      throw new Error('No')
    })
    await expect(failing).rejects.toThrow('No')
    expect(heard).toEqual([])
    expect(await database.db.select().from(roles).where(eq(roles.id, 'gone'))).toEqual([])
  })
})

describe('custody and transactions', () => {
  const push = { emit: () => undefined }
  const asked: string[] = []
  const custody = keepApart(
    {
      identity: async () => {
        asked.push('identity')
        return { publicKey: 'key' }
      },
    } as unknown as Custody,
    (error) => asked.push(error.message),
  )

  it('are kept apart: inside one custody is not asked, whatever lies between', async () => {
    const refused = "Custody was asked for 'identity' inside a transaction; ask before or after it."
    const inside = inTransaction({ db: database.db, push }, async (tx) => {
      await tx.select().from(roles)
      await Promise.resolve().then(() => custody.identity({}))
    })
    await expect(inside).rejects.toThrow(refused)
    await expect(transact(database.db, () => custody.identity({}))).rejects.toThrow(refused)
    expect(asked.splice(0)).toEqual([refused, refused])
  })

  it('what is left for after one may ask, and is forgotten when it fails', async () => {
    const failing = inTransaction({ db: database.db, push }, async (_tx, _emit, later) => {
      later(() => void custody.identity({}))
      throw new Error('No')
    })
    await expect(failing).rejects.toThrow('No')
    expect(asked).toEqual([])
    await inTransaction({ db: database.db, push }, async (_tx, _emit, later) => {
      later(() => void custody.identity({}))
    })
    expect(asked.splice(0)).toEqual(['identity'])
  })
})

describe('a lease', () => {
  it('is held by one, renewed by him, and free again when he lets go or dies', async () => {
    const [a, b] = [makeLeases(database.db), makeLeases(database.db)]
    expect(await a.hold('watch', 60_000)).toBe(true)
    expect(await b.hold('watch', 60_000)).toBe(false)
    expect(await a.hold('watch', 60_000)).toBe(true)
    expect(await b.hold('other', 60_000)).toBe(true)
    await a.release()
    expect(await b.hold('watch', 60_000)).toBe(true)
    expect(await a.hold('watch', 60_000)).toBe(false)
    await database.db
      .update(leases)
      .set({ expiresAt: new Date(0) })
      .where(eq(leases.name, 'watch'))
    expect(await a.hold('watch', 60_000)).toBe(true)
  })

  it('goes to one of many who ask at once', async () => {
    const results = await Promise.all(
      Array.from({ length: 10 }, () => makeLeases(database.db).hold('rush', 60_000)),
    )
    expect(results.filter(Boolean)).toHaveLength(1)
  })
})

describe('a repeated job', () => {
  it('never overlaps itself, survives a failure and is waited for at its stop', async () => {
    let running = 0
    let rounds = 0
    let overlaps = 0
    let finish: (() => void) | undefined
    const enough = new Promise<void>((resolve) => {
      finish = resolve
    })
    const job = startJob({ leases: makeLeases(database.db), log }, 'busy', 1, async () => {
      running += 1
      overlaps += running - 1
      await database.db.select().from(roles)
      running -= 1
      rounds += 1
      if (rounds === 1) throw new Error('Once')
      if (rounds === 4) finish?.()
    })
    await enough
    await job.stop()
    expect(overlaps).toBe(0)
    expect(running).toBe(0)
    const after = rounds
    await database.db.select().from(roles)
    expect(rounds).toBe(after)
  })

  it('runs in one place at a time', async () => {
    const holder = makeLeases(database.db)
    await holder.hold('single', 60_000)
    let rounds = 0
    let asked: (() => void) | undefined
    const askedTwice = new Promise<void>((resolve) => {
      asked = resolve
    })
    let asks = 0
    const other = makeLeases(database.db)
    const watching = {
      ...other,
      async hold(name: string, ttlMs: number) {
        const held = await other.hold(name, ttlMs)
        asks += 1
        if (asks === 2) asked?.()
        return held
      },
    }
    const job = startJob({ leases: watching, log }, 'single', 1, async () => {
      rounds += 1
    })
    await askedTwice
    await job.stop()
    expect(rounds).toBe(0)
  })
})
