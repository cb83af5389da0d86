import { eq } from 'drizzle-orm'
import type { Db } from '#server/db/client.ts'
import { evmSends, sends } from '#server/db/schema/transaction.ts'

type NewSend = typeof sends.$inferInsert & typeof evmSends.$inferInsert
type Change = Partial<Omit<NewSend, 'transactionId'>>

/** What of a send is written in which table. */
const parts = <T extends Change>({
  data,
  gasLimit,
  maxFeePerGas,
  maxPriorityFeePerGas,
  nonce,
  ...send
}: T) => {
  const all = { data, gasLimit, maxFeePerGas, maxPriorityFeePerGas, nonce }
  const own = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined))
  return { send, own }
}

/** Whoever can write rows changes those of a send on an EVM chain. */
export const changeSend = async (db: Db, id: string, change: Change): Promise<void> => {
  const { send, own } = parts(change)
  if (Object.keys(send).length > 0) await db.update(sends).set(send).where(eq(sends.transactionId, id))
  if (Object.keys(own).length > 0) await db.update(evmSends).set(own).where(eq(evmSends.transactionId, id))
}

export const insertSend = async (db: Db, row: NewSend): Promise<void> => {
  const { data, gasLimit, maxFeePerGas, maxPriorityFeePerGas, nonce, ...send } = row
  const { transactionId } = row
  await db.insert(sends).values(send)
  await db
    .insert(evmSends)
    .values({ transactionId, data, gasLimit, maxFeePerGas, maxPriorityFeePerGas, nonce })
}
