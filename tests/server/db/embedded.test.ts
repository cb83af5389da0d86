import { PGlite } from '@electric-sql/pglite'
import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/pglite'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { type Prepared, prepare } from '#server/db/embedded.ts'
import { readTemplate } from '#server/db/template.ts'

const template = await readTemplate(undefined)
const client = await PGlite.create(template === undefined ? {} : { loadDataDir: template })
let database: Prepared

beforeEach(async () => {
  await client.exec(
    'deallocate all; drop table if exists coins; create table coins (name text primary key, amount numeric not null)',
  )
  database = prepare(client)
})
afterAll(async () => {
  if (!client.closed) await client.close()
})

const rows = async (text: string, params?: unknown[]) => (await database.query(text, params)).rows
const names = async () => (await rows('select name from coins order by name')).map((row) => Object(row).name)
const add = (name: string, amount: unknown = '1') =>
  database.query('insert into coins values ($1, $2)', [name, amount])

/** How many of its queries the database keeps. */
const kept = async () =>
  Number(Object((await client.query('select count(*) from pg_prepared_statements')).rows[0]).count)

describe('a prepared database', () => {
  it('answers as its own client does, whatever the type, in rows and in arrays', async () => {
    const text = `select $1::text as text, $2::integer as small, $3::bigint as big, $4::numeric as exact, $5::boolean as yes,
      $6::jsonb as json, $7::bytea as bytes, $8::timestamptz as moment, $9::text[] as list, $10::text as none,
      'null'::jsonb as nothing, 1.50::numeric as cents, date '2026-11-30' as day`
    const moment = new Date('2026-11-30T23:59:59.123Z')
    const params = [
      'é\'"',
      -7,
      9007199254740993n,
      '0.000000000000000001',
      true,
      { a: [1, null] },
      new Uint8Array([0, 255]),
      moment,
      ['a,b', '"'],
      null,
    ]
    for (const options of [
      undefined,
      { rowMode: 'array' as const },
      { parsers: { 1184: (value: string) => value } },
    ]) {
      const { rows: own } = await client.query(text, params, options)
      for (const _ of [1, 2, 3, 4, 5, 6, 7])
        expect((await database.query(text, params, options)).rows).toEqual(own)
    }
  })

  it('keeps all of a text that was cut inside a character', async () => {
    for (const text of ['é\udc00hello', '中\udc00中\udc00中\udc00tail', 'é\udc00', '\ud800x', '😀é']) {
      const whole = Buffer.from(text).toString()
      expect(await rows('select $1::text as text, $2::text[] as list', [text, [text]])).toEqual([
        { text: whole, list: [whole] },
      ])
    }
  })

  it('reads each text once, and gives up those that were not asked for longest', async () => {
    const before = await kept()
    for (const name of ['a', 'b', 'c']) await add(name)
    expect(await kept()).toBe(before + 1)
    for (let index = 0; index < 450; index += 1) {
      await database.query(`select ${index}`)
      if (index % 50 === 0) await add(`more-${index}`)
    }
    expect(await kept()).toBe(before + 400)
    await add('last')
    expect(await names()).toHaveLength(13)
  })

  it('plans a query anew once its tables have grown', async () => {
    const text = 'select amount from coins where name = $1'
    const made = async () =>
      (
        await client.query<{ name: string }>('select name from pg_prepared_statements where statement = $1', [
          text,
        ])
      ).rows
    await rows(text, ['BTC'])
    const [first, ...others] = await made()
    expect(others).toEqual([])
    for (let index = 1; index < 500; index += 1) await rows(text, ['BTC'])
    expect(await made()).toEqual([first])
    await rows(text, ['BTC'])
    const later = await made()
    expect(later).toHaveLength(1)
    expect(later).not.toEqual([first])
  })

  it('tells what was wrong with a call, and goes on', async () => {
    await add('BTC')
    await expect(add('BTC')).rejects.toMatchObject({ code: '23505', constraint: 'coins_pkey' })
    await expect(add('ETH', 'many')).rejects.toMatchObject({ code: '22P02' })
    await expect(database.query('select nothing from coins')).rejects.toMatchObject({ code: '42703' })
    await expect(database.query('select name from')).rejects.toMatchObject({ code: '42601' })
    await add('ETH')
    expect(await names()).toEqual(['BTC', 'ETH'])
  })

  it('reads a query anew that fails because a table has changed', async () => {
    await add('BTC')
    await rows('select * from coins')
    await client.exec('alter table coins add column network text')
    await expect(rows('select * from coins')).rejects.toMatchObject({ code: '0A000' })
    expect(await rows('select * from coins')).toEqual([{ name: 'BTC', amount: '1', network: null }])
  })

  it('keeps all of a transaction or nothing of it', async () => {
    await database.transaction(async (inside) => {
      await inside.query("insert into coins values ('BTC', 1)")
      await inside.query("insert into coins values ('ETH', 1)")
    })
    const failed = database.transaction(async (inside) => {
      await inside.query("insert into coins values ('POL', 1)")
      throw new Error('Changed my mind.')
    })
    await expect(failed).rejects.toThrow('Changed my mind.')
    expect(await names()).toEqual(['BTC', 'ETH'])
  })

  it('does not call a transaction kept in which something failed that was caught', async () => {
    const failed = database.transaction(async (inside) => {
      await inside.query("insert into coins values ('BTC', 1)")
      await inside.query("insert into coins values ('BTC', 1)").catch(() => undefined)
    })
    await expect(failed).rejects.toMatchObject({ code: '25P02' })
    expect(await names()).toEqual([])
  })

  it('goes on after the part of a transaction that failed, if that part was one of its own', async () => {
    const db = drizzle(database as never)
    await db.transaction(async (outer) => {
      await outer.execute(sql`insert into coins values ('BTC', 1)`)
      const inner = outer.transaction((tx) => tx.execute(sql`insert into coins values ('BTC', 1)`))
      await expect(inner).rejects.toThrow()
      await outer.execute(sql`insert into coins values ('ETH', 1)`)
    })
    expect(await names()).toEqual(['BTC', 'ETH'])
  })

  it('gives every call its own answer, also where several are made at once inside a transaction', async () => {
    const wanted = Array.from({ length: 30 }, (_, index) => index)
    const read = (from: Pick<Prepared, 'query'>) =>
      Promise.all(
        wanted.map(
          async (index) =>
            Object((await from.query(`select ${index % 4} + $1::integer as n`, [index])).rows[0]).n,
        ),
      )
    const expected = wanted.map((index) => (index % 4) + index)
    expect(await read(database)).toEqual(expected)
    expect(await database.transaction(read)).toEqual(expected)
  })

  it('lets nobody in while a transaction is open', async () => {
    let outside: Promise<unknown> = Promise.resolve()
    await database.transaction(async (inside) => {
      await inside.query("insert into coins values ('BTC', 1)")
      outside = names()
      await inside.query("insert into coins values ('ETH', 1)")
    })
    expect(await outside).toEqual(['BTC', 'ETH'])
  })

  it('is of no use after the end of a transaction, or after it was closed, nor to whoever waited behind that', async () => {
    const late = await database.transaction(async (inside) => inside)
    await expect(late.query('select 1')).rejects.toThrow('has ended')
    const waiting: Promise<unknown>[] = []
    await database.transaction(async (inside) => {
      await inside.query("insert into coins values ('BTC', 1)")
      waiting.push(client.close())
      await new Promise(setImmediate)
      const add = () => database.transaction((tx) => tx.query("insert into coins values ('ETH', 1)"))
      waiting.push(add(), add())
    })
    const [closed, ...others] = await Promise.allSettled(waiting)
    expect(closed?.status).toBe('fulfilled')
    for (const other of others)
      expect(other).toMatchObject({ reason: { message: 'The embedded database is closed.' } })
    await expect(database.query('select 1')).rejects.toThrow('closed')
    await expect(database.transaction(async () => 1)).rejects.toThrow('closed')
  })
})
