import { noBitcoin, type ReachedBitcoin, reachBitcoin } from './bitcoin/reach.ts'
import { nothingReached, type Reached, reachChains } from './evm/reach.ts'
import type { ChainSet } from './family.ts'

/** The chains that answer now, as an operator's commands need them. */
export interface Nodes {
  evm: Reached
  bitcoin: ReachedBitcoin
}

export const noNodes: Nodes = { evm: nothingReached, bitcoin: noBitcoin }

export const reachNodes = async (chains: Pick<ChainSet, 'all'>): Promise<Nodes> => {
  const [evm, bitcoin] = await Promise.all([reachChains(chains), reachBitcoin(chains)])
  return { evm, bitcoin }
}
