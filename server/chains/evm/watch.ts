import { type Change, type Mark, Shifted } from '#server/chains/watch/position.ts'
import type { Watch } from '#server/chains/watch/watch.ts'
import type { EvmChain } from './chain.ts'
import { type Block, type Receipt, readReceipts, type TransferLog } from './scan.ts'

/** What a range of blocks holds about watched addresses. */
export interface Sight {
  chain: EvmChain
  head: number
  blocks: Block[]
  transfers: TransferLog[]
  receipts: ReadonlyMap<string, Receipt>
  watched: ReadonlySet<string>
}

/** Who makes sense of what is seen. Each call may read from the chain; the change it returns only writes. */
export interface Observer {
  /** Lower-case addresses. */
  watched(): Promise<ReadonlySet<string>>
  /** Not asked about a range with nothing of ours in it. */
  seen(sight: Sight): Promise<Change>
  /** Blocks above `ancestor` are no longer part of the chain. */
  undone(chain: EvmChain, ancestor: number): Promise<Change>
  /** After each new head, with everything up to it written; undefined when there is nothing to change. */
  reached(chain: EvmChain, head: number): Promise<Change | undefined>
}

const check = (from: Mark, blocks: readonly Block[], sight: Pick<Sight, 'transfers' | 'receipts'>): void => {
  const hashes = new Map<number, string>()
  let { hash } = from
  for (const block of blocks) {
    if (block.parentHash !== hash) throw new Shifted(`Block ${block.number} does not follow ${hash}`)
    hash = block.hash
    hashes.set(block.number, block.hash)
  }
  for (const { blockNumber, blockHash } of [...sight.transfers, ...sight.receipts.values()]) {
    if (hashes.get(blockNumber) !== blockHash) throw new Shifted(`Block ${blockNumber} was replaced`)
  }
}

/** How the watcher reads an EVM chain: blocks, logs and receipts of a range, which must belong together. */
export const makeEvmWatch = (chain: EvmChain, observer: Observer): Watch => ({
  watched: observer.watched,
  async look(mark, to, head, watched) {
    const from = mark.number + 1
    const [blocks, transfers] = await Promise.all([
      chain.blocks(from, to, watched),
      chain.transfers(from, to, watched),
    ])
    const { receipts, complete } = await readReceipts(chain, blocks, watched)
    if (!complete) throw new Shifted('A transaction left its block')
    check(mark, blocks, { transfers, receipts })
    const empty = transfers.length === 0 && blocks.every((block) => block.transactions.length === 0)
    const change = empty
      ? undefined
      : await observer.seen({ chain, head, blocks, transfers, receipts, watched })
    return { blocks, change }
  },
  undone: (ancestor) => observer.undone(chain, ancestor),
  reached: (head) => observer.reached(chain, head),
})
