import { evmChains } from './evm/chain.ts'
import type { ChainSet } from './family.ts'

/** When the latest block of each chain that was read so far was made, in ms, by its EIP-155 number. */
export const blockTimes = (chains: Pick<ChainSet, 'all'>): Map<number, number> =>
  new Map(
    evmChains(chains).flatMap((chain) => {
      const at = chain.latestBlockAt()
      return at === undefined ? [] : [[chain.chainId, at] as const]
    }),
  )
