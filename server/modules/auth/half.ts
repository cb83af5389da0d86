import { randomUUID } from 'node:crypto'
import { and, eq, gt } from 'drizzle-orm'
import type { Db, Tx } from '#server/db/client.ts'
import { halfSessions, identities, users } from '#server/db/schema/auth.ts'
import { unauthorized } from '#server/error.ts'
import { PRE_MINUTES } from '#server/http/cookie.ts'
import { hashToken, randomToken } from './secret.ts'

export type HalfRow = typeof halfSessions.$inferSelect

export const createHalf = async (
  tx: Tx,
  userId: string,
  identity: string | null,
  now: Date,
): Promise<string> => {
  const cookie = randomToken()
  await tx.insert(halfSessions).values({
    id: randomUUID(),
    tokenHash: hashToken(cookie),
    userId,
    identity,
    expiresAt: new Date(now.getTime() + PRE_MINUTES * 60_000),
  })
  return cookie
}

export const findHalf = async (db: Db | Tx, cookie: string, now: Date) =>
  (
    await db
      .select({ half: halfSessions, email: users.email })
      .from(halfSessions)
      .innerJoin(users, eq(users.id, halfSessions.userId))
      .where(and(eq(halfSessions.tokenHash, hashToken(cookie)), gt(halfSessions.expiresAt, now)))
  )[0]

export const lockHalf = async (tx: Tx, id: string): Promise<HalfRow> => {
  const [half] = await tx.select().from(halfSessions).where(eq(halfSessions.id, id)).for('update')
  if (!half) throw unauthorized()
  return half
}

/** Ends the half session; an outside account that opened it is now linked. */
export const completeHalf = async (tx: Tx, half: HalfRow, now: Date): Promise<void> => {
  await tx.delete(halfSessions).where(eq(halfSessions.id, half.id))
  if (half.identity === null) return
  await tx
    .insert(identities)
    .values({ id: half.identity, userId: half.userId, createdAt: now })
    .onConflictDoNothing()
}

export const endHalvesOf = async (db: Db | Tx, userId: string): Promise<void> => {
  await db.delete(halfSessions).where(eq(halfSessions.userId, userId))
}
