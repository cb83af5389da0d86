import { and, asc, count, desc, eq, inArray, or, type SQL } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { type CalledToken, tokensOfCall } from '#domain/call.ts'
import type { Db, Tx } from '#server/db/client.ts'
import { users } from '#server/db/schema/auth.ts'
import { tokens } from '#server/db/schema/chain.ts'
import { approvals, approvers, proposals } from '#server/db/schema/guardian.ts'
import { evmSends, sends, transactions } from '#server/db/schema/transaction.ts'
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
  /** Of a call on an EVM chain. */
  data: string | null
  token: { contract: string; symbol: string; decimals: number | null; type: 'ERC20' | 'ERC721' | null }
  /** What is known here of the contracts that a call touches, as tokens. */
  tokenOf(address: string): CalledToken | undefined
  initiator: string
  guardianId: string | null
}

const guardians = alias(users, 'guardians')

type Row = Omit<Request, 'tokenOf'>

const callsOf = (rows: readonly Row[]) =>
  rows.flatMap(({ send, data }) =>
    send.action === 'call'
      ? tokensOfCall(data ?? '0x', send.target ?? '').map((contract) => `${send.blockchain} ${contract}`)
      : [],
  )

const withTokens = async (db: Db, rows: readonly Row[]): Promise<Request[]> => {
  const wanted = new Set(callsOf(rows))
  const contracts = [...wanted].map((key) => key.slice(key.indexOf(' ') + 1))
  const found = contracts.length
    ? await db
        .select({
          blockchain: tokens.blockchain,
          contract: tokens.contract,
          symbol: tokens.symbol,
          decimals: tokens.decimals,
          type: tokens.type,
        })
        .from(tokens)
        .where(inArray(tokens.contract, contracts))
    : []
  const known = new Map(found.map((token) => [`${token.blockchain} ${token.contract}`, token]))
  return rows.map((row) => ({
    ...row,
    tokenOf: (address) => known.get(`${row.send.blockchain} ${address.toLowerCase()}`),
  }))
}

const requests = async (db: Db, where: SQL | undefined): Promise<Request[]> =>
  withTokens(db, await rowsOf(db, where))

const rowsOf = (db: Db, where: SQL | undefined): Promise<Row[]> =>
  db
    .select({
      approval: approvals,
      approver: approvers,
      proposal: proposals,
      transaction: transactions,
      send: sends,
      data: evmSends.data,
      token: {
        contract: tokens.contract,
        symbol: tokens.symbol,
        decimals: tokens.decimals,
        type: tokens.type,
      },
      initiator: users.email,
      guardianId: guardians.id,
    })
    .from(approvals)
    .innerJoin(approvers, eq(approvers.id, approvals.approverId))
    .innerJoin(proposals, eq(proposals.transactionId, approvals.transactionId))
    .innerJoin(transactions, eq(transactions.id, approvals.transactionId))
    .innerJoin(sends, eq(sends.transactionId, approvals.transactionId))
    .leftJoin(evmSends, eq(evmSends.transactionId, approvals.transactionId))
    .innerJoin(tokens, eq(tokens.id, transactions.tokenId))
    .innerJoin(wallets, eq(wallets.id, sends.walletId))
    .innerJoin(users, eq(users.id, wallets.userId))
    .leftJoin(guardians, eq(guardians.emailKey, approvers.emailKey))
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

/** These parts of his, and those in what waits. */
export const someOfGuardian = (db: Db, userId: string, ids: readonly string[]): Promise<Request[]> =>
  requests(
    db,
    and(
      eq(guardians.id, userId),
      or(inArray(approvals.id, [...ids]), eq(transactions.status, 'pending-approval')),
    ),
  )

export const countOfGuardian = async (db: Db, userId: string): Promise<number> => {
  const [row] = await db
    .select({ total: count() })
    .from(approvals)
    .innerJoin(approvers, eq(approvers.id, approvals.approverId))
    .innerJoin(guardians, eq(guardians.emailKey, approvers.emailKey))
    .where(eq(guardians.id, userId))
  return row?.total ?? 0
}

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

/** Of which wallet it is, and of which of its transactions guardians are asked whether it may cost more. */
export const sendOf = async (
  db: Db,
  transactionId: string,
): Promise<{ walletId: string; raises: string | null } | undefined> =>
  (
    await db
      .select({ walletId: sends.walletId, raises: sends.raises })
      .from(sends)
      .where(eq(sends.transactionId, transactionId))
  )[0]

/** Of which wallet it is, while it waits. */
export const waitingOf = async (db: Db, transactionId: string): Promise<string | undefined> =>
  (
    await db
      .select({ walletId: sends.walletId })
      .from(sends)
      .innerJoin(transactions, eq(transactions.id, sends.transactionId))
      .where(and(eq(sends.transactionId, transactionId), eq(transactions.status, 'pending-approval')))
  )[0]?.walletId

export const findProposal = async (db: Db, id: string): Promise<ProposalRow | undefined> =>
  (await db.select().from(proposals).where(eq(proposals.transactionId, id)))[0]

export const insertProposal = (db: Db, row: ProposalRow) =>
  db.insert(proposals).values(row).onConflictDoNothing()

export const setProgress = (db: Db, id: string, progress: Pick<ProposalRow, 'approved' | 'lacks'>) =>
  db.update(proposals).set(progress).where(eq(proposals.transactionId, id))

export const approvalsOf = (db: Db, id: string): Promise<ApprovalRow[]> =>
  db.select().from(approvals).where(eq(approvals.transactionId, id))

/** What is written down of its guardians' decisions, in one text: whether it changed since. */
export const told = async (db: Db, id: string): Promise<string> => {
  const rows = await approvalsOf(db, id)
  return JSON.stringify([await findProposal(db, id), rows.toSorted((a, b) => (a.id < b.id ? -1 : 1))])
}

export const insert = (db: Db, row: ApprovalRow) => db.insert(approvals).values(row)

export const update = (db: Db, id: string, change: Partial<ApprovalRow>) =>
  db.update(approvals).set(change).where(eq(approvals.id, id))
