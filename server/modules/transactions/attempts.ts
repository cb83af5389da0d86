/** Each time a send was signed: first, again at a higher fee, or by what cancels it. As custody's journal has them. */

import { and, eq, gt, inArray, ne, or, sql } from 'drizzle-orm'
import type { Db } from '#server/db/client.ts'
import { attempts } from '#server/db/schema/transaction.ts'

export interface Attempt {
  hash: string
  cancels: boolean
}

/** Of one alone nothing has to be kept. Rows that say otherwise than the journal are put right. */
export const note = async (db: Db, transactionId: string, made: readonly Attempt[]): Promise<void> => {
  if (made.length === 0) return
  const hashes = made.map(({ hash }) => hash)
  // Not those of later ones, which may be written down by now.
  const isElsewhere = or(ne(attempts.transactionId, transactionId), gt(attempts.number, made.length))
  await db.delete(attempts).where(and(inArray(attempts.hash, hashes), isElsewhere))
  const [first] = made
  if (made.length === 1 && first) {
    const isFirst = and(eq(attempts.transactionId, transactionId), eq(attempts.number, 1))
    await db.update(attempts).set(first).where(isFirst)
    return
  }
  await db
    .insert(attempts)
    .values(made.map((attempt, index) => ({ transactionId, number: index + 1, ...attempt })))
    .onConflictDoUpdate({
      target: [attempts.transactionId, attempts.number],
      set: { hash: sql`excluded.hash`, cancels: sql`excluded.cancels` },
    })
}

/** Whether it is by this hash that a send was cancelled. */
export const isCancelling = async (db: Db, transactionId: string, hash: string): Promise<boolean> => {
  const rows = await db
    .select({ cancels: attempts.cancels })
    .from(attempts)
    .where(and(eq(attempts.transactionId, transactionId), eq(attempts.hash, hash)))
  return rows[0]?.cancels ?? false
}
