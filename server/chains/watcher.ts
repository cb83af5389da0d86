import { and, desc, eq, gt, lt } from 'drizzle-orm'
import type { FastifyBaseLogger } from 'fastify'
import type { Db, Tx } from '#server/db/client.ts'
import type { Leases } from '#server/db/lease.ts'
import { chainBlocks, chainCursors } from '#server/db/schema/chain.ts'
import { type Emit, inTransaction } from '#server/db/unit.ts'
import type { Push } from '#server/push/push.ts'
import type { EvmChain } from './chain.ts'
import { reasonOf } from './failure.ts'
import { type Block, inParallel, type Receipt, type TransferLog } from './scan.ts'

/** What a range of blocks holds about watched addresses. */
export interface Sight {
  chain: EvmChain
  head: number
  blocks: Block[]
  transfers: TransferLog[]
  receipts: ReadonlyMap<string, Receipt>
}

/** Work inside the database transaction that also moves the cursor. */
export type Change = (tx: Tx, emit: Emit) => Promise<void>

/** Who makes sense of what is seen. Each call may read from the chain; the change it returns only writes. */
export interface Observer {
  /** Lower-case addresses. */
  watched(): Promise<ReadonlySet<string>>
  seen(sight: Sight): Promise<Change>
  /** Blocks above `ancestor` are no longer part of the chain. */
  undone(chain: EvmChain, ancestor: number): Promise<Change>
  /** After each new head, with everything up to it written. */
  reached(chain: EvmChain, head: number): Promise<Change>
}

interface WatcherDeps {
  db: Db
  push: Pick<Push, 'emit'>
  leases: Leases
  log: FastifyBaseLogger
}

export interface Watcher {
  /** Reads up to the head, once. */
  tick(): Promise<void>
  /** Reads a block again that was passed already; what it holds counts once. */
  revisit(number: number): Promise<void>
  start(): void
  stop(): Promise<void>
}

/** Blocks per database transaction; nodes take at least 1000 per eth_getLogs. */
const RANGE = 200
/** Deeper reorganisations than this cannot be told apart from another chain. */
const KEEP = 512
const LEASE_MS = 30_000

interface Cursor {
  number: number
  hash: string
}

/** The chain changed while it was read: the next round starts from what is true then. */
class Shifted extends Error {}

const check = (
  cursor: Cursor,
  blocks: readonly Block[],
  sight: Pick<Sight, 'transfers' | 'receipts'>,
): void => {
  const hashes = new Map<number, string>()
  let { hash } = cursor
  for (const block of blocks) {
    if (block.parentHash !== hash) throw new Shifted(`Block ${block.number} does not follow ${hash}`)
    hash = block.hash
    hashes.set(block.number, block.hash)
  }
  for (const { blockNumber, blockHash } of [...sight.transfers, ...sight.receipts.values()]) {
    if (hashes.get(blockNumber) !== blockHash) throw new Shifted(`Block ${blockNumber} was replaced`)
  }
}

export const makeWatcher = (deps: WatcherDeps, chain: EvmChain, observer: Observer): Watcher => {
  const { db, log } = deps
  const { blockchain } = chain
  const ofChain = eq(chainCursors.blockchain, blockchain)
  const blockOfChain = eq(chainBlocks.blockchain, blockchain)
  let range = RANGE
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | undefined
  let stopped = false
  let reached = -1

  const load = async (): Promise<Cursor | undefined> =>
    (
      await db
        .select({ number: chainCursors.number, hash: chainCursors.hash })
        .from(chainCursors)
        .where(ofChain)
    )[0]

  /** Moves the cursor only from where this round found it: a slower process must not undo a faster one. */
  const move = async (tx: Tx, from: Cursor, to: Cursor): Promise<void> => {
    const moved = await tx
      .update(chainCursors)
      .set(to)
      .where(and(ofChain, eq(chainCursors.number, from.number), eq(chainCursors.hash, from.hash)))
      .returning({ number: chainCursors.number })
    if (moved.length === 0) throw new Shifted('Another process has read on')
  }

  const begin = async (head: number): Promise<Cursor> => {
    const hash = await chain.blockHash(head)
    if (hash === undefined) throw new Shifted(`Block ${head} is gone`)
    const cursor = { number: head, hash }
    await db
      .insert(chainCursors)
      .values({ blockchain, ...cursor })
      .onConflictDoNothing()
    await db
      .insert(chainBlocks)
      .values({ blockchain, ...cursor })
      .onConflictDoNothing()
    log.info({ blockchain, block: head }, `Watching ${chain.name} from block ${head}`)
    return (await load()) ?? cursor
  }

  /** The last block read that still belongs to the chain. */
  const ancestor = async (cursor: Cursor, head: number): Promise<Cursor> => {
    const known = await db
      .select({ number: chainBlocks.number, hash: chainBlocks.hash })
      .from(chainBlocks)
      .where(and(blockOfChain, lt(chainBlocks.number, cursor.number)))
      .orderBy(desc(chainBlocks.number))
    for (const block of known) {
      if (block.number <= head && (await chain.blockHash(block.number)) === block.hash) return block
    }
    const lowest = Math.min(known.at(-1)?.number ?? cursor.number, head + 1)
    const number = Math.max(0, lowest - 1)
    const hash = await chain.blockHash(number)
    if (hash === undefined) throw new Shifted(`Block ${number} is gone`)
    log.error({ blockchain, from: number }, `${chain.name} shares no block with what was read before`)
    return { number, hash }
  }

  const rewind = async (cursor: Cursor, head: number): Promise<Cursor> => {
    const to = await ancestor(cursor, head)
    log.warn({ blockchain, from: cursor.number, to: to.number }, `${chain.name} was reorganised`)
    const change = await observer.undone(chain, to.number)
    await inTransaction(deps, async (tx, emit) => {
      await move(tx, cursor, to)
      await tx.delete(chainBlocks).where(and(blockOfChain, gt(chainBlocks.number, to.number)))
      await change(tx, emit)
    })
    return to
  }

  const look = async (
    cursor: Cursor,
    to: number,
    head: number,
    watched: ReadonlySet<string>,
  ): Promise<Sight> => {
    const from = cursor.number + 1
    const [blocks, transfers] = await Promise.all([
      chain.blocks(from, to, watched),
      chain.transfers(from, to, watched),
    ])
    const hashes = blocks.flatMap(({ transactions }) =>
      transactions
        .filter(({ from: sender, value }) => value > 0n || watched.has(sender))
        .map(({ hash }) => hash),
    )
    const found = await inParallel(hashes, (hash) => chain.receipt(hash))
    const receipts = new Map(found.flatMap((receipt) => (receipt ? [[receipt.hash, receipt] as const] : [])))
    if (receipts.size !== new Set(hashes).size) throw new Shifted('A transaction left its block')
    check(cursor, blocks, { transfers, receipts })
    return { chain, head, blocks, transfers, receipts }
  }

  const advance = async (cursor: Cursor, head: number, watched: ReadonlySet<string>): Promise<Cursor> => {
    const to = Math.min(head, cursor.number + range)
    const sight = await look(cursor, to, head, watched)
    const change = await observer.seen(sight)
    const last = sight.blocks.at(-1)
    if (!last) throw new Shifted('No blocks were read')
    const next = { number: last.number, hash: last.hash }
    await inTransaction(deps, async (tx, emit) => {
      await move(tx, cursor, next)
      await tx
        .insert(chainBlocks)
        .values(sight.blocks.map(({ number, hash }) => ({ blockchain, number, hash })))
        .onConflictDoNothing()
      await tx.delete(chainBlocks).where(and(blockOfChain, lt(chainBlocks.number, next.number - KEEP)))
      await change(tx, emit)
    })
    return next
  }

  const revisit = async (number: number): Promise<void> => {
    const cursor = await load()
    const hash = await chain.blockHash(number - 1)
    if (!cursor || number > cursor.number || hash === undefined) return
    log.warn({ blockchain, block: number }, 'A block is read again')
    const before = { number: number - 1, hash }
    const change = await observer.seen(await look(before, number, cursor.number, await observer.watched()))
    await inTransaction(deps, change)
  }

  const read = async (): Promise<void> => {
    const head = await chain.head()
    // After the head: whoever was paid up to it had his address before.
    const watched = await observer.watched()
    let cursor = (await load()) ?? (await begin(head))
    if (cursor.number > head || (await chain.blockHash(cursor.number)) !== cursor.hash) {
      cursor = await rewind(cursor, head)
    } else if (cursor.number === head && reached === head) return
    while (cursor.number < head && !stopped) {
      cursor = await advance(cursor, head, watched)
      range = Math.min(RANGE, range * 2)
      if (cursor.number < head && !(await deps.leases.hold(`watch ${blockchain}`, LEASE_MS))) return
    }
    if (stopped) return
    const change = await observer.reached(chain, head)
    await inTransaction(deps, change)
    reached = head
  }

  const round = async (): Promise<void> => {
    if (!chain.available() && !(await chain.probe())) return
    if (!(await deps.leases.hold(`watch ${blockchain}`, LEASE_MS))) return
    try {
      await read()
    } catch (error) {
      // A range may be too much for this node.
      range = Math.max(1, range >> 1)
      if (error instanceof Shifted) log.debug({ blockchain, reason: error.message }, 'Reading again')
      else if (chain.available()) throw error
      else log.debug({ blockchain, reason: reasonOf(error) }, 'The chain is out of reach')
    }
  }

  const tick = (): Promise<void> => {
    running ??= round().finally(() => {
      running = undefined
    })
    return running
  }

  const loop = (): void => {
    if (stopped) return
    timer = setTimeout(async () => {
      await tick().catch((error: unknown) => log.error({ err: error, blockchain }, 'Watching a chain failed'))
      loop()
    }, chain.pollMs)
    timer.unref()
  }

  return {
    tick,
    revisit,
    start: loop,
    async stop() {
      stopped = true
      clearTimeout(timer)
      await running?.catch(() => undefined)
    },
  }
}
