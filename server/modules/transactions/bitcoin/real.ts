import { accountNetworkOf } from '#domain/chain.ts'
import { inParallel } from '#server/async/parallel.ts'
import type { BitcoinChain } from '#server/chains/bitcoin/chain.ts'
import type { TransactionDeps } from '#server/modules/transactions/deps.ts'
import type { Coin } from './select.ts'
import * as store from './store.ts'

/** How coins that are written down stand on the chain. */
export type Standing =
  | 'real'
  /** Their rows said something else, and say now what the chain says. */
  | 'mended'
  /** The node knows nothing of one of them, or not yet. */
  | 'unknown'
  /** One of them is nobody's here. */
  | 'foreign'

/**
 * Holds rows of coins against the chain before they are signed for: no node takes a signature over a value or an owner that
 * is not there, and what was signed can only be replaced. No row is removed by a node's word alone.
 */
export const holdAgainst = async (
  { db, wallets, log }: Pick<TransactionDeps, 'db' | 'wallets' | 'log'>,
  chain: BitcoinChain,
  own: string,
  coins: readonly Coin[],
): Promise<Standing> => {
  const { blockchain } = chain
  const txids = [...new Set(coins.map(({ txid }) => txid))]
  const known = new Map(
    await inParallel(txids, async (txid) => [txid, await chain.transaction(txid)] as const),
  )
  const seen = coins.map((coin) => ({ coin, output: known.get(coin.txid)?.outputs[coin.vout] }))
  const wrong = seen.filter(
    ({ coin, output }) => known.get(coin.txid) && (output?.address !== own || output.value !== coin.value),
  )
  if (wrong.length === 0) return txids.every((txid) => known.get(txid)) ? 'real' : 'unknown'

  const network = accountNetworkOf(blockchain)
  const others = wrong.flatMap(({ output }) =>
    output?.address && output.address !== own ? output.address : [],
  )
  const holders = network ? await wallets.holdersOf([...new Set(others)], network) : []
  let standing: Standing = 'mended'
  for (const { coin, output } of wrong) {
    const { txid, vout } = coin
    log.error({ blockchain, txid, vout }, 'A coin is not what is written down of it')
    const holder = holders.find(({ address }) => address === output?.address)
    if (!output || (output.address !== own && !holder)) standing = 'foreign'
    else
      await store.correct(db, blockchain, coin, {
        value: output.value.toString(),
        ...(holder && { accountId: holder.accountId }),
      })
  }
  return standing
}
