import { decodeAddress } from '#domain/bitcoin.ts'
import { feeOf, sizeOf } from '#domain/bitcoinsize.ts'
import { accountNetworkOf } from '#domain/chain.ts'
import type { BitcoinChain } from '#server/chains/bitcoin/chain.ts'
import { CustodyRefusal } from '#server/custody/custody.ts'
import type { TransactionDeps } from '#server/modules/transactions/deps.ts'
import type { Holder } from '#server/modules/wallets/service.ts'
import * as store from './store.ts'

/** What is moved and still not in a block is handed in again after this time. */
const AGAIN_MS = 30_000
/** Coins of one transaction; the rest follows. */
const COINS_MAX = 500

/**
 * Moves what addresses hold whose key was replaced, and what still comes to them, to the address that the wallet has now.
 * Where and how dear is custody's to decide, and the signers'.
 */
export const makeSweep = (
  { db, clock, log, custody, wallets }: Pick<TransactionDeps, 'db' | 'clock' | 'log' | 'custody' | 'wallets'>,
  chain: BitcoinChain,
) => {
  const network = accountNetworkOf(chain.blockchain)
  const handedIn = new Map<string, number>()

  const sweep = async ({ accountId, walletId, address }: Holder): Promise<void> => {
    const coins = (await store.spendable(db, accountId)).slice(0, COINS_MAX)
    if (coins.length === 0) return
    const now = clock.now().getTime()
    if (now - (handedIn.get(accountId) ?? 0) < AGAIN_MS) return
    handedIn.set(accountId, now)
    const rates = await chain.fees()
    const fee = feeOf(sizeOf(coins.length, [decodeAddress(address, chain.network)]), rates.normal)
    const { raw, hash } = await custody.sweepBitcoin({
      ...{ walletId, network: chain.network, from: address, fee: String(fee) },
      coins: coins.map(({ value, ...coin }) => ({ ...coin, value: String(value) })),
    })
    const answer = await chain.broadcast(raw)
    if (answer.kind !== 'accepted')
      log.warn({ walletId, hash, answer }, 'What a replaced address holds is not moved yet')
  }

  return async (): Promise<void> => {
    if (!network || !chain.available()) return
    for (const holder of await wallets.replaced(network)) {
      try {
        await sweep(holder)
      } catch (error) {
        const reason = error instanceof CustodyRefusal ? error.message : error
        log.warn({ walletId: holder.walletId, reason }, 'What a replaced address holds is not moved yet')
      }
    }
  }
}
