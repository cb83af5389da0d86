/** What this server sends, from acceptance until it is mined. */

import {
  and,
  asc,
  desc,
  eq,
  exists,
  gt,
  inArray,
  isNotNull,
  isNull,
  lte,
  ne,
  not,
  or,
  sql,
} from 'drizzle-orm'
import type { Db } from '#server/db/client.ts'
import { prepared } from '#server/db/prepared.ts'
import { coins, evmSends, sends, transactions } from '#server/db/schema/transaction.ts'
import { wallets } from '#server/db/schema/wallet.ts'
import type { HeldReader } from '#server/modules/assets/reserved.ts'
import { inParts, type NewSend, type SendRow, type TransactionRow } from './store.ts'

export const insert = (db: Db, row: NewSend) => db.insert(sends).values(row)

export const find = async (
  db: Db,
  id: string,
): Promise<{ transaction: TransactionRow; send: SendRow } | undefined> =>
  (
    await db
      .select({ transaction: transactions, send: sends })
      .from(sends)
      .innerJoin(transactions, eq(transactions.id, sends.transactionId))
      .where(eq(sends.transactionId, id))
  )[0]

/** The wallets that sent these transactions, those among them that were sent from here. */
export const walletsOf = async (db: Db, ids: readonly string[]): Promise<string[]> => {
  const rows = await inParts(ids, (part) =>
    db.selectDistinct({ id: sends.walletId }).from(sends).where(inArray(sends.transactionId, part)),
  )
  return [...new Set(rows.map(({ id }) => id))]
}

export const update = (db: Db, id: string, change: Partial<Omit<NewSend, 'transactionId'>>) =>
  db.update(sends).set(change).where(eq(sends.transactionId, id))

/** A transaction that still waits for its block makes these coins. */
const isAwaited = (db: Db) =>
  exists(
    db
      .select({ one: sql`1` })
      .from(transactions)
      .where(
        and(
          eq(transactions.blockchain, coins.blockchain),
          eq(transactions.hash, coins.txid),
          eq(transactions.status, 'broadcasting'),
        ),
      ),
  )

/** Coins of these sends that are not spent are any send's again, but for those that never come. */
export const freeCoins = async (db: Db, ...transactionIds: string[]): Promise<void> => {
  await inParts(transactionIds, async (part) => {
    const isLeft = and(inArray(coins.takenBy, part), isNull(coins.spentBlock))
    await db.delete(coins).where(and(isLeft, isNull(coins.block), not(isAwaited(db))))
    await db.update(coins).set({ takenBy: null }).where(isLeft)
    return []
  })
}

/** Ends it without ever reaching a chain: its coins are free, and what was to come back never comes. */
export const end = async (db: Db, id: string): Promise<void> => {
  await db.update(sends).set({ void: true }).where(eq(sends.transactionId, id))
  await freeCoins(db, id)
  const hash = db.select({ hash: transactions.hash }).from(transactions).where(eq(transactions.id, id))
  await db.delete(coins).where(and(isNull(coins.block), inArray(coins.txid, hash)))
}

/** False when another process stored the signed bytes first. */
export const storeRaw = async (db: Db, id: string, raw: string): Promise<boolean> => {
  const rows = await db
    .update(sends)
    .set({ raw })
    .where(and(eq(sends.transactionId, id), isNull(sends.raw), eq(sends.void, false)))
    .returning({ id: sends.transactionId })
  return rows.length === 1
}

/** Takes bytes out of a row that custody did not sign: it is as before it was signed. */
export const dropRaw = (db: Db, id: string) =>
  db.update(sends).set({ raw: null, broadcastAt: null, lostAtBlock: null }).where(eq(sends.transactionId, id))

export interface Sender {
  blockchain: string
  addressKey: string
}

/** Everything that these wallets promised and that is not mined yet: what the stored balances do not show. */
const heldOf = prepared((db) =>
  db
    .select({
      walletId: sends.walletId,
      blockchain: sends.blockchain,
      tokenId: transactions.tokenId,
      item: transactions.item,
      amount: sql<string>`sum(${transactions.amount})`,
      native: sql<string>`sum(${sends.value} + ${sends.feeCeiling})`,
    })
    .from(sends)
    .innerJoin(transactions, eq(transactions.id, sends.transactionId))
    .where(
      and(
        sql`${sends.walletId} = any(${sql.placeholder('walletIds')})`,
        eq(sends.void, false),
        inArray(transactions.status, ['pending-approval', 'broadcasting']),
        isNull(transactions.blockNumber),
      ),
    )
    .groupBy(sends.walletId, sends.blockchain, transactions.tokenId, transactions.item)
    .prepare('held_of_wallets'),
)

export const held: HeldReader = async (db, walletIds) => {
  const rows = await heldOf(db).execute({ walletIds: [...walletIds] })
  return rows.map((row) => ({ ...row, amount: BigInt(row.amount), native: BigInt(row.native) }))
}

/** Accepted and not yet mined, in the order in which they must reach the chain. */
export const unmined = (
  db: Db,
  blockchain: string,
): Promise<{ transaction: TransactionRow; send: SendRow }[]> =>
  db
    .select({ transaction: transactions, send: sends })
    .from(transactions)
    .innerJoin(sends, eq(sends.transactionId, transactions.id))
    .leftJoin(evmSends, eq(evmSends.transactionId, sends.transactionId))
    .where(
      and(
        eq(transactions.blockchain, blockchain),
        eq(transactions.status, 'broadcasting'),
        isNull(transactions.blockNumber),
      ),
    )
    .orderBy(asc(sends.addressKey), sql`${evmSends.nonce} asc nulls last`, asc(transactions.createdAt))

/** What needed nobody and was not signed before its time ran out: calls of dApps, and what waited for lower fees. */
export const overdue = (
  db: Db,
  now: Date,
): Promise<{ id: string; walletId: string; note: string | null }[]> =>
  db
    .select({ id: sends.transactionId, walletId: sends.walletId, note: transactions.note })
    .from(sends)
    .innerJoin(transactions, eq(transactions.id, sends.transactionId))
    .where(
      and(
        eq(transactions.status, 'broadcasting'),
        or(ne(sends.action, 'send'), isNotNull(transactions.note)),
        isNull(sends.raw),
        lte(sends.expiresAt, now),
      ),
    )

export const walletsAfter = async (db: Db, id: string, limit: number): Promise<string[]> => {
  const rows = await db
    .select({ id: wallets.id })
    .from(wallets)
    .where(gt(wallets.id, id))
    .orderBy(asc(wallets.id))
    .limit(limit)
  return rows.map((row) => row.id)
}

/** Wallets of whose sends the rows say that they are not over. */
export const walletsWithOpen = async (db: Db): Promise<string[]> => {
  const rows = await db
    .selectDistinct({ id: sends.walletId })
    .from(sends)
    .innerJoin(transactions, eq(transactions.id, sends.transactionId))
    .where(inArray(transactions.status, ['pending-approval', 'broadcasting']))
  return rows.map(({ id }) => id)
}

/** What waits for approvals of wallets that were removed. */
export const ofRemoved = (db: Db): Promise<{ transactionId: string; walletId: string }[]> =>
  db
    .select({ transactionId: sends.transactionId, walletId: sends.walletId })
    .from(sends)
    .innerJoin(transactions, eq(transactions.id, sends.transactionId))
    .innerJoin(wallets, eq(wallets.id, sends.walletId))
    .where(and(eq(transactions.status, 'pending-approval'), eq(wallets.status, 'removed')))

/** Waiting for approvals: all, of one wallet, or those whose time has run out. */
export const waiting = (
  db: Db,
  where: { walletId?: string; expiredAt?: Date },
): Promise<{ id: string; walletId: string; note: string | null }[]> =>
  db
    .select({ id: sends.transactionId, walletId: sends.walletId, note: transactions.note })
    .from(sends)
    .innerJoin(transactions, eq(transactions.id, sends.transactionId))
    .where(
      and(
        eq(transactions.status, 'pending-approval'),
        where.walletId === undefined ? undefined : eq(sends.walletId, where.walletId),
        where.expiredAt && lte(sends.expiresAt, where.expiredAt),
      ),
    )
    .orderBy(asc(transactions.createdAt), asc(transactions.id))

/** What guardians are asked about a higher fee of a send that hangs. `more`: than it may cost so far. */
export interface Raise {
  id: string
  walletId: string
  more: string
  note: string | null
}

/** Those that are open, by the send that they are about. */
export const raisesOf = async (db: Db, ids: readonly string[]): Promise<Map<string, Raise>> => {
  if (ids.length === 0) return new Map()
  const rows = await db
    .select({
      of: sends.raises,
      ...{ id: sends.transactionId, walletId: sends.walletId, more: sends.feeCeiling },
      note: transactions.note,
    })
    .from(sends)
    .innerJoin(transactions, eq(transactions.id, sends.transactionId))
    .where(
      and(
        inArray(sends.raises, [...ids]),
        eq(sends.void, false),
        eq(transactions.status, 'pending-approval'),
      ),
    )
  return new Map(rows.flatMap(({ of, ...raise }) => (of === null ? [] : [[of, raise] as const])))
}

/** Why what waits for approvals ends by its time. */
export const EXPIRED = 'Expired'
/** Why what waits can be approved by nobody any more, where no decline made it so. */
export const GUARDIAN_REMOVED = 'A Guardian was removed'

/** What guardians were asked about a higher fee, and did not approve. */
export interface Refusal {
  id: string
  reason: string | null
}

/** Those of the sends about which they were not asked again, by the send. */
export const refusalsOf = async (db: Db, ids: readonly string[]): Promise<Map<string, Refusal>> => {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectDistinctOn([sends.raises], {
      ...{ of: sends.raises, id: sends.transactionId },
      ...{ status: transactions.status, reason: transactions.rejectReason },
    })
    .from(sends)
    .innerJoin(transactions, eq(transactions.id, sends.transactionId))
    .where(inArray(sends.raises, [...ids]))
    .orderBy(sends.raises, desc(transactions.createdAt))
  return new Map(
    rows.flatMap(({ of, status, ...refusal }) =>
      of !== null && (status === 'rejected' || status === 'failed') ? [[of, refusal] as const] : [],
    ),
  )
}
