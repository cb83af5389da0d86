import { and, asc, desc, eq, exists, gt, inArray, isNotNull, isNull, ne, not, or, sql } from 'drizzle-orm'
import { COINS_MAX } from '#domain/coinlimit.ts'
import type { Db, Tx } from '#server/db/client.ts'
import { attempts, bitcoinSends, coins, sends, transactions } from '#server/db/schema/transaction.ts'
import { freeCoins, type Sender } from '#server/modules/transactions/outbox.ts'
import { inParts } from '#server/modules/transactions/store.ts'
import type { Coin } from './select.ts'

export type NewCoin = Omit<typeof coins.$inferInsert, 'takenBy' | 'spentBlock'>

type Outpoint = Pick<Coin, 'txid' | 'vout'>

/** One sender's coins. */
export interface Purse extends Sender {
  accountId: string
}

type NewBitcoinSend = typeof bitcoinSends.$inferInsert

export const insert = (db: Db, row: NewBitcoinSend) => db.insert(bitcoinSends).values(row)

export const find = async (db: Db, id: string): Promise<typeof bitcoinSends.$inferSelect | undefined> =>
  (await db.select().from(bitcoinSends).where(eq(bitcoinSends.transactionId, id)))[0]

export const update = (db: Db, id: string, change: Partial<Omit<NewBitcoinSend, 'transactionId'>>) =>
  db.update(bitcoinSends).set(change).where(eq(bitcoinSends.transactionId, id))

export const nameOf = ({ txid, vout }: Outpoint): string => `${txid}:${vout}`

/** These outputs of one chain. */
const areCoins = (blockchain: string, outpoints: readonly Outpoint[]) =>
  and(
    eq(coins.blockchain, blockchain),
    inArray(
      coins.txid,
      outpoints.map(({ txid }) => txid),
    ),
    inArray(sql`${coins.txid} || ':' || ${coins.vout}`, outpoints.map(nameOf)),
  )

const isCoin = ({ txid, vout }: Outpoint) => and(eq(coins.txid, txid), eq(coins.vout, vout))

/** What has come in, or is where it was seen last. Who spends it stays as it is. */
export const record = (db: Db, row: NewCoin) =>
  db
    .insert(coins)
    .values(row)
    .onConflictDoUpdate({
      target: [coins.blockchain, coins.txid, coins.vout],
      set: { block: row.block ?? null, change: sql`${coins.change} or excluded.change` },
    })

/** The same of many; what waits leaves a coin of a block where it is. */
export const recordAll = async (db: Db, rows: readonly NewCoin[]): Promise<void> => {
  await inParts(rows, (part) =>
    db
      .insert(coins)
      .values(part)
      .onConflictDoUpdate({
        target: [coins.blockchain, coins.txid, coins.vout],
        set: {
          block: sql`coalesce(excluded.block, ${coins.block})`,
          change: sql`${coins.change} or excluded.change`,
        },
      })
      .returning({ vout: coins.vout }),
  )
}

/** Whose a coin is, and what it is worth, as the chain says. */
export const correct = (
  db: Db,
  blockchain: string,
  outpoint: Outpoint,
  change: Partial<Pick<NewCoin, 'value' | 'accountId'>>,
) =>
  db
    .update(coins)
    .set(change)
    .where(and(eq(coins.blockchain, blockchain), isCoin(outpoint)))

/** Of a transaction that nobody knows any more. */
export const forget = (db: Db, blockchain: string, txid: string) =>
  db
    .delete(coins)
    .where(
      and(eq(coins.blockchain, blockchain), eq(coins.txid, txid), isNull(coins.block), isNull(coins.takenBy)),
    )

/** Satoshi that blocks have given to an account and not taken again. */
export const balance = async (db: Db, blockchain: string, accountId: string): Promise<bigint> => {
  const [row] = await db
    .select({ sum: sql<string>`coalesce(sum(${coins.value}), 0)` })
    .from(coins)
    .where(
      and(
        eq(coins.blockchain, blockchain),
        eq(coins.accountId, accountId),
        isNotNull(coins.block),
        isNull(coins.spentBlock),
      ),
    )
  return BigInt(row?.sum ?? 0)
}

/** Accounts whose coins came, or were spent, above this block. */
export const accountsAbove = async (db: Db, blockchain: string, block: number): Promise<string[]> => {
  const rows = await db
    .selectDistinct({ accountId: coins.accountId })
    .from(coins)
    .where(and(eq(coins.blockchain, blockchain), or(gt(coins.block, block), gt(coins.spentBlock, block))))
  return rows.map(({ accountId }) => accountId)
}

/** What a block has spent. */
export const spend = (db: Db, blockchain: string, outpoint: Outpoint, block: number) =>
  db
    .update(coins)
    .set({ spentBlock: block })
    .where(and(eq(coins.blockchain, blockchain), isCoin(outpoint)))

export interface Spent extends Outpoint {
  block: number
}

/** The same of many. */
export const spendAll = async (db: Db, blockchain: string, spent: readonly Spent[]): Promise<void> => {
  await inParts(spent, async (part) => {
    const blocks = sql`jsonb_to_recordset(${JSON.stringify(part)}::jsonb) as spent(txid text, vout int, block int)`
    await db
      .update(coins)
      .set({ spentBlock: sql`spent.block` })
      .from(blocks)
      .where(
        and(
          eq(coins.blockchain, blockchain),
          eq(coins.txid, sql`spent.txid`),
          eq(coins.vout, sql`spent.vout`),
        ),
      )
    return []
  })
}

/** Blocks above `ancestor` are no longer part of the chain: what came in there waits, what was spent there is not. */
export const undo = async (tx: Tx, blockchain: string, ancestor: number): Promise<void> => {
  const ofChain = eq(coins.blockchain, blockchain)
  await tx
    .update(coins)
    .set({ block: null })
    .where(and(ofChain, gt(coins.block, ancestor)))
  await tx
    .update(coins)
    .set({ spentBlock: null })
    .where(and(ofChain, gt(coins.spentBlock, ancestor)))
}

/** In a block, or made by a send of the wallet's own. */
const isSure = or(isNotNull(coins.block), eq(coins.change, true))

/** What a send may take now, the largest first and then the oldest: one more than it may spend, where there are so many. */
export const spendable = async (db: Db, accountId: string): Promise<Coin[]> => {
  const rows = await db
    .select({ txid: coins.txid, vout: coins.vout, value: coins.value })
    .from(coins)
    .where(and(eq(coins.accountId, accountId), isNull(coins.spentBlock), isNull(coins.takenBy), isSure))
    .orderBy(desc(coins.value), sql`${coins.block} asc nulls last`, asc(coins.txid), asc(coins.vout))
    .limit(COINS_MAX + 1)
  return rows.map(({ value, ...outpoint }) => ({ ...outpoint, value: BigInt(value) }))
}

/** Gives these coins to a send; false, with nothing changed for good, where one of them is not free any more. */
export const take = async (
  tx: Tx,
  blockchain: string,
  transactionId: string,
  chosen: readonly Outpoint[],
): Promise<boolean> => {
  const rows = await tx
    .update(coins)
    .set({ takenBy: transactionId })
    .where(and(areCoins(blockchain, chosen), isNull(coins.takenBy), isNull(coins.spentBlock)))
    .returning({ vout: coins.vout })
  return rows.length === chosen.length
}

/** Whether the transaction that was to make a coin is over, and no block that was read has it. */
export const isForsaken = async (db: Db, blockchain: string, { txid, vout }: Outpoint): Promise<boolean> => {
  const isMined = await db.$count(
    coins,
    and(eq(coins.blockchain, blockchain), isCoin({ txid, vout }), isNotNull(coins.block)),
  )
  if (isMined > 0) return false
  const makers = await db
    .select({ status: transactions.status })
    .from(transactions)
    .leftJoin(attempts, eq(attempts.transactionId, transactions.id))
    .where(
      and(
        eq(transactions.blockchain, blockchain),
        or(eq(transactions.hash, txid), eq(attempts.hash, txid)),
        // Its coins come of another hash, or of none.
        or(
          inArray(transactions.status, ['pending-approval', 'broadcasting']),
          and(eq(transactions.hash, txid), isNotNull(transactions.blockNumber)),
        ),
      ),
    )
    .limit(1)
  return makers.length === 0
}

/** What a send has taken, in the order in which it is signed. */
export const takenBy = async (db: Db, transactionId: string): Promise<Coin[]> => {
  const rows = await db
    .select({ txid: coins.txid, vout: coins.vout, value: coins.value })
    .from(coins)
    .where(eq(coins.takenBy, transactionId))
    .orderBy(asc(coins.txid), asc(coins.vout))
  return rows.map(({ value, ...outpoint }) => ({ ...outpoint, value: BigInt(value) }))
}

/** Has a send keep just the coins that were signed, whatever rows say. */
export const keep = async (
  tx: Tx,
  blockchain: string,
  transactionId: string,
  signed: readonly Outpoint[],
): Promise<void> => {
  await freeCoins(tx, transactionId)
  await tx.update(coins).set({ takenBy: transactionId }).where(areCoins(blockchain, signed))
}

/** Whether every one of these coins that is known is this send's. */
export const isKept = async (
  db: Db,
  blockchain: string,
  transactionId: string,
  signed: readonly Outpoint[],
): Promise<boolean> => {
  const rows = await db
    .select({ vout: coins.vout })
    .from(coins)
    .where(and(areCoins(blockchain, signed), sql`${coins.takenBy} is distinct from ${transactionId}`))
    .limit(1)
  return rows.length === 0
}

/** What comes back of a signed send, which may be spent while that waits. */
export const expectChange = async (
  tx: Tx,
  {
    transactionId,
    ...change
  }: Outpoint & Pick<NewCoin, 'blockchain'> & { transactionId: string; value: bigint },
): Promise<void> => {
  const [row] = await tx
    .select({ accountId: transactions.accountId })
    .from(transactions)
    .where(eq(transactions.id, transactionId))
  if (!row?.accountId) return
  await recordAll(tx, [{ ...change, value: change.value.toString(), accountId: row.accountId, change: true }])
}

/** What would have come back of other attempts at a send never comes, once it is by this one. */
export const forgetOthers = async (tx: Tx, transactionId: string, hash: string): Promise<void> => {
  const others = tx
    .select({ hash: attempts.hash })
    .from(attempts)
    .where(and(eq(attempts.transactionId, transactionId), ne(attempts.hash, hash)))
  await tx.delete(coins).where(and(inArray(coins.txid, others), isNull(coins.block), isNull(coins.takenBy)))
}

/** The send that spends what came back of one of these transactions. */
export const changeTakenBy = async (
  db: Db,
  blockchain: string,
  hashes: readonly string[],
): Promise<string | undefined> => {
  const [row] = await db
    .select({ id: coins.takenBy })
    .from(coins)
    .where(and(eq(coins.blockchain, blockchain), inArray(coins.txid, [...hashes]), isNotNull(coins.takenBy)))
    .limit(1)
  return row?.id ?? undefined
}

/** Those of these transactions that were sent from here and are in no block. */
export const waiting = async (
  db: Db,
  blockchain: string,
  hashes: readonly string[],
): Promise<{ id: string; raw: string }[]> => {
  const rows = await db
    .select({ id: sends.transactionId, raw: sends.raw })
    .from(sends)
    .innerJoin(transactions, eq(transactions.id, sends.transactionId))
    .where(
      and(
        eq(transactions.blockchain, blockchain),
        inArray(transactions.hash, [...hashes]),
        eq(transactions.status, 'broadcasting'),
        isNull(transactions.blockNumber),
      ),
    )
  return rows.flatMap(({ id, raw }) => (raw === null ? [] : [{ id, raw }]))
}

/** Free coins that are in a block, the largest first. */
export const confirmed = async (db: Db, accountId: string): Promise<Coin[]> => {
  const rows = await db
    .select({ txid: coins.txid, vout: coins.vout, value: coins.value })
    .from(coins)
    .where(
      and(
        eq(coins.accountId, accountId),
        isNull(coins.spentBlock),
        isNull(coins.takenBy),
        isNotNull(coins.block),
      ),
    )
    .orderBy(desc(coins.value))
  return rows.map(({ value, ...outpoint }) => ({ ...outpoint, value: BigInt(value) }))
}

/** Those of these coins that a block has spent, or that are not known any more. */
export const lost = async <T extends Outpoint>(
  db: Db,
  blockchain: string,
  outpoints: readonly T[],
): Promise<T[]> => {
  const rows = await db
    .select({ txid: coins.txid, vout: coins.vout })
    .from(coins)
    .where(and(areCoins(blockchain, outpoints), isNull(coins.spentBlock)))
  const there = new Set(rows.map(nameOf))
  return outpoints.filter((outpoint) => !there.has(nameOf(outpoint)))
}

/** Names of those of these coins that have a row which does not call them spent in a block up to `upTo`. */
export const told = async (
  db: Db,
  blockchain: string,
  outpoints: readonly Outpoint[],
  upTo: number,
): Promise<Set<string>> => {
  const rows = await inParts(outpoints, (part) =>
    db
      .select({ txid: coins.txid, vout: coins.vout })
      .from(coins)
      .where(and(areCoins(blockchain, part), or(isNull(coins.spentBlock), gt(coins.spentBlock, upTo)))),
  )
  return new Set(rows.map(nameOf))
}

/** A coin of the chain whose row was lost, or called it spent. */
export const putBack = (db: Db, row: NewCoin) =>
  db
    .insert(coins)
    .values(row)
    .onConflictDoUpdate({
      target: [coins.blockchain, coins.txid, coins.vout],
      set: { accountId: row.accountId, value: row.value, block: row.block ?? null, spentBlock: null },
    })

const hasCoins = (db: Db) =>
  exists(db.select({ one: sql`1` }).from(coins).where(eq(coins.takenBy, sends.transactionId)))

const isUnsigned = ({ blockchain, addressKey }: Sender, except: string | undefined) =>
  and(
    eq(sends.blockchain, blockchain),
    eq(sends.addressKey, addressKey),
    eq(sends.void, false),
    isNull(sends.raw),
    inArray(transactions.status, ['pending-approval', 'broadcasting']),
    except === undefined ? undefined : ne(sends.transactionId, except),
  )

/**
 * Satoshi that can be spent now, without what waiting sends were promised, which have no coins yet. Coins of the send
 * `except` count as free.
 */
export const available = async (db: Db, purse: Purse, except?: string): Promise<bigint> => {
  const isFree =
    except === undefined ? isNull(coins.takenBy) : or(isNull(coins.takenBy), eq(coins.takenBy, except))
  const [held] = await db
    .select({ sum: sql<string>`coalesce(sum(${coins.value}), 0)` })
    .from(coins)
    .where(and(eq(coins.accountId, purse.accountId), isNull(coins.spentBlock), isFree, isSure))
  const [promised] = await db
    .select({ sum: sql<string>`coalesce(sum(${sends.value} + ${sends.feeCeiling}), 0)` })
    .from(sends)
    .innerJoin(transactions, eq(transactions.id, sends.transactionId))
    .where(and(isUnsigned(purse, except), not(hasCoins(db))))
  return BigInt(held?.sum ?? 0) - BigInt(promised?.sum ?? 0)
}

/** Whether another send of this sender has taken its coins and is not signed yet: what comes back of it is to come. */
export const isSigning = async (db: Db, purse: Purse, except: string): Promise<boolean> => {
  const rows = await db
    .select({ id: sends.transactionId })
    .from(sends)
    .innerJoin(transactions, eq(transactions.id, sends.transactionId))
    .where(and(isUnsigned(purse, except), hasCoins(db)))
    .limit(1)
  return rows.length > 0
}
