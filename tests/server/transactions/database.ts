import { createHash, randomBytes } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import { pino } from 'pino'
import { type Database, openDatabase } from '#server/db/client.ts'
import { takeEmbedded } from './embedded.ts'

const MIGRATIONS = 'server/db/migrations'
/** Whoever makes the template, the others wait for him. */
const TEMPLATE_LOCK = 4173_0002

const readMigrations = (): string => {
  const hash = createHash('sha256')
  for (const file of readdirSync(MIGRATIONS).filter((name) => name.endsWith('.sql')))
    hash.update(file).update(readFileSync(join(MIGRATIONS, file)))
  return hash.digest('hex').slice(0, 16)
}

const connect = async (connectionString: string) => {
  const { default: pg } = await import('pg')
  const client = new pg.Client({ connectionString })
  await client.connect()
  return client
}

const urlOf = (server: string, name: string): string => {
  const url = new URL(server)
  url.pathname = name
  return url.href
}

/** Migrating takes ten times what a copy does: one is made for all tests that know the same migrations. */
const makeTemplate = async (server: string): Promise<string> => {
  const name = `test_template_${readMigrations()}`
  const admin = await connect(server)
  try {
    await admin.query('select pg_advisory_lock($1)', [TEMPLATE_LOCK])
    const { rowCount } = await admin.query('select from pg_database where datname = $1', [name])
    if (rowCount === 0) {
      const making = `${name}_${randomBytes(4).toString('hex')}`
      await admin.query(`create database ${making}`)
      const made = await openDatabase({
        databaseUrl: urlOf(server, making),
        log: pino({ level: 'silent' }),
      })
      await made.close()
      await admin.query(`alter database ${making} rename to ${name}`)
    }
  } finally {
    await admin.end()
  }
  return name
}
let template: Promise<string> | undefined

/** A database of its own on the server that TEST_DATABASE_URL names, if it does. */
export const createTestDatabase = async () => {
  const server = process.env.TEST_DATABASE_URL
  if (!server) return undefined
  template ??= makeTemplate(server)
  const name = `test_${randomBytes(8).toString('hex')}`
  const admin = await connect(server)
  await admin.query(`create database ${name} template ${await template}`)
  return {
    url: urlOf(server, name),
    async drop() {
      await admin.query(`drop database ${name} with (force)`)
      await admin.end()
    },
  }
}

/**
 * The embedded database has one session, so races only really happen on a server: with TEST_DATABASE_URL the same
 * tests run there, each in a database of its own.
 */
export const openTestDatabase = async (log: FastifyBaseLogger): Promise<Database> => {
  const created = await createTestDatabase()
  if (!created) return takeEmbedded()
  const database = await openDatabase({ databaseUrl: created.url, log })
  return {
    db: database.db,
    async close() {
      await database.close()
      await created.drop()
    },
  }
}
