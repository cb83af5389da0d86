import { and, asc, count, desc, eq, inArray, isNull, lte, ne, or, type SQL } from 'drizzle-orm'
import type { RequestStatus, SessionStatus } from '#contract/status.ts'
import type { Db, Tx } from '#server/db/client.ts'
import { dappIcons, dappRequests, dappSessions } from '#server/db/schema/dapp.ts'
import { wallets } from '#server/db/schema/wallet.ts'

export type SessionRow = typeof dappSessions.$inferSelect
export type RequestRow = typeof dappRequests.$inferSelect
export type IconRow = typeof dappIcons.$inferSelect

/** A record with whose it is. */
export interface Owned<T> {
  row: T
  userId: string
}

export const OPEN: SessionStatus[] = ['created', 'pending-approval', 'connected']

const sessions = (db: Db, where: SQL | undefined): Promise<Owned<SessionRow>[]> =>
  db
    .select({ row: dappSessions, userId: wallets.userId })
    .from(dappSessions)
    .innerJoin(wallets, eq(wallets.id, dappSessions.walletId))
    .where(where)
    .orderBy(desc(dappSessions.createdAt), desc(dappSessions.id))

const requests = (db: Db, where: SQL | undefined): Promise<Owned<RequestRow>[]> =>
  db
    .select({ row: dappRequests, userId: wallets.userId })
    .from(dappRequests)
    .innerJoin(wallets, eq(wallets.id, dappRequests.walletId))
    .where(where)
    .orderBy(desc(dappRequests.createdAt), desc(dappRequests.id))

export interface SessionQuery {
  walletId?: string | undefined
  status?: SessionStatus
}

export const listSessions = (
  db: Db,
  userId: string,
  { walletId, status }: SessionQuery,
): Promise<Owned<SessionRow>[]> =>
  sessions(
    db,
    and(
      eq(wallets.userId, userId),
      walletId === undefined ? undefined : eq(dappSessions.walletId, walletId),
      status && eq(dappSessions.status, status),
      status && isNull(dappSessions.deletedAt),
    ),
  )

export const findSession = async (db: Db, id: string): Promise<Owned<SessionRow> | undefined> =>
  (await sessions(db, eq(dappSessions.id, id)))[0]

export const sessionOfPairing = async (db: Db, topic: string): Promise<Owned<SessionRow> | undefined> =>
  (await sessions(db, eq(dappSessions.pairingTopic, topic)))[0]

export const sessionOfTopic = async (db: Db, topic: string): Promise<Owned<SessionRow> | undefined> =>
  (await sessions(db, eq(dappSessions.topic, topic)))[0]

/** Nobody else changes the session before this transaction ends. */
export const lockSession = async (tx: Tx, id: string): Promise<SessionRow | undefined> =>
  (await tx.select().from(dappSessions).where(eq(dappSessions.id, id)).for('update'))[0]

export const openSessions = (db: Db): Promise<Owned<SessionRow>[]> =>
  sessions(db, inArray(dappSessions.status, OPEN))

export const overdueSessions = (db: Db, now: Date): Promise<Owned<SessionRow>[]> =>
  sessions(db, and(inArray(dappSessions.status, OPEN), lte(dappSessions.expiresAt, now)))

/** Open sessions of wallets in other statuses than these. */
export const strandedSessions = (db: Db, statuses: string[]): Promise<Owned<SessionRow>[]> =>
  sessions(
    db,
    and(
      inArray(dappSessions.status, OPEN),
      inArray(wallets.status, statuses as (typeof wallets.status._.data)[]),
    ),
  )

export const oldSessions = (db: Db, closedBefore: Date): Promise<Owned<SessionRow>[]> =>
  sessions(db, and(isNull(dappSessions.deletedAt), lte(dappSessions.closedAt, closedBefore)))

export const ofWallets = (
  db: Db,
  userId: string,
  walletId: string | undefined,
): Promise<Owned<SessionRow>[]> =>
  sessions(
    db,
    and(
      eq(wallets.userId, userId),
      walletId === undefined ? undefined : eq(dappSessions.walletId, walletId),
      isNull(dappSessions.deletedAt),
    ),
  )

export const countOpen = async (db: Db, walletId: string): Promise<number> =>
  (
    await db
      .select({ total: count() })
      .from(dappSessions)
      .where(and(eq(dappSessions.walletId, walletId), inArray(dappSessions.status, OPEN)))
  )[0]?.total ?? 0

/** False when the link was used before. */
export const insertSession = async (db: Db, row: typeof dappSessions.$inferInsert): Promise<boolean> =>
  (
    await db
      .insert(dappSessions)
      .values(row)
      .onConflictDoNothing({ target: dappSessions.pairingTopic })
      .returning({ id: dappSessions.id })
  ).length === 1

/** Only one that nobody has heard of. */
export const removeCreated = (db: Db, id: string) =>
  db.delete(dappSessions).where(and(eq(dappSessions.id, id), eq(dappSessions.status, 'created')))

/** Undefined when the session is in none of these statuses any more. */
export const moveSession = async (
  db: Db,
  id: string,
  from: readonly SessionStatus[],
  change: Partial<Omit<SessionRow, 'id'>>,
): Promise<SessionRow | undefined> =>
  (
    await db
      .update(dappSessions)
      .set(change)
      .where(and(eq(dappSessions.id, id), inArray(dappSessions.status, [...from])))
      .returning()
  )[0]

export const findIcon = async (db: Db, sessionId: string): Promise<IconRow | undefined> =>
  (await db.select().from(dappIcons).where(eq(dappIcons.sessionId, sessionId)))[0]

export const insertIcon = (db: Db, row: IconRow) => db.insert(dappIcons).values(row).onConflictDoNothing()

export interface RequestQuery {
  walletId?: string | undefined
  sessionId?: string | undefined
  status?: string | undefined
  limit?: number | undefined
  offset?: number | undefined
}

export const listRequests = async (
  db: Db,
  userId: string,
  { walletId, sessionId, status, limit, offset = 0 }: RequestQuery,
): Promise<{ rows: RequestRow[]; total: number }> => {
  const where = and(
    eq(wallets.userId, userId),
    walletId === undefined ? undefined : eq(dappRequests.walletId, walletId),
    sessionId === undefined ? undefined : eq(dappRequests.sessionId, sessionId),
    status === undefined ? undefined : eq(dappRequests.status, status as RequestStatus),
  )
  const query = db
    .select({ row: dappRequests })
    .from(dappRequests)
    .innerJoin(wallets, eq(wallets.id, dappRequests.walletId))
    .where(where)
    .orderBy(desc(dappRequests.createdAt), desc(dappRequests.id))
    .offset(offset)
    .$dynamic()
  const rows = (await (limit === undefined ? query : query.limit(limit))).map(({ row }) => row)
  if (limit === undefined && offset === 0) return { rows, total: rows.length }
  const [counted] = await db
    .select({ total: count() })
    .from(dappRequests)
    .innerJoin(wallets, eq(wallets.id, dappRequests.walletId))
    .where(where)
  return { rows, total: counted?.total ?? 0 }
}

export const findRequest = async (db: Db, id: string): Promise<Owned<RequestRow> | undefined> =>
  (await requests(db, eq(dappRequests.id, id)))[0]

export const requestOf = async (db: Db, topic: string, rpcId: number): Promise<RequestRow | undefined> =>
  (
    await db
      .select()
      .from(dappRequests)
      .where(and(eq(dappRequests.topic, topic), eq(dappRequests.rpcId, rpcId)))
  )[0]

export const pendingOfWallet = (
  db: Db,
  walletId: string,
): Promise<Pick<RequestRow, 'sessionId' | 'method'>[]> =>
  db
    .select({ sessionId: dappRequests.sessionId, method: dappRequests.method })
    .from(dappRequests)
    .where(and(eq(dappRequests.walletId, walletId), eq(dappRequests.status, 'pending')))

export const insertRequest = async (db: Db, row: typeof dappRequests.$inferInsert): Promise<boolean> =>
  (await db.insert(dappRequests).values(row).onConflictDoNothing().returning({ id: dappRequests.id }))
    .length === 1

/** Undefined when the request is not in this status any more. */
export const moveRequest = async (
  db: Db,
  id: string,
  from: RequestStatus,
  change: Partial<Omit<RequestRow, 'id'>>,
): Promise<RequestRow | undefined> =>
  (
    await db
      .update(dappRequests)
      .set(change)
      .where(and(eq(dappRequests.id, id), eq(dappRequests.status, from)))
      .returning()
  )[0]

export const markAnswered = (db: Db, id: string) =>
  db.update(dappRequests).set({ answered: true }).where(eq(dappRequests.id, id))

/** Decided but not answered yet, or pending until then, oldest first. */
export const unanswered = (db: Db, until: Date): Promise<Owned<RequestRow>[]> =>
  db
    .select({ row: dappRequests, userId: wallets.userId })
    .from(dappRequests)
    .innerJoin(wallets, eq(wallets.id, dappRequests.walletId))
    .where(
      and(
        eq(dappRequests.answered, false),
        or(ne(dappRequests.status, 'pending'), lte(dappRequests.expiresAt, until)),
      ),
    )
    .orderBy(asc(dappRequests.createdAt), asc(dappRequests.id))

export const pendingOf = (db: Db, sessionId: string): Promise<RequestRow[]> =>
  db
    .select()
    .from(dappRequests)
    .where(and(eq(dappRequests.sessionId, sessionId), eq(dappRequests.status, 'pending')))
