import { sql } from 'drizzle-orm'
import type { Tx } from './client.ts'

/** Makes everyone who locks the same text wait until this transaction ends. */
export const lockKey = async (tx: Tx, text: string): Promise<void> => {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${text}, 0))`)
}
