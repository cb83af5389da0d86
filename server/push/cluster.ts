import type { createAdapter } from '@socket.io/postgres-adapter'
import type { FastifyBaseLogger } from 'fastify'

/** How several processes on one PostgreSQL reach each other's sockets. */
export interface Cluster {
  adapter: ReturnType<typeof createAdapter>
  /** After the adapters that were made. */
  close(): Promise<void>
}

/** Two processes that start together must not make the table together. */
const TABLE_LOCK = 4173_0002
/** For what is too long for a notification of PostgreSQL (8000 bytes). */
const TABLE = `
begin;
select pg_advisory_xact_lock(${TABLE_LOCK});
create table if not exists socket_io_attachments
  (id bigserial unique, created_at timestamptz default now(), payload bytea);
commit`
/** Milliseconds. */
const HEARTBEAT = 30_000

export const openCluster = async (databaseUrl: string, log: FastifyBaseLogger): Promise<Cluster> => {
  const [{ default: pg }, { createAdapter: create }] = await Promise.all([
    import('pg'),
    import('@socket.io/postgres-adapter'),
  ])
  // One listens, so that the other tells everything in the order in which it was asked to.
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 2 })
  const report = (error: Error) => log.error({ err: error }, 'Other processes could not be told')
  pool.on('error', report)
  await pool.query(TABLE)
  return {
    adapter: create(pool, {
      errorHandler: report,
      heartbeatInterval: HEARTBEAT,
      heartbeatTimeout: 3 * HEARTBEAT,
    }),
    close: () => pool.end(),
  }
}
