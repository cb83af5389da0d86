import { and, asc, count, desc, eq, gt, inArray, isNotNull, lte, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { InviteStatus } from '#contract/status.ts'
import type { Db } from '#server/db/client.ts'
import { users } from '#server/db/schema/auth.ts'
import { approvalFlows, approvers } from '#server/db/schema/guardian.ts'
import { accounts, wallets } from '#server/db/schema/wallet.ts'

export type ApproverRow = typeof approvers.$inferSelect

/** An invitation with the wallet it is for, and its guardian where he has an account. */
export interface Seat {
  approver: ApproverRow
  walletName: string
  walletAddress: string
  owner: { id: string; email: string }
  guardianId: string | null
}

const guardians = alias(users, 'guardians')

const seats = (db: Db, where: SQL | undefined): Promise<Seat[]> =>
  db
    .select({
      approver: approvers,
      walletName: wallets.name,
      walletAddress: accounts.address,
      owner: { id: users.id, email: users.email },
      guardianId: guardians.id,
    })
    .from(approvers)
    .innerJoin(wallets, eq(wallets.id, approvers.walletId))
    .innerJoin(users, eq(users.id, wallets.userId))
    .innerJoin(accounts, and(eq(accounts.walletId, wallets.id), eq(accounts.network, 'evm')))
    .leftJoin(guardians, eq(guardians.emailKey, approvers.emailKey))
    .where(where)
    .orderBy(desc(approvers.createdAt), desc(approvers.id))

export const find = async (db: Db, id: string): Promise<Seat | undefined> =>
  (await seats(db, eq(approvers.id, id)))[0]

export const ofWallet = (db: Db, walletId: string): Promise<Seat[]> =>
  seats(db, eq(approvers.walletId, walletId))

export const ofEmail = (db: Db, emailKey: string): Promise<Seat[]> =>
  seats(db, eq(approvers.emailKey, emailKey))

/** Those that the person was at some time a guardian by. */
export const guardedBy = (db: Db, emailKey: string): Promise<Seat[]> =>
  seats(
    db,
    and(
      eq(approvers.emailKey, emailKey),
      inArray(approvers.status, ['confirmed', 'retired']),
      isNotNull(approvers.confirmedAt),
    ),
  )

export const insert = (db: Db, row: typeof approvers.$inferInsert) => db.insert(approvers).values(row)

/** False when the invitation is not in this status any more. */
export const move = async (
  db: Db,
  id: string,
  from: InviteStatus,
  change: Partial<Omit<ApproverRow, 'id'>>,
): Promise<boolean> => {
  const rows = await db
    .update(approvers)
    .set(change)
    .where(and(eq(approvers.id, id), eq(approvers.status, from)))
    .returning({ id: approvers.id })
  return rows.length === 1
}

export const update = (db: Db, id: string, change: Partial<Omit<ApproverRow, 'id'>>) =>
  db.update(approvers).set(change).where(eq(approvers.id, id))

/** True when a row says something else than these columns. */
export const differs = (row: ApproverRow, columns: Partial<ApproverRow>): boolean =>
  (Object.keys(columns) as (keyof ApproverRow)[]).some(
    (name) => row[name]?.valueOf() !== columns[name]?.valueOf(),
  )

export const expired = (db: Db, now: Date): Promise<{ id: string; walletId: string }[]> =>
  db
    .select({ id: approvers.id, walletId: approvers.walletId })
    .from(approvers)
    .where(and(eq(approvers.status, 'pending'), lte(approvers.expiresAt, now)))

/** The next wallets after this id, how many guardians their rows show, and by which version of the rules. */
export const shownAfter = (
  db: Db,
  after: string,
  limit: number,
): Promise<{ walletId: string; confirmed: number; version: number }[]> =>
  db
    .select({
      walletId: wallets.id,
      confirmed: count(approvers.id),
      version: sql<number>`coalesce(${approvalFlows.version}, 0)`,
    })
    .from(wallets)
    .leftJoin(approvers, and(eq(approvers.walletId, wallets.id), eq(approvers.status, 'confirmed')))
    .leftJoin(approvalFlows, eq(approvalFlows.walletId, wallets.id))
    .where(gt(wallets.id, after))
    .groupBy(wallets.id, approvalFlows.version)
    .orderBy(asc(wallets.id))
    .limit(limit)

/** How many invitations the owner of a wallet wrote since then. */
export const invitedBy = async (db: Db, ownerId: string, since: Date): Promise<number> => {
  const [row] = await db
    .select({ total: count() })
    .from(approvers)
    .innerJoin(wallets, eq(wallets.id, approvers.walletId))
    .where(and(eq(wallets.userId, ownerId), gt(approvers.createdAt, since)))
  return row?.total ?? 0
}

export const beginChange = (db: Db, walletId: string) =>
  db
    .insert(approvalFlows)
    .values({ walletId, changing: true })
    .onConflictDoUpdate({ target: approvalFlows.walletId, set: { changing: true } })

export const followed = async (db: Db, walletId: string): Promise<number> =>
  (await db.select().from(approvalFlows).where(eq(approvalFlows.walletId, walletId)))[0]?.version ?? 0

/** What is written down of a wallet's guardians, in one text: whether it changed since. */
export const told = async (db: Db, walletId: string): Promise<string> => {
  const rows = await db.select().from(approvers).where(eq(approvers.walletId, walletId)).orderBy(approvers.id)
  return JSON.stringify([await followed(db, walletId), rows])
}

/** An older database may have no row yet of a wallet whose guardians custody knows. */
export const endChange = (db: Db, walletId: string, version: number) =>
  db
    .insert(approvalFlows)
    .values({ walletId, version })
    .onConflictDoUpdate({ target: approvalFlows.walletId, set: { version, changing: false } })

export const unfinished = async (db: Db): Promise<string[]> => {
  const rows = await db
    .select({ walletId: approvalFlows.walletId })
    .from(approvalFlows)
    .where(eq(approvalFlows.changing, true))
  return rows.map(({ walletId }) => walletId)
}
