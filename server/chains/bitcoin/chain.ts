import type { BitcoinNetwork } from '#domain/chain.ts'
import type { Chain, ChainSet } from '#server/chains/family.ts'
import type { Mark } from '#server/chains/watch/position.ts'
import type { Rates } from './fee.ts'

/** One side of a transaction. */
export interface Leg {
  /** Null for an output that has none. */
  address: string | null
  /** Satoshi. */
  value: bigint
}

/** An input: the output that it spends. */
export interface Input extends Leg {
  txid: string
  vout: number
}

export interface BitcoinTransaction {
  txid: string
  /** None for the reward of a block. */
  inputs: Input[]
  outputs: Leg[]
  /** Satoshi. */
  fee: bigint
  /** Undefined while it waits. */
  block: (Mark & { at: Date }) | undefined
}

/** An output that nobody has spent, not even in a transaction that waits. */
export interface Unspent {
  txid: string
  vout: number
  /** Satoshi. */
  value: bigint
  /** Undefined while its transaction waits. */
  block: number | undefined
}

/** One Bitcoin chain behind Esplora's REST interface. */
export interface BitcoinChain extends Chain {
  readonly family: 'bitcoin'
  readonly network: BitcoinNetwork
  fees(): Promise<Rates>
  /** Undefined when the node does not know it. */
  transaction(txid: string): Promise<BitcoinTransaction | undefined>
  /**
   * What happened to these addresses in the blocks above `after` up to `upTo`, each transaction once, oldest block
   * first. Throws Shifted where that block is no longer part of the chain.
   */
  history(addresses: readonly string[], after: number, upTo: Mark): Promise<BitcoinTransaction[]>
  /** How many transactions a block has; undefined where the node does not have it. */
  countIn(hash: string): Promise<number | undefined>
  /** All of them, as long as it is a block of the chain. */
  transactionsIn(hash: string, count: number): Promise<BitcoinTransaction[]>
  /** The same text as long as nothing has come or gone that waits; '' while nothing does. */
  pool(): Promise<string>
  /** What waits, as far as the node tells: 50 transactions at most. */
  waiting(address: string): Promise<BitcoinTransaction[]>
  unspent(address: string): Promise<Unspent[]>
}

/** The one place that tells the families apart: what says it is of this family has its port. */
export const isBitcoin = (chain: Chain | undefined): chain is BitcoinChain => chain?.family === 'bitcoin'

/** Undefined for a chain of another family, and for one that is not configured. */
export const findBitcoin = (chains: Pick<ChainSet, 'get'>, blockchain: string): BitcoinChain | undefined => {
  const chain = chains.get(blockchain)
  return isBitcoin(chain) ? chain : undefined
}

export const bitcoinChains = (chains: Pick<ChainSet, 'all'>): BitcoinChain[] => chains.all().filter(isBitcoin)
