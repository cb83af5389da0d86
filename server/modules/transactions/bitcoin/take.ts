import { lockKey } from '#server/db/advisory.ts'
import type { Tx } from '#server/db/client.ts'
import { senderLock } from '#server/modules/transactions/accept.ts'
import { type Payment, type Spend, selectCoins, spendOf } from './select.ts'
import * as store from './store.ts'

export interface Purse {
  blockchain: string
  accountId: string
  addressKey: string
}

/**
 * Chooses the coins of a send and keeps them from every other one, until it is mined or has ended. Undefined where what
 * is free does not cover it. Asked again, it answers what was taken before, in the same order.
 */
export const takeCoins = async (
  tx: Tx,
  purse: Purse,
  transactionId: string,
  payment: Payment,
): Promise<Spend | undefined> => {
  await lockKey(tx, senderLock(purse))
  if ((await store.takenBy(tx, transactionId)).length === 0) {
    const spend = selectCoins(await store.spendable(tx, purse.accountId), payment)
    if (!spend) return undefined
    if (!(await store.take(tx, purse.blockchain, transactionId, spend.coins)))
      throw new Error(`A coin of ${purse.addressKey} was taken without its lock`)
  }
  return spendOf(await store.takenBy(tx, transactionId), payment)
}
