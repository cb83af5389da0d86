import { sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import type { Db } from '#server/db/client.ts'

/** The server listens only when all its parts run, so what is left to ask is the database. */
export const serveHealth = (app: FastifyInstance, db: Db): void => {
  app.get('/healthz', async (_, reply) => {
    reply.header('cache-control', 'no-store')
    await db.execute(sql`select 1`)
    return { ok: true }
  })
}
