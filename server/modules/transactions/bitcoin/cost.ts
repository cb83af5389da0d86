import { Transaction } from 'bitcoinjs-lib'
import type { Db } from '#server/db/client.ts'
import type { Coin } from './select.ts'
import * as store from './store.ts'

export const sum = (coins: readonly Coin[]): bigint => coins.reduce((total, { value }) => total + value, 0n)

/** What signed bytes leave to the miners of the coins that they spend. */
export const feeIn = (raw: string, coins: readonly Coin[]): bigint =>
  sum(coins) - Transaction.fromHex(raw).outs.reduce((total, { value }) => total + value, 0n)

export const costOf = async (db: Db, transactionId: string, raw: string): Promise<bigint> =>
  feeIn(raw, await store.takenBy(db, transactionId))
