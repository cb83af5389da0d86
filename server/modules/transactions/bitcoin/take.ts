import { decodeAddress } from '#domain/bitcoin.ts'
import { AMOUNT_COINS, COINS_MAX } from '#domain/coinlimit.ts'
import { AMOUNT_BALANCE } from '#domain/sendrule.ts'
import type { BitcoinChain } from '#server/chains/bitcoin/chain.ts'
import { FLOOR } from '#server/chains/bitcoin/fee.ts'
import { CustodyRefusal, isTrouble } from '#server/custody/custody.ts'
import { lockKey } from '#server/db/advisory.ts'
import type { Tx } from '#server/db/client.ts'
import { inTransaction } from '#server/db/unit.ts'
import { AppError } from '#server/error.ts'
import { senderLock } from '#server/modules/transactions/accept.ts'
import { stateOf } from '#server/modules/transactions/approved.ts'
import { checkAmount } from '#server/modules/transactions/check.ts'
import type { TransactionDeps } from '#server/modules/transactions/deps.ts'
import type { Sending, Taken } from '#server/modules/transactions/family.ts'
import * as outbox from '#server/modules/transactions/outbox.ts'
import { keptBytes, NOT_PROPOSED } from '#server/modules/transactions/sign.ts'
import { addressOf } from './address.ts'
import { holdAgainst } from './real.ts'
import { type Coin, type Payment, type Spend, selectCoins, spendOf } from './select.ts'
import type { Purse } from './store.ts'
import * as store from './store.ts'

/** What a send may cost. */
interface Limit {
  ceiling: bigint
  /** Accepted at its ceiling, with coins that another send may have taken since: then it goes at a lower rate. */
  bends: boolean
}

/** So often a lower rate is tried. */
const BENDS = 4

/** So often other coins are chosen at once where rows were wrong. */
const MENDS = 3

export const COINS_AWAY =
  'Coins of this wallet are not on the network as they are written down here. Nothing was sent.'

/** The same payment at the highest rate that stays within the ceiling. */
const within = (
  choose: (payment: Payment) => Spend | undefined,
  payment: Payment,
  { ceiling, bends }: Limit,
): { spend: Spend; rate: bigint } | 'above' | undefined => {
  let { rate } = payment
  for (let tries = 0; tries <= BENDS; tries += 1) {
    const spend = choose({ ...payment, rate })
    if (!spend) return tries === 0 ? undefined : 'above'
    if (spend.fee <= ceiling) return { spend, rate }
    rate = (rate * ceiling) / spend.fee
    if (!bends || rate < FLOOR) return 'above'
  }
  return 'above'
}

/**
 * Chooses the coins of a send and keeps them from every other one, until it is mined or has ended. Asked again, it
 * answers what was taken before, in the same order, as long as that is within the limit. Undefined where what is free
 * does not cover it.
 */
export const takeCoins = async (
  tx: Tx,
  { blockchain, accountId, addressKey }: Purse,
  transactionId: string,
  payment: Payment,
  limit: Limit,
): Promise<{ spend: Spend; rate: bigint } | 'above' | undefined> => {
  await lockKey(tx, senderLock({ blockchain, addressKey }))
  const before = await store.takenBy(tx, transactionId)
  if (before.length > 0) {
    const same = within((at) => spendOf(before, at), payment, limit)
    if (same && same !== 'above') return same
    await outbox.freeCoins(tx, transactionId)
  }
  const coins: readonly Coin[] = await store.spendable(tx, accountId)
  const found = within((at) => selectCoins(coins, at), payment, limit)
  if (!found || found === 'above') return found
  if (!(await store.take(tx, blockchain, transactionId, found.spend.coins)))
    throw new Error(`A coin of ${addressKey} was taken without its lock`)
  // In the order in which they are kept.
  const spend = spendOf(await store.takenBy(tx, transactionId), { ...payment, rate: found.rate })
  return spend && { spend, rate: found.rate }
}

type Settled = { kind: 'ready'; spend: Spend } | Exclude<Taken, { kind: 'ready' }>

/** Checks the balance against all that was promised, and takes the coins. */
const settle = async (
  deps: TransactionDeps,
  { transaction, send: { transactionId: id }, token }: Sending,
  purse: Purse,
  payment: Omit<Payment, 'rate'>,
  /** Undefined where the accepted rate is paid. */
  today: bigint | undefined,
): Promise<Settled> =>
  inTransaction<Settled>(deps, async (tx) => {
    await lockKey(tx, senderLock(purse))
    const fresh = await outbox.find(tx, id)
    const own = await store.find(tx, id)
    if (!fresh || fresh.send.void) return { kind: 'ended' }
    if (fresh.send.raw !== null) return { kind: 'signed' }
    if (!own) return { kind: 'short', reason: NOT_PROPOSED }
    const limit = { ceiling: BigInt(fresh.send.feeCeiling), bends: today === undefined }
    const rate = today ?? BigInt(own.rate)
    const free = await store.available(tx, purse, id)
    const found = await takeCoins(tx, purse, id, { ...payment, rate }, limit)
    if (found === 'above') return { kind: 'wait' }
    if (!found) {
      // What comes back of a send that is being signed counts as soon as that is.
      const isComing = await store.isSigning(tx, purse, id)
      if (isComing) return { kind: 'later' }
      const isMany = (await store.spendable(tx, purse.accountId)).length > COINS_MAX
      return { kind: 'short', reason: isMany ? AMOUNT_COINS : AMOUNT_BALANCE }
    }
    try {
      checkAmount(transaction.amount, token, { native: free, token: free }, found.spend.fee)
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      await outbox.freeCoins(tx, id)
      return (await store.isSigning(tx, purse, id))
        ? { kind: 'later' }
        : { kind: 'short', reason: error.message }
    }
    await store.update(tx, id, { rate: found.rate.toString() })
    return { kind: 'ready', spend: found.spend }
  })

/**
 * The same with coins that are on the chain as they were written down. One node may lag behind another: what it does not know
 * is given up when that is still so after as many blocks as make a transaction final.
 */
const settleReal = async (
  deps: TransactionDeps,
  chain: BitcoinChain,
  { send: { transactionId: id, lostAtBlock } }: Sending,
  own: string,
  choose: () => Promise<Settled>,
): Promise<Settled> => {
  for (let tries = 0; tries < MENDS; tries += 1) {
    const settled = await choose()
    if (settled.kind !== 'ready') return settled
    const standing = await holdAgainst(deps, chain, own, settled.spend.coins)
    if (standing === 'real') {
      if (lostAtBlock !== null) await outbox.update(deps.db, id, { lostAtBlock: null })
      return settled
    }
    await outbox.freeCoins(deps.db, id)
    if (standing === 'foreign') return { kind: 'short', reason: COINS_AWAY }
    if (standing === 'unknown') {
      const head = await chain.head()
      if (lostAtBlock === null) await outbox.update(deps.db, id, { lostAtBlock: head })
      else if (head >= lostAtBlock + chain.confirmations) return { kind: 'short', reason: COINS_AWAY }
      return { kind: 'later' }
    }
  }
  return { kind: 'later' }
}

/** Settles rate and coins under the sender's lock. What custody has begun stays as it was begun. */
export const take = async (deps: TransactionDeps, chain: BitcoinChain, sending: Sending): Promise<Taken> => {
  const { transaction, send } = sending
  const { walletId, transactionId: txId, addressKey } = send
  const { accountId } = transaction
  if (accountId === null || send.target === null) return { kind: 'short', reason: NOT_PROPOSED }
  if (await keptBytes(deps, send)) return { kind: 'signed' }
  const state = await stateOf(deps, send)
  const today = state?.policyVersion === undefined ? undefined : (await chain.fees())[send.gas]
  const own = await addressOf(deps, chain, sending)
  const purse = { blockchain: chain.blockchain, accountId, addressKey }
  const payment = {
    amount: BigInt(send.value),
    script: decodeAddress(send.target, chain.network),
    changeScript: decodeAddress(own, chain.network),
  }
  const settled = await settleReal(deps, chain, sending, own, () =>
    settle(deps, sending, purse, payment, today),
  )
  if (settled.kind !== 'ready') return settled
  const { spend } = settled
  const coins = spend.coins.map(({ txid, vout, value }) => ({ txid, vout, value: value.toString() }))
  const change = spend.change.toString()
  return {
    kind: 'ready',
    async sign() {
      try {
        return await deps.custody.signBitcoinTransaction({ walletId, txId, coins, change })
      } catch (error) {
        // What waits reserves its balance, no coins.
        if (error instanceof CustodyRefusal && !isTrouble(error)) await outbox.freeCoins(deps.db, txId)
        throw error
      }
    },
  }
}
