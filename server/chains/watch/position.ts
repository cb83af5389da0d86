import { and, desc, eq, gt, lt } from 'drizzle-orm'
import type { Db, Tx } from '#server/db/client.ts'
import { chainBlocks, chainCursors } from '#server/db/schema/chain.ts'
import { type Emit, inTransaction, type Later } from '#server/db/unit.ts'
import type { Push } from '#server/push/push.ts'

export interface Mark {
  number: number
  hash: string
}

/** Work inside the database transaction that also moves the position. */
export type Change = (tx: Tx, emit: Emit, later: Later) => Promise<void>

/** The chain, or another process, went on while it was read: the next round starts from what is true then. */
export class Shifted extends Error {}

/** Deeper reorganisations than this cannot be told apart from another chain. */
const KEEP = 512
/** So many blocks may pass in memory before the position is written down; after a crash they are read again. */
const UNWRITTEN_MAX = 20

const markOf = ({ number, hash }: Mark): Mark => ({ number, hash })

/** How far one chain is read. Blocks without anything of ours are only written down now and then. */
export const makePosition = (deps: { db: Db; push: Pick<Push, 'emit'> }, blockchain: string) => {
  const { db } = deps
  const ofChain = eq(chainCursors.blockchain, blockchain)
  const blocksOfChain = eq(chainBlocks.blockchain, blockchain)
  let written: Mark | undefined
  let passed: Mark[] = []

  const load = async (): Promise<Mark | undefined> => {
    const [mark] = await db
      .select({ number: chainCursors.number, hash: chainCursors.hash })
      .from(chainCursors)
      .where(ofChain)
    return mark
  }

  const forget = (): void => {
    written = undefined
    passed = []
  }

  /** Moves only from where this process believes to be: a slower one must not undo a faster one. */
  const move = async (to: Mark, before: readonly Mark[], change: Change): Promise<void> => {
    const from = written
    if (!from) throw new Shifted('The position is not known')
    try {
      await inTransaction(deps, async (tx, emit, later) => {
        const moved = await tx
          .update(chainCursors)
          .set(to)
          .where(and(ofChain, eq(chainCursors.number, from.number), eq(chainCursors.hash, from.hash)))
          .returning({ number: chainCursors.number })
        if (moved.length === 0) throw new Shifted('Another process has read on')
        await tx.delete(chainBlocks).where(and(blocksOfChain, gt(chainBlocks.number, to.number)))
        if (before.length > 0) {
          const rows = before.map(({ number, hash }) => ({ blockchain, number, hash }))
          await tx.insert(chainBlocks).values(rows).onConflictDoNothing()
          await tx.delete(chainBlocks).where(and(blocksOfChain, lt(chainBlocks.number, to.number - KEEP)))
        }
        await change(tx, emit, later)
      })
    } catch (error) {
      forget()
      throw error
    }
    written = to
    passed = []
  }

  return {
    async current(): Promise<Mark | undefined> {
      const last = passed.at(-1)
      if (last) return last
      written ??= await load()
      return written
    },

    async begin(mark: Mark): Promise<void> {
      const row = { blockchain, ...markOf(mark) }
      await db.insert(chainCursors).values(row).onConflictDoNothing()
      await db.insert(chainBlocks).values(row).onConflictDoNothing()
    },

    /** Past blocks that hold nothing of ours. */
    async pass(blocks: readonly Mark[]): Promise<void> {
      passed.push(...blocks.map(markOf))
      const last = passed.at(-1)
      if (last && passed.length > UNWRITTEN_MAX) await move(last, passed, async () => undefined)
    },

    /** Past blocks that change something. */
    async advance(blocks: readonly Mark[], change: Change): Promise<void> {
      const last = blocks.at(-1)
      if (last) await move(markOf(last), [...passed, ...blocks.map(markOf)], change)
    },

    /** What follows from having come this far, which is written down with it. */
    async reach(change: Change): Promise<void> {
      const last = passed.at(-1)
      if (last) await move(last, passed, change)
      else await inTransaction(deps, change)
    },

    /** Blocks read before the current one, newest first. */
    async earlier(): Promise<Mark[]> {
      const below = passed.at(-1) ? undefined : written?.number
      const rows = await db
        .select({ number: chainBlocks.number, hash: chainBlocks.hash })
        .from(chainBlocks)
        .where(and(blocksOfChain, below === undefined ? undefined : lt(chainBlocks.number, below)))
        .orderBy(desc(chainBlocks.number))
      return [...passed.slice(0, -1).reverse(), ...rows]
    },

    /** Back to a block that is still part of the chain. What only passed by left nothing to undo. */
    async rewind(to: Mark, undo: () => Promise<Change>): Promise<void> {
      if (written && to.number >= written.number) {
        passed = passed.filter(({ number }) => number <= to.number)
        return
      }
      await move(markOf(to), [], await undo())
    },

    forget,
  }
}
