import { decodeAddress } from '#domain/bitcoin.ts'
import { sizeOf } from '#domain/bitcoinsize.ts'
import type { BitcoinNetwork } from '#domain/chain.ts'
import type { EventData, Sweeping } from '#server/custody/event.ts'
import { CustodyRefusal } from '#server/custody/refusal.ts'
import type { WalletState } from '#server/custody/state.ts'
import type { Spend } from '#server/signer/spend.ts'
import { checkCoins, sum } from './spend.ts'

/** By what the log alone says: custody and each signer make the same of it. */

/** Satoshi per virtual byte that no sweep needs to exceed. */
const RATE_MAX = 100n
/** Of what is moved, the most that may go to the miners: one part of so many. */
const SHARE = 10n

const refuse = (message: string) => new CustodyRefusal('BadInput', message)

/** One of a wallet's keys, by its address, and which one it is: 1 for the first. */
export const keyOf = (
  { keys }: Pick<WalletState, 'keys'>,
  network: BitcoinNetwork,
  address: string,
): { key: EventData<'account-added'>; generation: number; isLast: boolean } | undefined => {
  const all = keys.get(network) ?? []
  const index = all.findIndex((one) => one.address === address)
  const key = all[index]
  return key && { key, generation: index + 1, isLast: index === all.length - 1 }
}

/** What a sweep may cost at most. */
export const sweepCeiling = ({ network, to, coins }: Omit<Sweeping, 'txId' | 'from' | 'amount'>): bigint => {
  const byRate = BigInt(sizeOf(coins.length, [decodeAddress(to, network)])) * RATE_MAX
  const byShare = sum(coins) / SHARE
  return byRate < byShare ? byRate : byShare
}

/** All that a sweep spends. */
export const sweepOf = (sweeping: Sweeping): Spend => {
  const { network, to, coins, amount } = sweeping
  return {
    ...{ network, coins: coins.map((coin) => ({ ...coin, value: BigInt(coin.value) })) },
    ...{ recipient: to, amount: BigInt(amount), change: 0n, feeCeiling: sweepCeiling(sweeping) },
  }
}

/**
 * A sweep needs nobody's approval, so it pays nobody: only coins of a replaced key move, and only to the key that took its
 * place. Throws CustodyRefusal for anything else.
 */
export const checkSweep = (state: WalletState, sweeping: Sweeping): void => {
  const { network, from, to } = sweeping
  const [source, target] = [keyOf(state, network, from), keyOf(state, network, to)]
  if (!source || source.isLast) throw refuse('Only what a replaced key holds is moved so.')
  if (!target?.isLast) throw refuse('What is moved so goes to the key that the wallet has now.')
  checkCoins(state, sweeping)
}
