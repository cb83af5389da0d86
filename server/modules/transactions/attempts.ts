/** Each time a send was signed: first, again at a higher fee, or by what cancels it. As custody's journal has them. */

import { and, eq } from 'drizzle-orm'
import type { Db } from '#server/db/client.ts'
import { attempts } from '#server/db/schema/transaction.ts'

export interface Attempt {
  hash: string
  cancels: boolean
}

/** Of one alone nothing has to be kept. */
export const note = async (db: Db, transactionId: string, made: readonly Attempt[]): Promise<void> => {
  if (made.length < 2) return
  const rows = made.map((attempt, index) => ({ transactionId, number: index + 1, ...attempt }))
  await db.insert(attempts).values(rows).onConflictDoNothing()
}

/** Whether it is by this hash that a send was cancelled. */
export const isCancelling = async (db: Db, transactionId: string, hash: string): Promise<boolean> => {
  const rows = await db
    .select({ cancels: attempts.cancels })
    .from(attempts)
    .where(and(eq(attempts.transactionId, transactionId), eq(attempts.hash, hash)))
  return rows[0]?.cancels ?? false
}
