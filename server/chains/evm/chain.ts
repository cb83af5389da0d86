import type { NativeSymbol } from '#contract/blockchain.ts'
import type { Sentence } from '#contract/said.ts'
import type { Chain, ChainSet } from '#server/chains/family.ts'
import type { Held, Holding } from './contract.ts'
import type { Tiers } from './fee.ts'
import type { Block, Receipt, TransferLog } from './scan.ts'
import type { Metadata } from './token.ts'
import type { Payment } from './trace.ts'

export type Hex = `0x${string}`

/** What a transaction does, without nonce and fees. */
export interface Call {
  from: Hex
  /** Undefined creates a contract. */
  to?: Hex | undefined
  value: bigint
  data?: Hex | undefined
}

export type Estimate = { kind: 'gas'; units: bigint } | { kind: 'refused'; reason: Sentence }

/** One EVM chain behind JSON-RPC. */
export interface EvmChain extends Chain {
  readonly family: 'evm'
  readonly chainId: number
  readonly nativeSymbol: NativeSymbol
  /** When the latest block that was read so far was made, in ms; undefined before the first one. */
  latestBlockAt(): number | undefined
  fees(): Promise<Tiers>
  /** Wei. */
  balance(address: string): Promise<bigint>
  /** Token units; for an ERC-721 item 1n when `address` owns it. Undefined when the contract gives no answer. */
  tokenBalance(
    token: { address: string; item?: string | undefined },
    address: string,
  ): Promise<bigint | undefined>
  /**
   * What `address` held at the end of a block; 'nothing' where no contract answered, undefined when this node or
   * contract does not tell. Nodes keep the state of old blocks for a while only (geth: 128 blocks).
   */
  held(holding: Holding, address: string, block: number): Promise<Held>
  /** How many transactions of this address are mined: the lowest nonce still free. */
  minedNonce(address: string): Promise<number>
  /** How many of them are in blocks that are final. */
  finalNonce(address: string): Promise<number>
  /** The same together with those that wait at this node. */
  pendingNonce(address: string): Promise<number>
  estimate(call: Call): Promise<Estimate>
  /** What the contract would answer to this call now; undefined when it answers nothing. */
  answer(call: Call): Promise<Hex | undefined>
  receipt(hash: string): Promise<Receipt | undefined>
  /** Blocks from..to with the transactions of `watched` addresses (lower case). */
  blocks(from: number, to: number, watched: ReadonlySet<string>): Promise<Block[]>
  transfers(from: number, to: number, watched: ReadonlySet<string>): Promise<TransferLog[]>
  /** Native coins that contracts paid inside a block, to anybody; undefined when the node has no traces. */
  payments(block: number): Promise<Payment[] | undefined>
  isMultiToken(address: string): Promise<boolean>
  metadata(address: string, type: 'ERC20' | 'ERC721'): Promise<Metadata | undefined>
  /** Whether Redbelly's permission contract, found by its bootstrap registry, allows this address to write. */
  isAllowed(registry: string, address: string): Promise<boolean>
}

/** The one place that tells the families apart: what says it is of this family has its port. */
export const isEvm = (chain: Chain | undefined): chain is EvmChain => chain?.family === 'evm'

/** Undefined for a chain of another family, and for one that is not configured. */
export const findEvm = (chains: Pick<ChainSet, 'get'>, blockchain: string): EvmChain | undefined => {
  const chain = chains.get(blockchain)
  return isEvm(chain) ? chain : undefined
}

export const evmChains = (chains: Pick<ChainSet, 'all'>): EvmChain[] => chains.all().filter(isEvm)
