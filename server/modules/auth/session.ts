import { randomUUID } from 'node:crypto'
import { and, eq, gt, inArray, lte, or } from 'drizzle-orm'
import type { AuthPair } from '#contract/auth.ts'
import type { Db, Tx } from '#server/db/client.ts'
import { type SessionKind, sessions, socketTokens, users } from '#server/db/schema/auth.ts'
import { hashToken, randomToken } from './secret.ts'

const SECOND = 1000
const DAY = 86_400 * SECOND
const IDLE = 7 * DAY
const ABSOLUTE = 30 * DAY
/** A rotated cookie works so long more, for the calls that are under way. */
const GRACE = 30 * SECOND
const TOKEN_LIFE = 60 * SECOND
/** How old the record of the last use may get, so that not every call writes. */
const TOUCH = 60 * SECOND

export type SessionRow = typeof sessions.$inferSelect
type Reader = Db | Tx

const later = (now: Date, ms: number) => new Date(now.getTime() + ms)
const isAlive = (now: Date) => and(gt(sessions.expiresAt, now), gt(sessions.usedAt, later(now, -IDLE)))

export const createSession = async (
  tx: Tx,
  userId: string,
  kind: SessionKind,
  now: Date,
): Promise<{ session: SessionRow; cookie: string }> => {
  const cookie = randomToken()
  const [session] = await tx
    .insert(sessions)
    .values({
      id: randomUUID(),
      userId,
      kind,
      tokenHash: hashToken(cookie),
      connectionId: randomUUID(),
      createdAt: now,
      usedAt: now,
      expiresAt: later(now, ABSOLUTE),
    })
    .returning()
  if (!session) throw new Error('A session could not be stored.')
  return { session, cookie }
}

/** A new cookie and a new connection id for a session that was stepped up. */
export const rotateSession = async (
  tx: Tx,
  session: SessionRow,
  kind: SessionKind,
  now: Date,
): Promise<{ session: SessionRow; cookie: string }> => {
  const cookie = randomToken()
  const [rotated] = await tx
    .update(sessions)
    .set({
      kind,
      tokenHash: hashToken(cookie),
      oldTokenHash: session.tokenHash,
      oldTokenUntil: later(now, GRACE),
      connectionId: randomUUID(),
      pendingSecret: null,
      pendingSecretUntil: null,
      codesGenerated: false,
      usedAt: now,
    })
    .where(eq(sessions.id, session.id))
    .returning()
  if (!rotated) throw new Error('A session ended while it was rotated.')
  await tx.delete(socketTokens).where(eq(socketTokens.sessionId, session.id))
  return { session: rotated, cookie }
}

export const findSession = async (
  db: Reader,
  cookie: string,
  now: Date,
): Promise<{ session: SessionRow; email: string } | undefined> => {
  const hash = hashToken(cookie)
  const [row] = await db
    .select({ session: sessions, email: users.email })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(
      and(
        or(
          eq(sessions.tokenHash, hash),
          and(eq(sessions.oldTokenHash, hash), gt(sessions.oldTokenUntil, now)),
        ),
        isAlive(now),
      ),
    )
  return row
}

export const touchSession = async (db: Reader, session: SessionRow, now: Date): Promise<void> => {
  if (now.getTime() - session.usedAt.getTime() < TOUCH) return
  await db.update(sessions).set({ usedAt: now }).where(eq(sessions.id, session.id))
}

export const isLiveSession = async (db: Reader, id: string, now: Date): Promise<boolean> =>
  (
    await db
      .select({ id: sessions.id })
      .from(sessions)
      .where(and(eq(sessions.id, id), isAlive(now)))
  ).length === 1

export const lockSession = async (tx: Tx, id: string): Promise<SessionRow | undefined> =>
  (await tx.select().from(sessions).where(eq(sessions.id, id)).for('update'))[0]

export const endSessions = async (db: Reader, ids: string[]): Promise<void> => {
  await db.delete(sessions).where(inArray(sessions.id, ids))
}

const idsOf = (rows: { id: string }[]) => rows.map(({ id }) => id)

export const endSessionsOf = async (db: Reader, userId: string): Promise<string[]> =>
  idsOf(await db.delete(sessions).where(eq(sessions.userId, userId)).returning({ id: sessions.id }))

export const endExpiredSessions = async (db: Reader, now: Date): Promise<string[]> =>
  idsOf(
    await db
      .delete(sessions)
      .where(or(lte(sessions.expiresAt, now), lte(sessions.usedAt, later(now, -IDLE))))
      .returning({ id: sessions.id }),
  )

/** One more token for the socket's login; the others of the same session stay good. */
export const issueTokens = async (db: Reader, session: SessionRow, now: Date): Promise<AuthPair> => {
  const oneTimeToken = randomToken()
  const expiresAt = later(now, TOKEN_LIFE)
  await db
    .insert(socketTokens)
    .values({ tokenHash: hashToken(oneTimeToken), sessionId: session.id, expiresAt })
  return { connectionId: session.connectionId, oneTimeToken, expiresAt: expiresAt.toISOString() }
}

/** True once, and only before it expires. */
export const spendToken = async (db: Reader, sessionId: string, token: string, now: Date): Promise<boolean> =>
  (
    await db
      .delete(socketTokens)
      .where(
        and(
          eq(socketTokens.tokenHash, hashToken(token)),
          eq(socketTokens.sessionId, sessionId),
          gt(socketTokens.expiresAt, now),
        ),
      )
      .returning({ sessionId: socketTokens.sessionId })
  ).length === 1
