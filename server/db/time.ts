import { sql } from 'drizzle-orm'
import type { Db } from './client.ts'

/** The database's own time, in ms. */
export const databaseTime = async (db: Db): Promise<number> => {
  const { rows } = await db.execute<{ now: string }>(sql`select extract(epoch from now()) * 1000 as now`)
  return Number(rows[0]?.now)
}
