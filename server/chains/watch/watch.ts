import type { Change, Mark } from './position.ts'

/** What one look at a range of blocks found. */
export interface Look {
  blocks: readonly Mark[]
  /** Undefined where nothing of ours is in them. */
  change: Change | undefined
}

/** A family's half of watching. Each call may read from the chain; the change it returns only writes. */
export interface Watch {
  /** Addresses as the chain's events name them. */
  watched(): Promise<ReadonlySet<string>>
  /** The blocks after `from` up to `to`, the last one included. Throws Shifted where they do not follow it. */
  look(from: Mark, to: number, head: number, watched: ReadonlySet<string>): Promise<Look>
  /** Blocks above `ancestor` are no longer part of the chain. */
  undone(ancestor: number): Promise<Change>
  /** After each new head, with everything up to it written; undefined when there is nothing to change. */
  reached(head: number): Promise<Change | undefined>
  /** Each time, after the blocks: what is in none; undefined when there is nothing to change. */
  waiting?(): Promise<Change | undefined>
}
