import { and, desc, eq, inArray, or, type SQL, sql } from 'drizzle-orm'
import type { TransactionStatus } from '#contract/status.ts'
import type { Direction } from '#contract/transaction.ts'
import type { Db } from '#server/db/client.ts'
import { prepared } from '#server/db/prepared.ts'
import { chainCursors, tokens } from '#server/db/schema/chain.ts'
import { accountTxs, attempts, sends, transactions } from '#server/db/schema/transaction.ts'
import { wallets } from '#server/db/schema/wallet.ts'

export type TransactionRow = typeof transactions.$inferSelect
export type NewTransaction = typeof transactions.$inferInsert
export type SendRow = typeof sends.$inferSelect
export type NewSend = typeof sends.$inferInsert
export type Change = Partial<Omit<NewTransaction, 'id'>>

/** One transaction with what its readers need beside it. */
export interface Entry {
  transaction: TransactionRow
  token: { symbol: string; decimals: number | null; type: 'ERC20' | 'ERC721' | null; contract: string }
  send: {
    walletId: string
    guarded: boolean
    expiresAt: Date
    feeCeiling: string
    action: SendRow['action']
    /** Of what guardians are asked about another one. */
    raises: string | null
  } | null
  /** Null where it was signed once, or by others. */
  attempts: { hash: string; cancels: boolean }[] | null
}

export interface LegRow {
  transactionId: string
  walletId: string
  accountId: string
  userId: string
  direction: Direction
}

const entry = {
  transaction: transactions,
  token: {
    symbol: tokens.symbol,
    decimals: tokens.decimals,
    type: tokens.type,
    contract: tokens.contract,
  },
  send: {
    ...{ walletId: sends.walletId, guarded: sends.guarded, expiresAt: sends.expiresAt },
    ...{ feeCeiling: sends.feeCeiling, action: sends.action, raises: sends.raises },
  },
  attempts: sql<Entry['attempts']>`(
    select json_agg(json_build_object('hash', ${attempts.hash}, 'cancels', ${attempts.cancels}) order by ${attempts.number})
    from ${attempts} where ${attempts.transactionId} = ${transactions.id}
  )`,
}

/** PostgreSQL takes at most 65535 parameters. */
const AT_ONCE = 5000

export const inParts = async <A, T>(
  items: readonly A[],
  work: (part: A[]) => Promise<T[]>,
  atOnce = AT_ONCE,
): Promise<T[]> => {
  const rows: T[] = []
  for (let at = 0; at < items.length; at += atOnce) rows.push(...(await work(items.slice(at, at + atOnce))))
  return rows
}

export const entriesOf = (db: Db, ids: readonly string[]): Promise<Entry[]> =>
  inParts(ids, (part) =>
    db
      .select(entry)
      .from(transactions)
      .innerJoin(tokens, eq(tokens.id, transactions.tokenId))
      .leftJoin(sends, eq(sends.transactionId, transactions.id))
      .where(inArray(transactions.id, part)),
  )

/** The signed bytes that stand for these sends now. */
export const rawsOf = async (db: Db, ids: readonly string[]): Promise<Map<string, string>> => {
  const rows = await db
    .select({ id: sends.transactionId, raw: sends.raw })
    .from(sends)
    .where(inArray(sends.transactionId, [...ids]))
  return new Map(rows.flatMap(({ id, raw }) => (raw === null ? [] : [[id, raw] as const])))
}

/** The last block of each chain whose effects are in the database. */
export const heads = async (db: Db): Promise<Map<string, number>> => {
  const rows = await db
    .select({ blockchain: chainCursors.blockchain, number: chainCursors.number })
    .from(chainCursors)
  return new Map(rows.map(({ blockchain, number }) => [blockchain, number]))
}

const legsOfIds = prepared((db) =>
  db
    .select({
      transactionId: accountTxs.transactionId,
      walletId: accountTxs.walletId,
      accountId: accountTxs.accountId,
      userId: wallets.userId,
      direction: accountTxs.direction,
    })
    .from(accountTxs)
    .innerJoin(wallets, eq(wallets.id, accountTxs.walletId))
    .where(sql`${accountTxs.transactionId} = any(${sql.placeholder('ids')})`)
    .orderBy(desc(accountTxs.direction))
    .prepare('legs_of_transactions'),
)

/** The outgoing part first. */
export const legsOf = (db: Db, ids: readonly string[]): Promise<LegRow[]> =>
  legsOfIds(db).execute({ ids: [...ids] })

export interface ListQuery {
  search?: string | undefined
  direction?: Direction | undefined
  status?: string | undefined
  limit?: number | undefined
  offset?: number | undefined
}

const contains = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`

const filters = (walletId: string, { search, direction, status }: ListQuery): SQL | undefined => {
  const text = search?.trim()
  const like = (column: SQL | typeof transactions.hash) => sql`${column} ilike ${contains(text ?? '')}`
  return and(
    eq(accountTxs.walletId, walletId),
    direction && eq(accountTxs.direction, direction),
    status ? eq(sql`${transactions.status}`, status) : undefined,
    text
      ? or(
          like(transactions.hash),
          like(sql`${transactions.sender}`),
          like(sql`${transactions.recipient}`),
          like(sql`${transactions.description}`),
          like(sql`${tokens.symbol}`),
        )
      : undefined,
  )
}

const newest = [desc(accountTxs.createdAt), desc(accountTxs.transactionId)]

const page = (db: Db, where: SQL | undefined) =>
  db
    .select({ ...entry, total: sql<number>`(count(*) over ())::int` })
    .from(accountTxs)
    .innerJoin(transactions, eq(transactions.id, accountTxs.transactionId))
    .innerJoin(tokens, eq(tokens.id, transactions.tokenId))
    .leftJoin(sends, eq(sends.transactionId, transactions.id))
    .where(where)
    .orderBy(...newest)

const everyPage = prepared((db) =>
  page(db, eq(accountTxs.walletId, sql.placeholder('walletId')))
    .limit(sql.placeholder('limit'))
    .offset(sql.placeholder('offset'))
    .prepare('transactions_of_wallet'),
)

/** Those of a wallet among these, newest first. */
export const listed = prepared((db) =>
  page(
    db,
    and(
      eq(accountTxs.walletId, sql.placeholder('walletId')),
      sql`${accountTxs.transactionId} = any(${sql.placeholder('ids')})`,
    ),
  ).prepare('transactions_of_wallet_by_id'),
)

export const countOf = (db: Db, walletId: string): Promise<number> =>
  db.$count(accountTxs, eq(accountTxs.walletId, walletId))

const count = async (db: Db, where: SQL | undefined): Promise<number> => {
  const [row] = await db
    .select({ total: sql<number>`count(*)::int` })
    .from(accountTxs)
    .innerJoin(transactions, eq(transactions.id, accountTxs.transactionId))
    .innerJoin(tokens, eq(tokens.id, transactions.tokenId))
    .where(where)
  return row?.total ?? 0
}

export const isFiltered = ({ search, direction, status }: ListQuery): boolean =>
  Boolean(search?.trim() || direction || status)

/** One page, newest first, and how many match in all. */
export const list = async (
  db: Db,
  walletId: string,
  query: ListQuery,
): Promise<{ entries: Entry[]; total: number }> => {
  const { limit, offset = 0 } = query
  const where = filters(walletId, query)
  const read = page(db, where).offset(offset).$dynamic()
  const entries = isFiltered(query)
    ? await (limit === undefined ? read : read.limit(limit))
    : await everyPage(db).execute({ walletId, limit: limit ?? null, offset })
  // Past the last page no row says how many there are.
  const total = entries[0]?.total ?? (offset > 0 || limit === 0 ? await count(db, where) : 0)
  return { entries, total }
}

export const find = async (db: Db, id: string): Promise<TransactionRow | undefined> =>
  (await db.select().from(transactions).where(eq(transactions.id, id)))[0]

export const insert = (db: Db, row: NewTransaction) => db.insert(transactions).values(row)

/** Rows of many columns. */
const ROWS_AT_ONCE = 500

export const insertAll = async (db: Db, rows: readonly NewTransaction[]): Promise<void> => {
  await inParts(
    rows,
    (part) => db.insert(transactions).values(part).returning({ id: transactions.id }),
    ROWS_AT_ONCE,
  )
}

export const update = (db: Db, id: string, change: Change) =>
  db.update(transactions).set(change).where(eq(transactions.id, id))

/** False when the transaction is not in this status any more. */
export const updateFrom = async (
  db: Db,
  id: string,
  from: TransactionStatus,
  change: Change,
): Promise<boolean> => {
  const rows = await db
    .update(transactions)
    .set(change)
    .where(and(eq(transactions.id, id), eq(transactions.status, from)))
    .returning({ id: transactions.id })
  return rows.length === 1
}

export interface NewLeg {
  transactionId: string
  walletId: string
  accountId: string
  direction: Direction
  createdAt: Date
}

export const addLeg = (db: Db, row: NewLeg) => db.insert(accountTxs).values(row).onConflictDoNothing()
