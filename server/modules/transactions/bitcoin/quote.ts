import { AMOUNT_COINS } from '#domain/coinlimit.ts'
import type { Db } from '#server/db/client.ts'
import { invalid } from '#server/error.ts'
import { checkAmount } from '#server/modules/transactions/check.ts'
import type { Quote } from '#server/modules/transactions/family.ts'
import type { BitcoinParts } from './prepare.ts'
import * as store from './store.ts'

interface Quoted extends BitcoinParts {
  /** What one transaction can carry, where that is not all. */
  carried: bigint | undefined
}

/** Amount and fee are there, beside all that was promised before. */
const checkFunds = async (
  db: Db,
  { chain, account, token, amount, carried }: Quoted,
  fee: bigint,
): Promise<void> => {
  const purse = { blockchain: chain.blockchain, accountId: account.id, addressKey: account.addressKey }
  const free = await store.available(db, purse)
  checkAmount(amount.toString(), token, { native: free, token: free }, fee)
  if (carried !== undefined && amount + fee > carried) throw invalid(AMOUNT_COINS)
}

/** `fee` is what the coins of now would cost at this rate, in satoshi per 1000 virtual bytes. */
export const bitcoinQuote = (parts: Quoted, rate: bigint, fee: bigint): Quote => {
  const { chain, recipient, amount } = parts
  return {
    ...{ target: recipient, value: amount.toString(), fee },
    terms: (limits) => ({
      payload: { family: 'bitcoin', network: chain.network, recipient, amount: amount.toString() },
      meaning: { ...limits, action: 'send', rate: rate.toString() },
    }),
    checkFunds: (db) => checkFunds(db, parts, fee),
    recorded: (proposed) =>
      proposed.rate === undefined
        ? bitcoinQuote(parts, rate, fee)
        : bitcoinQuote(parts, BigInt(proposed.rate), fee),
    insert: (tx, id) => store.insert(tx, { transactionId: id, rate: rate.toString() }),
  }
}
