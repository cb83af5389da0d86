import { createRequire } from 'node:module'

/** What is used of bcoin, which has no types of its own. Hashes are hex in the order of their bytes. */

export interface Script {
  toRaw(): Buffer
  isUnspendable(): boolean
  getAddress(): Address | null
}
/** Which one is known to the library alone. */
export type Address = object
export interface Output {
  value: number
  script: Script
}
export interface Input {
  prevout: { hash: string; index: number }
  sequence: number
  witness: { items: Buffer[] }
  script: Script
}
export interface TX {
  version: number
  locktime: number
  inputs: Input[]
  outputs: Output[]
  hash(encoding: 'hex'): string
  txid(): string
  toRaw(): Buffer
  isCoinbase(): boolean
  getSize(): number
  getWeight(): number
  getVirtualSize(): number
}
export interface Meta {
  tx: TX
  height: number
  /** Null while it waits. */
  block: string | null
  time: number
  index: number
}
export interface Coin {
  hash: string
  index: number
  value: number
  /** -1 while it waits. */
  height: number
  coinbase: boolean
}
export interface Entry {
  hash: string
  height: number
  /** Its hash as it is shown. */
  rhash(): string
}
export interface Block {
  txs: TX[]
}
interface Part {
  open(): Promise<void>
  close(): Promise<void>
}
export interface Chain extends Part {
  tip: Entry
  height: number
  on(name: 'connect' | 'disconnect', listener: (entry: Entry, block: Block) => Promise<void>): void
  on(name: 'reorganize', listener: () => Promise<void>): void
  add(block: Block): Promise<Entry | null>
  /** Of a deployment, at a block. */
  getState(): Promise<number>
  getBlock(hash: string): Promise<Block | null>
  getEntryByHeight(height: number): Promise<Entry | null>
  isMainHash(hash: string): Promise<boolean>
  getMeta(hash: string): Promise<Meta | null>
  getMetaByAddress(address: Address): Promise<Meta[]>
  getCoinsByAddress(address: Address): Promise<Coin[]>
}
/** A transaction that waits. */
export interface Waiting {
  tx: TX
  fee: number
  /** Virtual bytes. */
  size: number
}
export interface Mempool extends Part {
  /** What is kept for the next start; written by the node itself only now and then. */
  cache: { sync(tip: string): void; flush(): Promise<void> }
  /** By hash. */
  map: ReadonlyMap<string, Waiting>
  /** The hashes that are missing, where it spends what nobody knows. */
  addTX(tx: TX): Promise<string[] | null>
  removeOrphan(hash: string): boolean
  /** With what spends it. */
  evictEntry(entry: Waiting): void
  getEntry(hash: string): Waiting | null
  getSpent(hash: string, index: number): Waiting | null
  getDescendants(entry: Waiting): Waiting[]
  getMeta(hash: string): Meta | null
  getMetaByAddress(address: Address): Meta[]
  getCoinsByAddress(address: Address): Coin[]
  isSpent(hash: string, index: number): boolean
  _addBlock(entry: Entry, txs: TX[]): Promise<void>
  _removeBlock(entry: Entry, txs: TX[]): Promise<void>
  _handleReorg(): Promise<void>
}
export interface Miner extends Part {
  cpu: { createJob(tip: Entry, address: Address): Promise<{ mineAsync(): Promise<Block> }> }
}
interface Bcoin {
  Chain: new (options: object) => Chain
  Mempool: new (options: object) => Mempool
  Miner: new (options: object) => Miner
  Network: { get(name: 'regtest'): object }
  Script: { flags: Record<string, number>; fromRaw(raw: Buffer): Script }
  TX: { fromRaw(raw: Buffer): TX }
}
type Iterate = (this: unknown, options?: object) => unknown

const load = createRequire(import.meta.url)
export const bcoin: Bcoin = load('bcoin')
export const leveldown: { prototype: { iterator: Iterate } } = load('leveldown')
