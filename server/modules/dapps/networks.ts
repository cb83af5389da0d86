import type { Blockchain } from '#contract/blockchain.ts'
import { blockchainOf, CHAINS, caip2, EVM_CHAIN_IDS } from '#domain/chain.ts'
import type { ChainSet } from '#server/chains/family.ts'

/** CAIP-2 ids of the chains of this installation that dApps may ask for. */
export const networksOf = (chains: Pick<ChainSet, 'all'>): string[] =>
  chains.all().flatMap(({ blockchain }) => EVM_CHAIN_IDS.filter((id) => id === caip2(blockchain)))

/** The chain of such an id, with its EIP-155 number; undefined where dApps may not ask for it here. */
export const networkOf = (
  chains: Pick<ChainSet, 'get'>,
  id: string,
): { blockchain: Blockchain; chainId: number } | undefined => {
  const blockchain = EVM_CHAIN_IDS.includes(id) ? blockchainOf(id) : undefined
  if (!blockchain || !chains.get(blockchain)) return undefined
  const chain = CHAINS[blockchain]
  return 'chainId' in chain ? { blockchain, chainId: chain.chainId } : undefined
}
