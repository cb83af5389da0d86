import { and, asc, desc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { CalledToken } from '#domain/call.ts'
import type { Db, Tx } from '#server/db/client.ts'
import { users } from '#server/db/schema/auth.ts'
import { tokens } from '#server/db/schema/chain.ts'
import { approvals, approvers, proposals } from '#server/db/schema/guardian.ts'
import { sends, transactions } from '#server/db/schema/transaction.ts'
import { wallets } from '#server/db/schema/wallet.ts'

export type ApprovalRow = typeof approvals.$inferSelect
export type ProposalRow = typeof proposals.$inferSelect

/** One guardian's part in a transaction, with all that he has to see. */
export interface Request {
  approval: ApprovalRow
  approver: typeof approvers.$inferSelect
  proposal: ProposalRow
  transaction: typeof transactions.$inferSelect
  send: typeof sends.$inferSelect
  token: { contract: string; symbol: string; decimals: number | null; type: 'ERC20' | 'ERC721' | null }
  /** The contract that a call goes to, where it is a known token. */
  called: CalledToken | null
  initiator: string
  guardianId: string | null
}

const guardians = alias(users, 'guardians')
const called = alias(tokens, 'called')

const requests = (db: Db, where: SQL | undefined): Promise<Request[]> =>
  db
    .select({
      approval: approvals,
      approver: approvers,
      proposal: proposals,
      transaction: transactions,
      send: sends,
      token: {
        contract: tokens.contract,
        symbol: tokens.symbol,
        decimals: tokens.decimals,
        type: tokens.type,
      },
      called: { symbol: called.symbol, decimals: called.decimals, type: called.type },
      initiator: users.email,
      guardianId: guardians.id,
    })
    .from(approvals)
    .innerJoin(approvers, eq(approvers.id, approvals.approverId))
    .innerJoin(proposals, eq(proposals.transactionId, approvals.transactionId))
    .innerJoin(transactions, eq(transactions.id, approvals.transactionId))
    .innerJoin(sends, eq(sends.transactionId, approvals.transactionId))
    .innerJoin(tokens, eq(tokens.id, transactions.tokenId))
    .innerJoin(wallets, eq(wallets.id, sends.walletId))
    .innerJoin(users, eq(users.id, wallets.userId))
    .leftJoin(guardians, eq(guardians.emailKey, approvers.emailKey))
    .leftJoin(
      called,
      and(eq(called.blockchain, sends.blockchain), eq(called.contract, sql`lower(${sends.target})`)),
    )
    .where(where)
    .orderBy(desc(transactions.createdAt), desc(transactions.id), asc(approvers.createdAt), asc(approvers.id))

export const ofTransactions = (db: Db, ids: readonly string[]): Promise<Request[]> =>
  requests(db, inArray(approvals.transactionId, [...ids]))

export const ofGuardian = (db: Db, userId: string, transactionId?: string): Promise<Request[]> =>
  requests(
    db,
    and(
      eq(guardians.id, userId),
      transactionId === undefined ? undefined : eq(approvals.transactionId, transactionId),
    ),
  )

/** The transaction if it still waits; nobody else settles it before this database transaction ends. */
export const lockWaiting = async (
  tx: Tx,
  id: string,
): Promise<typeof transactions.$inferSelect | undefined> =>
  (
    await tx
      .select()
      .from(transactions)
      .where(and(eq(transactions.id, id), eq(transactions.status, 'pending-approval')))
      .for('update')
  )[0]

export const walletOf = async (db: Db, transactionId: string): Promise<string | undefined> =>
  (await db.select({ walletId: sends.walletId }).from(sends).where(eq(sends.transactionId, transactionId)))[0]
    ?.walletId

export const findProposal = async (db: Db, id: string): Promise<ProposalRow | undefined> =>
  (await db.select().from(proposals).where(eq(proposals.transactionId, id)))[0]

export const insertProposal = (db: Db, row: ProposalRow) =>
  db.insert(proposals).values(row).onConflictDoNothing()

export const setApproved = (db: Db, id: string, approved: number) =>
  db.update(proposals).set({ approved }).where(eq(proposals.transactionId, id))

export const approvalsOf = (db: Db, id: string): Promise<ApprovalRow[]> =>
  db.select().from(approvals).where(eq(approvals.transactionId, id))

export const insert = (db: Db, row: ApprovalRow) => db.insert(approvals).values(row)

export const update = (db: Db, id: string, change: Partial<ApprovalRow>) =>
  db.update(approvals).set(change).where(eq(approvals.id, id))
