/** Rows as blocks know them: by hash, by block, and until they are final. */

import { and, asc, eq, gt, inArray, isNotNull, isNull, lt, lte, ne, or, sql } from 'drizzle-orm'
import type { Db } from '#server/db/client.ts'
import { accountTxs, attempts, evmSends, sends, transactions } from '#server/db/schema/transaction.ts'
import { inParts, type NewLeg, type SendRow, type TransactionRow } from './store.ts'

/** A leg that is there already takes the new direction. */
export const setLeg = (db: Db, row: NewLeg) =>
  db
    .insert(accountTxs)
    .values(row)
    .onConflictDoUpdate({
      target: [accountTxs.transactionId, accountTxs.accountId],
      set: { direction: row.direction },
    })

export const setLegs = async (db: Db, rows: readonly NewLeg[]): Promise<void> => {
  await inParts(rows, (part) =>
    db
      .insert(accountTxs)
      .values(part)
      .onConflictDoUpdate({
        target: [accountTxs.transactionId, accountTxs.accountId],
        set: { direction: sql`excluded.direction` },
      })
      .returning({ transactionId: accountTxs.transactionId }),
  )
}

/** The sender's part of a send is outgoing again, whatever a block had said. */
export const turnOut = (db: Db, { transactionId, walletId }: Pick<SendRow, 'transactionId' | 'walletId'>) =>
  db
    .update(accountTxs)
    .set({ direction: 'outcome' })
    .where(and(eq(accountTxs.transactionId, transactionId), eq(accountTxs.walletId, walletId)))

export const TAKEN_BACK = 'The network took this transaction back.'

/** In no block. */
export const GONE = {
  ...{ blockNumber: null, blockHash: null, logIndex: null },
  ...{ status: 'failed' as const, rejectReason: TAKEN_BACK },
}

/** Other rows of a hash are in no block until one is read that has it. */
export const takeBack = (db: Db, which: { blockchain: string; hash: string; except: string }) =>
  db
    .update(transactions)
    .set(GONE)
    .where(
      and(
        eq(transactions.blockchain, which.blockchain),
        eq(transactions.hash, which.hash),
        ne(transactions.id, which.except),
      ),
    )

/** All rows of one hash, sent from here, whatever attempt it is, or seen. */
export const ofHash = (
  db: Db,
  blockchain: string,
  hash: string,
): Promise<{ transaction: TransactionRow; send: SendRow | null }[]> =>
  db
    .select({ transaction: transactions, send: sends })
    .from(transactions)
    .leftJoin(sends, eq(sends.transactionId, transactions.id))
    .where(
      and(
        eq(transactions.blockchain, blockchain),
        or(
          eq(transactions.hash, hash),
          inArray(
            transactions.id,
            db.select({ id: attempts.transactionId }).from(attempts).where(eq(attempts.hash, hash)),
          ),
        ),
      ),
    )
    .orderBy(asc(transactions.createdAt), asc(transactions.id))

/** The same of many. */
export const ofHashes = async (db: Db, blockchain: string, hashes: readonly string[]) => {
  const ofChain = eq(transactions.blockchain, blockchain)
  const columns = { transaction: transactions, send: sends }
  const latest = await inParts(hashes, (part) =>
    db
      .select({ hash: transactions.hash, ...columns })
      .from(transactions)
      .leftJoin(sends, eq(sends.transactionId, transactions.id))
      .where(and(ofChain, inArray(transactions.hash, part)))
      .orderBy(asc(transactions.createdAt), asc(transactions.id)),
  )
  const tried = await inParts(hashes, (part) =>
    db
      .select({ hash: attempts.hash, ...columns })
      .from(attempts)
      .innerJoin(transactions, eq(transactions.id, attempts.transactionId))
      .leftJoin(sends, eq(sends.transactionId, transactions.id))
      .where(
        and(
          ofChain,
          inArray(attempts.hash, part),
          or(isNull(transactions.hash), ne(transactions.hash, attempts.hash)),
        ),
      )
      .orderBy(asc(transactions.createdAt), asc(transactions.id)),
  )
  const byHash = new Map<string, { transaction: TransactionRow; send: SendRow | null }[]>()
  for (const { hash, ...row } of [...latest, ...tried])
    if (hash !== null) byHash.set(hash, [...(byHash.get(hash) ?? []), row])
  return byHash
}

/** Rows of one account that belong to no known transaction. */
export const withoutHash = (
  db: Db,
  where: { blockchain: string; accountId: string; tokenId: string; description: string },
): Promise<{ transaction: TransactionRow; send: SendRow | null }[]> =>
  db
    .select({ transaction: transactions, send: sends })
    .from(transactions)
    .leftJoin(sends, eq(sends.transactionId, transactions.id))
    .where(
      and(
        eq(transactions.blockchain, where.blockchain),
        eq(transactions.accountId, where.accountId),
        eq(transactions.tokenId, where.tokenId),
        eq(transactions.description, where.description),
        isNull(transactions.hash),
      ),
    )

/** Whether this block wrote something of this token down for this account. */
export const isInBlock = async (
  db: Db,
  where: { blockchain: string; block: number; blockHash: string; accountId: string; tokenId: string },
): Promise<boolean> => {
  const rows = await db
    .select({ id: transactions.id })
    .from(transactions)
    .innerJoin(accountTxs, eq(accountTxs.transactionId, transactions.id))
    .where(
      and(
        eq(transactions.blockchain, where.blockchain),
        eq(transactions.blockNumber, where.block),
        eq(transactions.blockHash, where.blockHash),
        eq(transactions.tokenId, where.tokenId),
        eq(accountTxs.accountId, where.accountId),
      ),
    )
    .limit(1)
  return rows.length > 0
}

/** What an EVM chain's own part of a send is, where there is one. */
type Own = typeof evmSends.$inferSelect | null

/** What these transactions are that were sent from here. */
export const sentBy = async (
  db: Db,
  blockchain: string,
  hashes: readonly string[],
): Promise<{ transaction: TransactionRow; send: SendRow; own: Own }[]> =>
  inParts(hashes, (part) =>
    db
      .select({ transaction: transactions, send: sends, own: evmSends })
      .from(transactions)
      .innerJoin(sends, eq(sends.transactionId, transactions.id))
      .leftJoin(evmSends, eq(evmSends.transactionId, sends.transactionId))
      .where(and(eq(transactions.blockchain, blockchain), inArray(transactions.hash, part))),
  )

/** Whether this wallet ever signed a transaction to this contract (lower case). */
export const hasSigned = async (
  db: Db,
  where: { walletId: string; blockchain: string; target: string },
): Promise<boolean> => {
  const rows = await db
    .select({ id: sends.transactionId })
    .from(sends)
    .where(
      and(
        eq(sends.walletId, where.walletId),
        eq(sends.blockchain, where.blockchain),
        eq(sql`lower(${sends.target})`, where.target),
        isNotNull(sends.raw),
      ),
    )
    .limit(1)
  return rows.length > 0
}

/** Mined above this block. */
export const above = (
  db: Db,
  blockchain: string,
  block: number,
): Promise<{ transaction: TransactionRow; send: SendRow | null; own: Own }[]> =>
  db
    .select({ transaction: transactions, send: sends, own: evmSends })
    .from(transactions)
    .leftJoin(sends, eq(sends.transactionId, transactions.id))
    .leftJoin(evmSends, eq(evmSends.transactionId, transactions.id))
    .where(and(eq(transactions.blockchain, blockchain), gt(transactions.blockNumber, block)))

/** A transaction that is in no block yet. */
export interface Waiting {
  id: string
  hash: string
  /** It was sent from here. */
  isOwn: boolean
  /** Its inputs and outputs are written down. */
  isTold: boolean
}

export const waiting = async (db: Db, blockchain: string): Promise<Waiting[]> => {
  const rows = await db
    .select({
      id: transactions.id,
      hash: transactions.hash,
      sent: sends.transactionId,
      isTold: sql<boolean>`${transactions.inputs} is not null`,
    })
    .from(transactions)
    .leftJoin(sends, eq(sends.transactionId, transactions.id))
    .where(
      and(
        eq(transactions.blockchain, blockchain),
        eq(transactions.status, 'broadcasting'),
        isNull(transactions.blockNumber),
      ),
    )
  return rows.flatMap(({ id, hash, sent, isTold }) =>
    hash === null ? [] : [{ id, hash, isOwn: sent !== null, isTold }],
  )
}

/** What waits and nobody knows any more, unless a block has it meanwhile. */
export const giveUp = (db: Db, id: string, finishedAt: Date) =>
  db
    .update(transactions)
    .set({ ...GONE, finishedAt })
    .where(and(eq(transactions.id, id), isNull(transactions.blockNumber)))

const settleable = (blockchain: string, upTo: number) =>
  and(
    eq(transactions.blockchain, blockchain),
    eq(transactions.status, 'broadcasting'),
    lte(transactions.blockNumber, upTo),
  )

/** What is in a block that others follow, though too few. */
export const counted = async (db: Db, blockchain: string, final: number, head: number): Promise<string[]> => {
  const rows = await db
    .select({ id: transactions.id })
    .from(transactions)
    .where(
      and(
        eq(transactions.blockchain, blockchain),
        eq(transactions.status, 'broadcasting'),
        gt(transactions.blockNumber, final),
        lt(transactions.blockNumber, head),
      ),
    )
  return rows.map(({ id }) => id)
}

export const hasUnsettled = async (db: Db, blockchain: string, upTo: number): Promise<boolean> => {
  const rows = await db
    .select({ id: transactions.id })
    .from(transactions)
    .where(settleable(blockchain, upTo))
    .limit(1)
  return rows.length > 0
}

export const CANCELLED = 'Cancelled on the network. The fee was paid.'
export const REVERTED = 'The contract undid this transaction. The network fee was paid.'

/** Whatever is mined up to this block is final. Returns the ids that became so. */
export const settle = async (
  db: Db,
  blockchain: string,
  upTo: number,
  finishedAt: Date,
): Promise<string[]> => {
  const rows = await db
    .update(transactions)
    .set({
      status: sql`case when ${transactions.cancels} then 'cancelled' when ${transactions.reverted} then 'failed' else 'success' end`,
      rejectReason: sql`case when ${transactions.cancels} then ${CANCELLED} when ${transactions.reverted} then coalesce(${transactions.rejectReason}, ${REVERTED}) else ${transactions.rejectReason} end`,
      finishedAt,
    })
    .where(settleable(blockchain, upTo))
    .returning({ id: transactions.id })
  return rows.map(({ id }) => id)
}

/** Whether this account still has a live transaction of this asset. */
export const hasLive = async (
  db: Db,
  place: { accountId: string; tokenId: string; item: string },
): Promise<boolean> => {
  const rows = await db
    .select({ id: transactions.id })
    .from(transactions)
    .innerJoin(accountTxs, eq(accountTxs.transactionId, transactions.id))
    .where(
      and(
        eq(accountTxs.accountId, place.accountId),
        eq(transactions.tokenId, place.tokenId),
        eq(transactions.item, place.item),
        ne(transactions.status, 'failed'),
      ),
    )
    .limit(1)
  return rows.length > 0
}
