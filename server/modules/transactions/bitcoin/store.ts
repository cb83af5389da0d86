import { and, asc, eq, gt, isNotNull, isNull, or, sql } from 'drizzle-orm'
import type { Db, Tx } from '#server/db/client.ts'
import { coins } from '#server/db/schema/transaction.ts'
import type { Coin } from './select.ts'

type NewCoin = Omit<typeof coins.$inferInsert, 'takenBy' | 'spentBlock'>

type Outpoint = Pick<Coin, 'txid' | 'vout'>

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

/** What waits. A coin that is known stays as it is. */
export const expect = (db: Db, row: Omit<NewCoin, 'block'>) =>
  db.insert(coins).values(row).onConflictDoNothing()

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

/** What a send may take now, oldest first. */
export const spendable = async (db: Db, accountId: string): Promise<Coin[]> => {
  const rows = await db
    .select({ txid: coins.txid, vout: coins.vout, value: coins.value })
    .from(coins)
    .where(and(eq(coins.accountId, accountId), isNull(coins.spentBlock), isNull(coins.takenBy), isSure))
    .orderBy(sql`${coins.block} asc nulls last`, asc(coins.txid), asc(coins.vout))
  return rows.map(({ value, ...outpoint }) => ({ ...outpoint, value: BigInt(value) }))
}

/** Gives these coins to a send; false, with nothing changed for good, where one of them is not free any more. */
export const take = async (
  tx: Tx,
  blockchain: string,
  transactionId: string,
  chosen: readonly Outpoint[],
): Promise<boolean> => {
  let taken = 0
  for (const outpoint of chosen) {
    const rows = await tx
      .update(coins)
      .set({ takenBy: transactionId })
      .where(
        and(
          eq(coins.blockchain, blockchain),
          isCoin(outpoint),
          isNull(coins.takenBy),
          isNull(coins.spentBlock),
        ),
      )
      .returning({ vout: coins.vout })
    taken += rows.length
  }
  return taken === chosen.length
}

/** Of a send that ended without ever reaching the chain. */
export const free = (db: Db, transactionId: string) =>
  db
    .update(coins)
    .set({ takenBy: null })
    .where(and(eq(coins.takenBy, transactionId), isNull(coins.spentBlock)))

/** What a send has taken, in the order in which it is signed. */
export const takenBy = async (db: Db, transactionId: string): Promise<Coin[]> => {
  const rows = await db
    .select({ txid: coins.txid, vout: coins.vout, value: coins.value })
    .from(coins)
    .where(eq(coins.takenBy, transactionId))
    .orderBy(asc(coins.txid), asc(coins.vout))
  return rows.map(({ value, ...outpoint }) => ({ ...outpoint, value: BigInt(value) }))
}
