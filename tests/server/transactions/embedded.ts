import { PGlite } from '@electric-sql/pglite'
import { drizzle } from 'drizzle-orm/pglite'
import { migrate } from 'drizzle-orm/pglite/migrator'
import type { Database, Db } from '#server/db/client.ts'
import { readTemplate } from '#server/db/template.ts'

const free: PGlite[] = []

const start = async (): Promise<PGlite> => {
  const template = await readTemplate(undefined)
  const client = await PGlite.create(template === undefined ? {} : { loadDataDir: template })
  await migrate(drizzle(client), { migrationsFolder: 'server/db/migrations' })
  return client
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
const lend = (client: PGlite) => {
  let open = true
  const proxy = new Proxy(client, {
    get(target, name) {
      if (!open && ['query', 'exec', 'transaction'].includes(String(name))) {
        throw new Error('This database is closed')
      }
      const value: unknown = Reflect.get(target, name)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
  return {
    proxy,
    end() {
      open = false
    },
  }
}

/** An embedded database without rows. Starting one takes seconds, so that the tests of a process take turns. */
export const takeEmbedded = async (): Promise<Database> => {
  const client = free.pop() ?? (await start())
  const { proxy, end } = lend(client)
  return {
    db: drizzle(proxy, { casing: 'snake_case' }) as unknown as Db,
    async close() {
      end()
      await empty(client)
      free.push(client)
    },
  }
}
