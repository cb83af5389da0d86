import type { AccountNetwork } from '#contract/blockchain.ts'
import { inParallel } from '#server/async/parallel.ts'
import type { BitcoinChain } from '#server/chains/bitcoin/chain.ts'
import * as coins from '#server/modules/transactions/bitcoin/store.ts'
import type { TransactionDeps } from '#server/modules/transactions/deps.ts'
import type { Holder } from '#server/modules/wallets/service.ts'

/** A coin of the chain that its rows do not have, or call spent. */
export interface Absent {
  holder: Holder
  coin: coins.NewCoin
}

/**
 * What the chain has of these addresses in blocks up to `upTo`, and no row tells. All of it was read before, so a row was
 * lost. A row that calls spent what the node does not is believed for as long as the node may lag behind.
 */
export const absentOf = async (
  { db, wallets }: Pick<TransactionDeps, 'db' | 'wallets'>,
  chain: BitcoinChain,
  network: AccountNetwork,
  addresses: readonly string[],
  upTo: number,
): Promise<Absent[]> => {
  const { blockchain } = chain
  const lists = await inParallel(addresses, async (address) =>
    (await chain.unspent(address)).map((coin) => ({ ...coin, address })),
  )
  const there = lists
    .flat()
    .flatMap(({ block, ...coin }) => (block === undefined || block > upTo ? [] : [{ ...coin, block }]))
  if (there.length === 0) return []
  const told = await coins.told(db, blockchain, there, upTo - chain.confirmations)
  const absent = there.filter((coin) => !told.has(coins.nameOf(coin)))
  if (absent.length === 0) return []
  const holders = await wallets.holdersOf([...new Set(absent.map(({ address }) => address))], network)
  const byAddress = new Map(holders.map((holder) => [holder.address, holder]))
  return absent.flatMap(({ address, txid, vout, value, block }) => {
    const holder = byAddress.get(address)
    if (!holder) return []
    const coin = {
      blockchain,
      txid,
      vout,
      accountId: holder.accountId,
      value: value.toString(),
      block,
      change: false,
    }
    return [{ holder, coin }]
  })
}
