import { fileURLToPath } from 'node:url'
import type { PGlite } from '@electric-sql/pglite'
import { sql } from 'drizzle-orm'
import type { MigrationConfig } from 'drizzle-orm/migrator'
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'
import type { FastifyBaseLogger } from 'fastify'
import { leases } from './schema/lease.ts'
import { readTemplate } from './template.ts'

interface Rows<Row> {
  rows: Row[]
}
interface RowsResult extends PgQueryResultHKT {
  type: Rows<this['row']>
}

/** One query builder over the embedded database and a PostgreSQL server. */
export type Db = PgDatabase<RowsResult>
/** An open transaction. The embedded database has one session: inside, only ever use this, never the outer Db. */
export type Tx = Parameters<Parameters<Db['transaction']>[0]>[0]

export interface Database {
  db: Db
  close(): Promise<void>
}

export interface DatabaseOptions {
  databaseUrl?: string | undefined
  /** Folder of the embedded database; without it (and without a URL) the data live in memory. */
  dataDir?: string | undefined
  log: FastifyBaseLogger
}

const migrations: MigrationConfig = {
  migrationsFolder: fileURLToPath(new URL('./migrations', import.meta.url)),
}
const casing = 'snake_case'
/** Two processes that start together must not migrate together. */
const MIGRATION_LOCK = 4173_0001

const openServer = async (url: string, log: FastifyBaseLogger): Promise<Database> => {
  const { default: pg } = await import('pg')
  const { drizzle } = await import('drizzle-orm/node-postgres')
  const { migrate } = await import('drizzle-orm/node-postgres/migrator')
  const pool = new pg.Pool({ connectionString: url, max: 12 })
  pool.on('error', (error) => log.error({ err: error }, 'A database connection failed'))
  const client = await pool.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
    await migrate(drizzle(client, { casing }), migrations)
  } finally {
    await client.query('select pg_advisory_unlock($1)', [MIGRATION_LOCK])
    client.release()
  }
  return { db: drizzle(pool, { casing }) as unknown as Db, close: () => pool.end() }
}

const openEmbedded = async (dataDir: string | undefined): Promise<Database> => {
  const { PGlite } = await import('@electric-sql/pglite')
  const { prepare } = await import('./embedded.ts')
  const { drizzle } = await import('drizzle-orm/pglite')
  const { migrate } = await import('drizzle-orm/pglite/migrator')
  const template = await readTemplate(dataDir)
  const client = await PGlite.create({
    ...(dataDir === undefined ? {} : { dataDir }),
    ...(template === undefined ? {} : { loadDataDir: template }),
  })
  await migrate(drizzle(client, { casing }), migrations)
  const db = drizzle(prepare(client) as PGlite, { casing })
  // Only one process opens it at a time: whoever held a lease is gone, and need not be waited for.
  await db.update(leases).set({ expiresAt: sql`now()` })
  return { db: db as unknown as Db, close: () => client.close() }
}

/** Opens the database and brings its tables up to date. */
export const openDatabase = (options: DatabaseOptions): Promise<Database> =>
  options.databaseUrl === undefined
    ? openEmbedded(options.dataDir)
    : openServer(options.databaseUrl, options.log)
