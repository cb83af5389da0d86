import { and, desc, eq, gt, inArray } from 'drizzle-orm'
import type { Db, Tx } from '#server/db/client.ts'
import { sessions } from '#server/db/schema/auth.ts'
import { pushSubscriptions } from '#server/db/schema/push.ts'

type Reader = Db | Tx
export type Subscription = typeof pushSubscriptions.$inferSelect

/** A browser has one: whoever signed in there last hears of his own things. */
export const putSubscription = async (tx: Tx, subscription: Subscription): Promise<void> => {
  const { endpoint: _, ...rest } = subscription
  await tx
    .insert(pushSubscriptions)
    .values(subscription)
    .onConflictDoUpdate({ target: pushSubscriptions.endpoint, set: rest })
}

/** Forgets all but the newest. */
export const keepNewest = async (tx: Tx, userId: string, count: number): Promise<void> => {
  const old = await tx
    .select({ endpoint: pushSubscriptions.endpoint })
    .from(pushSubscriptions)
    .where(eq(pushSubscriptions.userId, userId))
    .orderBy(desc(pushSubscriptions.createdAt), pushSubscriptions.endpoint)
    .offset(count)
  const endpoints = old.map(({ endpoint }) => endpoint)
  if (endpoints.length > 0)
    await tx.delete(pushSubscriptions).where(inArray(pushSubscriptions.endpoint, endpoints))
}

export const subscriptionsOf = async (db: Reader, userId: string, now: Date): Promise<Subscription[]> => {
  const rows = await db
    .select({ subscription: pushSubscriptions })
    .from(pushSubscriptions)
    .innerJoin(sessions, eq(sessions.id, pushSubscriptions.sessionId))
    .where(and(eq(pushSubscriptions.userId, userId), gt(sessions.expiresAt, now)))
  return rows.map(({ subscription }) => subscription)
}

export const removeSubscription = async (db: Reader, userId: string, endpoint: string): Promise<void> => {
  await db
    .delete(pushSubscriptions)
    .where(and(eq(pushSubscriptions.userId, userId), eq(pushSubscriptions.endpoint, endpoint)))
}
