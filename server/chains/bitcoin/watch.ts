import { inParallel } from '#server/async/parallel.ts'
import { type Change, type Mark, Shifted } from '#server/chains/watch/position.ts'
import type { Watch } from '#server/chains/watch/watch.ts'
import type { BitcoinChain, BitcoinTransaction } from './chain.ts'

/** What a range of blocks holds about watched addresses. */
export interface Sight {
  chain: BitcoinChain
  head: number
  blocks: Mark[]
  /** Oldest block first. */
  transactions: BitcoinTransaction[]
  watched: ReadonlySet<string>
}

/** Who makes sense of what is seen. Each call may read from the chain; the change it returns only writes. */
export interface Observer {
  watched(): Promise<ReadonlySet<string>>
  /** Not asked about a range with nothing of ours in it. */
  seen(sight: Sight): Promise<Change>
  /** Blocks above `ancestor` are no longer part of the chain. */
  undone(chain: BitcoinChain, ancestor: number): Promise<Change>
  /** After each new head, with everything up to it written; undefined when there is nothing to change. */
  reached(chain: BitcoinChain, head: number): Promise<Change | undefined>
  /** Each time, after the blocks: what waits; undefined when there is nothing to change. */
  waiting(chain: BitcoinChain): Promise<Change | undefined>
}

/** How the watcher reads a Bitcoin chain: the histories of addresses, as of one block. */
export const makeBitcoinWatch = (chain: BitcoinChain, observer: Observer): Watch => {
  const markAt = async (number: number): Promise<Mark> => {
    const hash = await chain.blockHash(number)
    if (hash === undefined) throw new Shifted(`Block ${number} is gone`)
    return { number, hash }
  }

  return {
    watched: observer.watched,
    async look(from, to, head, watched) {
      // The last block before all others, and by the history once more at the end: while it stays, so do they.
      const last = await markAt(to)
      const between = Array.from({ length: to - from.number - 1 }, (_, index) => from.number + 1 + index)
      const blocks = [...(await inParallel(between, markAt)), last]
      if ((await markAt(from.number)).hash !== from.hash)
        throw new Shifted(`Block ${from.number} was replaced`)
      const transactions = await chain.history([...watched], from.number, last)
      const hashes = new Map(blocks.map(({ number, hash }) => [number, hash]))
      for (const { block } of transactions) {
        if (block && hashes.get(block.number) !== block.hash)
          throw new Shifted(`Block ${block.number} was replaced`)
      }
      const change =
        transactions.length === 0
          ? undefined
          : await observer.seen({ chain, head, blocks, transactions, watched })
      return { blocks, change }
    },
    undone: (ancestor) => observer.undone(chain, ancestor),
    reached: (head) => observer.reached(chain, head),
    waiting: () => observer.waiting(chain),
  }
}
