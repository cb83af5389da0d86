import { and, asc, count, desc, eq, inArray, isNull, lte, ne, or, type SQL } from 'drizzle-orm'
import type { RequestStatus, SessionStatus, WalletStatus } from '#contract/status.ts'
import type { Db, Tx } from '#server/db/client.ts'
import { dappIcons, dappRequests, dappSessions } from '#server/db/schema/dapp.ts'
import { wallets } from '#server/db/schema/wallet.ts'

export type SessionRow = typeof dappSessions.$inferSelect
export type RequestRow = typeof dappRequests.$inferSelect
export type IconRow = typeof dappIcons.$inferSelect

export const OPEN: SessionStatus[] = ['created', 'pending-approval', 'connected']

const sessions = (db: Db, where: SQL | undefined): Promise<SessionRow[]> =>
  db.select().from(dappSessions).where(where).orderBy(desc(dappSessions.createdAt), desc(dappSessions.id))

/** Of these wallets. */
export const listSessions = (
  db: Db,
  walletIds: readonly string[],
  status?: SessionStatus,
  ids?: readonly string[],
): Promise<SessionRow[]> =>
  sessions(
    db,
    and(
      inArray(dappSessions.walletId, [...walletIds]),
      ids && inArray(dappSessions.id, [...ids]),
      status && eq(dappSessions.status, status),
      status && isNull(dappSessions.deletedAt),
    ),
  )

export const countSessions = (db: Db, walletId: string): Promise<number> =>
  db.$count(dappSessions, eq(dappSessions.walletId, walletId))

export const findSession = async (db: Db, id: string): Promise<SessionRow | undefined> =>
  (await sessions(db, eq(dappSessions.id, id)))[0]

export const sessionOfPairing = async (db: Db, topic: string): Promise<SessionRow | undefined> =>
  (await sessions(db, eq(dappSessions.pairingTopic, topic)))[0]

export const sessionOfTopic = async (db: Db, topic: string): Promise<SessionRow | undefined> =>
  (await sessions(db, eq(dappSessions.topic, topic)))[0]

/** Nobody else changes the session before this transaction ends. */
export const lockSession = async (tx: Tx, id: string): Promise<SessionRow | undefined> =>
  (await tx.select().from(dappSessions).where(eq(dappSessions.id, id)).for('update'))[0]

export const openSessions = (db: Db): Promise<SessionRow[]> =>
  sessions(db, inArray(dappSessions.status, OPEN))

export const overdueSessions = (db: Db, now: Date): Promise<SessionRow[]> =>
  sessions(db, and(inArray(dappSessions.status, OPEN), lte(dappSessions.expiresAt, now)))

/** Open sessions of wallets in these statuses. */
export const strandedSessions = async (db: Db, statuses: readonly WalletStatus[]): Promise<SessionRow[]> =>
  (
    await db
      .select({ row: dappSessions })
      .from(dappSessions)
      .innerJoin(wallets, eq(wallets.id, dappSessions.walletId))
      .where(and(inArray(dappSessions.status, OPEN), inArray(wallets.status, [...statuses])))
  ).map(({ row }) => row)

export const oldSessions = (db: Db, closedBefore: Date): Promise<SessionRow[]> =>
  sessions(db, and(isNull(dappSessions.deletedAt), lte(dappSessions.closedAt, closedBefore)))

/** Not hidden yet. */
export const ofWallets = (db: Db, walletIds: readonly string[]): Promise<SessionRow[]> =>
  sessions(db, and(inArray(dappSessions.walletId, [...walletIds]), isNull(dappSessions.deletedAt)))

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
  walletIds: readonly string[],
  { sessionId, status, limit, offset = 0 }: Omit<RequestQuery, 'walletId'>,
  ids?: readonly string[],
): Promise<{ rows: RequestRow[]; total: number }> => {
  const where = and(
    inArray(dappRequests.walletId, [...walletIds]),
    ids && inArray(dappRequests.id, [...ids]),
    sessionId === undefined ? undefined : eq(dappRequests.sessionId, sessionId),
    status === undefined ? undefined : eq(dappRequests.status, status as RequestStatus),
  )
  const query = db
    .select()
    .from(dappRequests)
    .where(where)
    .orderBy(desc(dappRequests.createdAt), desc(dappRequests.id))
    .offset(offset)
    .$dynamic()
  const rows = await (limit === undefined ? query : query.limit(limit))
  if (limit === undefined && offset === 0) return { rows, total: rows.length }
  return { rows, total: await db.$count(dappRequests, where) }
}

export const countRequests = (db: Db, walletId: string): Promise<number> =>
  db.$count(dappRequests, eq(dappRequests.walletId, walletId))

export const findRequest = async (db: Db, id: string): Promise<RequestRow | undefined> =>
  (await db.select().from(dappRequests).where(eq(dappRequests.id, id)))[0]

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
export const unanswered = (db: Db, until: Date): Promise<RequestRow[]> =>
  db
    .select()
    .from(dappRequests)
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
