import { randomUUID } from 'node:crypto'
import { and, eq, gt, inArray, or, sql } from 'drizzle-orm'
import type { AuthPair } from '#contract/auth.ts'
import { type SignedSession, sessionText } from '#server/custody/custody.ts'
import type { Db, Tx } from '#server/db/client.ts'
import { prepared } from '#server/db/prepared.ts'
import { sessions, socketTokens } from '#server/db/schema/auth.ts'
import { hashToken, randomToken } from '#server/secret.ts'

const SECOND = 1000
const TOKEN_LIFE = 60 * SECOND

export type SessionRow = typeof sessions.$inferSelect
type Reader = Db | Tx

const later = (now: Date, ms: number) => new Date(now.getTime() + ms)

const fieldsOf = (said: SignedSession) => ({
  userId: said.userId,
  email: said.email,
  kind: said.kind,
  tokenHash: said.hash,
  oldTokenHash: said.oldHash,
  oldTokenUntil: said.oldUntil === null ? null : new Date(said.oldUntil),
  expiresAt: new Date(said.expiresAt),
  signature: said.signature,
})

/** Keeps what custody said of a new session, or of one that was stepped up: then its connection id is new, too. */
export const storeSession = async (tx: Tx, said: SignedSession, now: Date): Promise<SessionRow> => {
  const connectionId = randomUUID()
  const changed = { ...fieldsOf(said), connectionId }
  const [session] = await tx
    .insert(sessions)
    .values({ ...changed, id: said.id, createdAt: now })
    .onConflictDoUpdate({ target: sessions.id, set: changed })
    .returning()
  if (!session) throw new Error('A session could not be stored.')
  await tx.delete(socketTokens).where(eq(socketTokens.sessionId, said.id))
  return session
}

/** What custody must have signed for this row to be believed. */
export const statementOf = (row: SessionRow): string =>
  sessionText({
    id: row.id,
    userId: row.userId,
    email: row.email,
    kind: row.kind,
    hash: row.tokenHash,
    oldHash: row.oldTokenHash,
    oldUntil: row.oldTokenUntil?.toISOString() ?? null,
    expiresAt: row.expiresAt.toISOString(),
  })

const byHash = prepared((db) => {
  const [hash, now] = [sql.placeholder('hash'), sql.placeholder('now')]
  return db
    .select()
    .from(sessions)
    .where(
      and(
        or(
          eq(sessions.tokenHash, hash),
          and(eq(sessions.oldTokenHash, hash), gt(sessions.oldTokenUntil, now)),
        ),
        gt(sessions.expiresAt, now),
      ),
    )
    .prepare('session_by_hash')
})

/** The row of a cookie. It proves nothing before its statement was checked. */
export const findRow = async (db: Db, cookie: string, now: Date): Promise<SessionRow | undefined> =>
  (await byHash(db).execute({ hash: hashToken(cookie), now }))[0]

export const isLiveSession = async (db: Reader, id: string, now: Date): Promise<boolean> =>
  (await db.$count(sessions, and(eq(sessions.id, id), gt(sessions.expiresAt, now)))) === 1

/** Rows of sessions by their ids. They prove nothing before their statements were checked. */
export const rowsOf = (db: Db, ids: readonly string[], now: Date): Promise<SessionRow[]> =>
  db
    .select()
    .from(sessions)
    .where(and(inArray(sessions.id, [...ids]), gt(sessions.expiresAt, now)))

export const endSessions = async (db: Reader, ids: string[]): Promise<void> => {
  if (ids.length > 0) await db.delete(sessions).where(inArray(sessions.id, ids))
}

/** One more token for the socket's login; the others of the same session stay good. */
export const issueTokens = async (
  db: Reader,
  session: Pick<SessionRow, 'id' | 'connectionId'>,
  now: Date,
): Promise<AuthPair> => {
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
