import type { BitcoinNetwork } from '#domain/chain.ts'
import type { ChainSet, HandIn } from '#server/chains/family.ts'
import { bitcoinChains } from './chain.ts'

/** The Bitcoin chains that answer now, as an operator's commands need them. */
export interface ReachedBitcoin {
  /** By network, the coins of these addresses that nothing spends, not even what waits, as `txid:vout`. */
  unspent(
    of: readonly { network: BitcoinNetwork; addresses: readonly string[] }[],
  ): Promise<Map<BitcoinNetwork, string[]>>
  find(network: BitcoinNetwork): (HandIn & { name: string }) | undefined
}

export const noBitcoin: ReachedBitcoin = { unspent: async () => new Map(), find: () => undefined }

export const reachBitcoin = async (chains: Pick<ChainSet, 'all'>): Promise<ReachedBitcoin> => {
  const all = bitcoinChains(chains)
  const answers = await Promise.all(all.map((chain) => chain.probe()))
  const reached = all.filter((_, index) => answers[index])
  const find = (network: BitcoinNetwork) => reached.find((chain) => chain.network === network)
  return {
    async unspent(of) {
      const found = new Map<BitcoinNetwork, string[]>()
      for (const { network, addresses } of of) {
        const chain = find(network)
        if (!chain) continue
        const coins = await Promise.all(addresses.map((address) => chain.unspent(address)))
        found.set(
          network,
          coins.flat().map(({ txid, vout }) => `${txid}:${vout}`),
        )
      }
      return found
    },
    find,
  }
}
