import { and, eq, inArray, isNull, notInArray, sql } from 'drizzle-orm'
import { sameAddress } from '#domain/address.ts'
import type { Db } from '#server/db/client.ts'
import { sends, transactions } from '#server/db/schema/transaction.ts'
import { wallets } from '#server/db/schema/wallet.ts'

/** Which of these addresses a user has sent something to, from whichever wallet, or is about to. */
export const sentTo = async (db: Db, userId: string, addresses: readonly string[]): Promise<string[]> => {
  const rows = await db
    .selectDistinct({ recipient: transactions.recipient })
    .from(sends)
    .innerJoin(transactions, eq(transactions.id, sends.transactionId))
    .innerJoin(wallets, eq(wallets.id, sends.walletId))
    .where(
      and(
        eq(wallets.userId, userId),
        inArray(
          sql`lower(${transactions.recipient})`,
          addresses.map((address) => address.toLowerCase()),
        ),
        inArray(transactions.status, ['success', 'broadcasting', 'pending-approval']),
      ),
    )
  return addresses.filter((address) => rows.some(({ recipient }) => sameAddress(recipient, address)))
}

/** Where this wallet has sent something before, on any chain. Only its own sends count, so nobody can plant one. */
export const earlierRecipients = async (
  db: Db,
  walletId: string,
  except: readonly string[] = [],
): Promise<string[]> => {
  const rows = await db
    .selectDistinct({ recipient: transactions.recipient })
    .from(sends)
    .innerJoin(transactions, eq(transactions.id, sends.transactionId))
    .where(
      and(
        eq(sends.walletId, walletId),
        isNull(sends.raises),
        except.length > 0 ? notInArray(sends.transactionId, [...except]) : undefined,
        inArray(transactions.status, ['success', 'broadcasting']),
      ),
    )
  return rows.flatMap(({ recipient }) => recipient ?? [])
}
