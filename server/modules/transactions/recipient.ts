import { and, eq, inArray, ne } from 'drizzle-orm'
import type { Db } from '#server/db/client.ts'
import { sends, transactions } from '#server/db/schema/transaction.ts'

/** Where this wallet has sent something before, on any chain. Only its own sends count, so nobody can plant one. */
export const earlierRecipients = async (db: Db, walletId: string, except?: string): Promise<string[]> => {
  const rows = await db
    .selectDistinct({ recipient: transactions.recipient })
    .from(sends)
    .innerJoin(transactions, eq(transactions.id, sends.transactionId))
    .where(
      and(
        eq(sends.walletId, walletId),
        except === undefined ? undefined : ne(sends.transactionId, except),
        inArray(transactions.status, ['success', 'broadcasting']),
      ),
    )
  return rows.flatMap(({ recipient }) => recipient ?? [])
}
