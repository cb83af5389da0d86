import type { GasPrice } from '#contract/asset.ts'
import { chainName, chainOf, isBitcoin } from '#domain/chain.ts'
import { type EvmChain, findEvm } from '#server/chains/evm/chain.ts'
import type { ChainSet } from '#server/chains/family.ts'
import { invalid, unavailable } from '#server/error.ts'

/** The port of an EVM chain; says what is wrong with any other. */
export const evmChain = (chains: ChainSet, blockchain: string): EvmChain => {
  const chain = findEvm(chains, blockchain)
  if (chain) return chain
  if (isBitcoin(blockchain)) {
    throw invalid(`${chainName(blockchain)} has no gas price. Ask for transactions/bitcoin/estimate instead.`)
  }
  if (!chainOf(blockchain)) throw invalid(`${blockchain} is not a known blockchain`)
  throw unavailable(`${chainName(blockchain)} is not connected here`)
}

/** Wei per gas of the three tiers. */
export const gasPrice = async (chains: ChainSet, blockchain: string): Promise<GasPrice> => {
  const { slow, normal, fast } = await evmChain(chains, blockchain).fees()
  const tier = ({ maxFeePerGas }: { maxFeePerGas: bigint }) => ({ maxFeePerGas: maxFeePerGas.toString() })
  return { SLOW: tier(slow), NORMAL: tier(normal), FAST: tier(fast) }
}
