import { inParallel } from '#server/async/parallel.ts'
import { type Change, type Mark, Shifted } from '#server/chains/watch/position.ts'
import type { Watch } from '#server/chains/watch/watch.ts'
import type { BitcoinChain, BitcoinTransaction } from './chain.ts'
import { PAGE } from './node.ts'

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

/** More blocks are never read whole. */
const WHOLE_MAX = 10

/** How the watcher reads a Bitcoin chain: a few new blocks whole, or the histories of addresses, whichever is less. */
export const makeBitcoinWatch = (chain: BitcoinChain, observer: Observer): Watch => {
  const markAt = async (number: number): Promise<Mark> => {
    const hash = await chain.blockHash(number)
    if (hash === undefined) throw new Shifted(`Block ${number} is gone`)
    return { number, hash }
  }

  /** Undefined where the histories of so many addresses are fewer answers. */
  const readWhole = async (
    blocks: readonly Mark[],
    watched: ReadonlySet<string>,
  ): Promise<BitcoinTransaction[] | undefined> => {
    if (blocks.length > WHOLE_MAX || blocks.length * 2 >= watched.size) return undefined
    const counts = await inParallel(blocks, async ({ hash, number }) => {
      const count = await chain.countIn(hash)
      if (count === undefined) throw new Shifted(`Block ${number} is gone`)
      return { hash, count }
    })
    const answers = counts.reduce((sum, { count }) => sum + Math.ceil(count / PAGE), blocks.length)
    if (answers >= watched.size) return undefined
    const found: BitcoinTransaction[] = []
    for (const { hash, count } of counts) found.push(...(await chain.transactionsIn(hash, count)))
    const isOurs = ({ address }: { address: string | null }) => address !== null && watched.has(address)
    return found.filter(({ inputs, outputs }) => inputs.some(isOurs) || outputs.some(isOurs))
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
      const transactions =
        (await readWhole(blocks, watched)) ?? (await chain.history([...watched], from.number, last))
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
