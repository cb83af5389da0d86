import type { Blockchain } from '#contract/blockchain.ts'
import type { Sentence } from '#contract/said.ts'

/** What became of handing in a signed transaction. */
export type Broadcast =
  /** The node has it, now or from before. */
  | { kind: 'accepted' }
  /** Not known: a timeout, or an answer that leaves it open. Look the hash up. */
  | { kind: 'unclear'; reason: string }
  /** What it spends is spent: by this very transaction or by another. Look the hash up. */
  | { kind: 'spent' }
  /** Not now (fee below what is asked, pool full): the same bytes may pass later. */
  | { kind: 'later'; reason: string }
  /** The node will not take it, for a reason that people can read. */
  | { kind: 'refused'; reason: Sentence }

/** Where signed transactions are handed in. */
export interface HandIn {
  broadcast(raw: string): Promise<Broadcast>
  /** True when the node knows the transaction, mined or waiting. */
  knows(hash: string): Promise<boolean>
}

/** One chain, of whichever family. Calls throw a ChainUnavailableError while the node does not answer. */
export interface Chain extends HandIn {
  readonly blockchain: Blockchain
  readonly family: 'evm' | 'bitcoin'
  readonly name: string
  /** Blocks, its own included, after which a transaction counts as final. */
  readonly confirmations: number
  readonly pollMs: number
  /** False until the node has shown that it serves the right chain, and while it cannot be reached. */
  available(): boolean
  /** Asks the node which chain it serves; never throws. */
  probe(): Promise<boolean>
  head(): Promise<number>
  /** Undefined above the head. */
  blockHash(number: number): Promise<string | undefined>
  /** Where a chain can have a permission contract: whether that one, found by its bootstrap registry, lets an address write. */
  isAllowed?(registry: string, address: string): Promise<boolean>
}

/** The chains of this installation: those whose nodes are configured. */
export interface ChainSet {
  get(blockchain: string): Chain | undefined
  all(): readonly Chain[]
  list(): { blockchain: Blockchain; available: boolean; confirmations: number }[]
  /** Asks every node now, then again those that cannot be reached. */
  start(): Promise<void>
  stop(): Promise<void>
}
