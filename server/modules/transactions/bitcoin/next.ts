import { Transaction } from 'bitcoinjs-lib'
import { decodeAddress } from '#domain/bitcoin.ts'
import { dustLimit, feeOf, sizeOf } from '#domain/bitcoinsize.ts'
import { COINS_MAX } from '#domain/coinlimit.ts'
import { AMOUNT_BALANCE } from '#domain/sendrule.ts'
import type { BitcoinChain } from '#server/chains/bitcoin/chain.ts'
import type { Db } from '#server/db/client.ts'
import type { Next, Replacing, Sending } from '#server/modules/transactions/family.ts'
import { TOO_DEAR } from '#server/modules/transactions/sign.ts'
import { feeIn, sum } from './cost.ts'
import type { Coin } from './select.ts'
import { neverCome } from './spent.ts'
import * as store from './store.ts'

/** What a node wants for passing on another transaction in the place of one (BIP 125, rule 4), per 1000 virtual bytes. */
const RELAY = 1000n

const CHANGE_SPENT = 'What came back from this transaction is being spent already.'

const higher = (one: bigint, other: bigint): bigint => (one < other ? other : one)

/** Own transactions that wait and whose coins these are, and those before them: what they are short of at this rate. */
const owedFor = async (db: Db, blockchain: string, coins: readonly Coin[], rate: bigint): Promise<bigint> => {
  const parents = new Set<string>()
  let [size, paid] = [0, 0n]
  for (let next = coins; next.length > 0; ) {
    const found = await store.waiting(
      db,
      blockchain,
      next.map(({ txid }) => txid),
    )
    const spent: Coin[] = []
    for (const { id, raw } of found) {
      if (parents.has(id)) continue
      parents.add(id)
      const theirs = await store.takenBy(db, id)
      size += Transaction.fromHex(raw).virtualSize()
      paid += feeIn(raw, theirs)
      spent.push(...theirs)
    }
    next = spent
  }
  return higher(feeOf(size, rate) - paid, 0n)
}

interface Plan {
  coins: readonly Coin[]
  change: bigint
  fee: bigint
}

/** The same coins, and no other outputs than before, with less that comes back. */
const planOf = (
  coins: readonly Coin[],
  {
    amount,
    script,
    own,
    rate,
    owed,
    paid,
  }: { amount: bigint; script: Uint8Array; own: Uint8Array; rate: bigint; owed: bigint; paid: bigint },
): Plan | undefined => {
  const feeFor = (scripts: readonly Uint8Array[]): bigint => {
    const size = sizeOf(coins.length, scripts)
    return higher(feeOf(size, rate) + owed, paid + feeOf(size, RELAY))
  }
  const rest = sum(coins) - amount
  const fee = feeFor([script, own])
  if (rest - fee >= dustLimit(own)) return { coins, change: rest - fee, fee }
  return rest >= feeFor([script]) ? { coins, change: 0n, fee: rest } : undefined
}

/**
 * Without what later attempts have added and was taken back, or spent by a block, since. What the first one spends stays:
 * without that it could be mined beside the others.
 */
const standing = async (
  db: Db,
  chain: BitcoinChain,
  coins: readonly Coin[],
  since: readonly Pick<Coin, 'txid' | 'vout'>[] | undefined,
): Promise<Coin[]> => {
  if (!since) return [...coins]
  const first = new Set(since.map(store.nameOf))
  const lost = new Set((await store.lost(db, chain.blockchain, coins)).map(store.nameOf))
  const kept: Coin[] = []
  for (const coin of coins) {
    const isGone = lost.has(store.nameOf(coin)) || (await neverCome(db, chain, [coin]))
    if (first.has(store.nameOf(coin)) || !isGone) kept.push(coin)
  }
  return kept
}

/**
 * The coins that hang once more, at a rate of today and above what was offered; and others where they do not cover it. What
 * spends the change of own transactions that hang, too, pays for them besides (child pays for parent).
 */
export const nextSpend = async (
  db: Db,
  chain: BitcoinChain,
  { transaction, send }: Sending,
  address: string,
  {
    raw,
    cancels,
    most,
    hashes,
    since,
  }: Replacing & { since: readonly Pick<Coin, 'txid' | 'vout'>[] | undefined },
): Promise<Next> => {
  const own = decodeAddress(address, chain.network)
  const taken = await store.takenBy(db, send.transactionId)
  const paid = feeIn(raw, taken)
  const coins = await standing(db, chain, taken, since)
  if (coins.length === 0 || paid <= 0n || transaction.accountId === null) return { why: AMOUNT_BALANCE }
  if (await store.changeTakenBy(db, chain.blockchain, hashes)) return { why: CHANGE_SPENT }
  const { fast: rate } = await chain.fees()
  const owed = await owedFor(db, chain.blockchain, coins, rate)
  if (cancels) {
    const size = sizeOf(coins.length, [own])
    const least = paid + feeOf(size, RELAY)
    const wished = higher(feeOf(size, rate) + owed, least)
    const fee = most !== undefined && wished > most ? most : wished
    if (fee < least) return { why: TOO_DEAR }
    const change = sum(coins) - fee
    return change < dustLimit(own) ? { why: TOO_DEAR } : { fee, how: howOf({ coins, change, fee }) }
  }
  const script = decodeAddress(send.target ?? '', chain.network)
  const payment = { amount: BigInt(send.value), script, own, paid }
  // New coins have to be in a block (BIP 125, rule 2).
  const others = await store.confirmed(db, transaction.accountId)
  const room = Math.min(others.length, COINS_MAX - coins.length)
  for (let more = 0; more <= room; more += 1) {
    const all = [...coins, ...others.slice(0, more)]
    const wished = planOf(all, { ...payment, rate, owed })
    const plan =
      wished && most !== undefined && wished.fee > most
        ? planOf(all, { ...payment, rate: 0n, owed: 0n })
        : wished
    if (plan && most !== undefined && plan.fee > most) return { why: TOO_DEAR }
    if (plan) return { fee: plan.fee, how: howOf(plan) }
  }
  return { why: AMOUNT_BALANCE }
}

const howOf = ({ coins, change }: Plan) => ({
  family: 'bitcoin' as const,
  coins: coins.map(({ txid, vout, value }) => ({ txid, vout, value: value.toString() })),
  change: change.toString(),
})
