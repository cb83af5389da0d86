import { and, eq, gte, inArray, isNull, ne, or, sql } from 'drizzle-orm'
import type { Db } from '#server/db/client.ts'
import { evmSends, sends, transactions } from '#server/db/schema/transaction.ts'
import type { Sender } from '#server/modules/transactions/outbox.ts'

export type EvmSendRow = typeof evmSends.$inferSelect
type NewEvmSend = typeof evmSends.$inferInsert

export const insert = (db: Db, row: NewEvmSend) => db.insert(evmSends).values(row)

export const find = async (db: Db, id: string): Promise<EvmSendRow | undefined> =>
  (await db.select().from(evmSends).where(eq(evmSends.transactionId, id)))[0]

export const update = (db: Db, id: string, change: Partial<Omit<NewEvmSend, 'transactionId'>>) =>
  db.update(evmSends).set(change).where(eq(evmSends.transactionId, id))

/**
 * What is promised but not yet in the balance that was read together with `minedNonce`: everything without a nonce,
 * and whatever was not mined at that moment.
 */
export const reserved = async (
  db: Db,
  { blockchain, addressKey }: Sender,
  minedNonce: number,
  asset: { tokenId: string; item: string },
  except?: string,
): Promise<{ native: bigint; token: bigint }> => {
  const sameToken = and(eq(transactions.tokenId, asset.tokenId), eq(transactions.item, asset.item))
  const waiting = inArray(transactions.status, ['pending-approval', 'broadcasting'])
  const [row] = await db
    .select({
      native: sql<string>`coalesce(sum(${sends.value} + ${sends.feeCeiling}), 0)`,
      token: sql<string>`coalesce(sum(${transactions.amount}) filter (where ${sameToken}), 0)`,
    })
    .from(sends)
    .innerJoin(transactions, eq(transactions.id, sends.transactionId))
    .leftJoin(evmSends, eq(evmSends.transactionId, sends.transactionId))
    .where(
      and(
        eq(sends.blockchain, blockchain),
        eq(sends.addressKey, addressKey),
        eq(sends.void, false),
        except === undefined ? undefined : ne(sends.transactionId, except),
        or(and(isNull(evmSends.nonce), waiting), gte(evmSends.nonce, minedNonce)),
      ),
    )
  return { native: BigInt(row?.native ?? 0), token: BigInt(row?.token ?? 0) }
}
