import { randomBytes } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import { type Database, openDatabase } from '#server/db/client.ts'
import { takeEmbedded } from './embedded.ts'

/** A database of its own on the server that TEST_DATABASE_URL names, if it does. */
export const createTestDatabase = async () => {
  const server = process.env.TEST_DATABASE_URL
  if (!server) return undefined
  const { default: pg } = await import('pg')
  const name = `test_${randomBytes(8).toString('hex')}`
  const admin = new pg.Client({ connectionString: server })
  await admin.connect()
  await admin.query(`create database ${name}`)
  const url = new URL(server)
  url.pathname = name
  return {
    url: url.href,
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
