import { PGlite } from '@electric-sql/pglite'
import { drizzle } from 'drizzle-orm/pglite'
import { migrate } from 'drizzle-orm/pglite/migrator'
import type { Database, Db } from '#server/db/client.ts'
import { type Prepared, prepare } from '#server/db/embedded.ts'
import { readTemplate } from '#server/db/template.ts'

interface Embedded {
  client: PGlite
  prepared: Prepared
}

const free: Embedded[] = []

const start = async (): Promise<Embedded> => {
  const template = await readTemplate(undefined)
  const client = await PGlite.create(template === undefined ? {} : { loadDataDir: template })
  await migrate(drizzle(client), { migrationsFolder: 'server/db/migrations' })
  return { client, prepared: prepare(client) }
}

/** Everything but the tables themselves. */
const empty = async (client: PGlite): Promise<void> => {
  const { rows } = await client.query<{ name: string }>(
    "select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname = 'public'",
  )
  const names = rows.map(({ name }) => name)
  await client.exec(`truncate ${names.join(', ')} restart identity cascade`)
}

/** Whoever still holds a database that was given back finds it closed. */
const lend = (database: Prepared) => {
  let open = true
  const lent = (): Prepared => {
    if (!open) throw new Error('This database is closed')
    return database
  }
  const proxy: Prepared = {
    query: (...call) => lent().query(...call),
    transaction: (work) => lent().transaction(work),
  }
  return {
    proxy,
    end() {
      open = false
    },
  }
}

/** An embedded database without rows. Starting one takes seconds, so that the tests of a process take turns. */
export const takeEmbedded = async (): Promise<Database> => {
  const embedded = free.pop() ?? (await start())
  const { proxy, end } = lend(embedded.prepared)
  return {
    db: drizzle(proxy as never, { casing: 'snake_case' }) as unknown as Db,
    async close() {
      end()
      await empty(embedded.client)
      free.push(embedded)
    },
  }
}
