import type { FastifyBaseLogger } from 'fastify'
import { makeSingle } from '#server/async/single.ts'
import type { Db } from '#server/db/client.ts'
import type { Leases } from '#server/db/lease.ts'
import { inTransaction } from '#server/db/unit.ts'
import type { Push } from '#server/push/push.ts'
import type { EvmChain } from './chain.ts'
import { reasonOf } from './failure.ts'
import { type Change, type Mark, makePosition, Shifted } from './position.ts'
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
  seen(sight: Sight): Promise<Change>
  /** Blocks above `ancestor` are no longer part of the chain. */
  undone(chain: EvmChain, ancestor: number): Promise<Change>
  /** After each new head, with everything up to it written; undefined when there is nothing to change. */
  reached(chain: EvmChain, head: number): Promise<Change | undefined>
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
const LEASE_MS = 30_000

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

export const makeWatcher = (deps: WatcherDeps, chain: EvmChain, observer: Observer): Watcher => {
  const { log } = deps
  const { blockchain } = chain
  const position = makePosition(deps, blockchain)
  let range = RANGE
  let timer: NodeJS.Timeout | undefined
  let stopped = false
  let reached: string | undefined
  let leasedUntil = 0

  /** Renewed only when half of it is over: an idle chain should cost no writes. */
  const hold = async (): Promise<boolean> => {
    const now = performance.now()
    if (leasedUntil - now > LEASE_MS / 2) return true
    const held = await deps.leases.hold(`watch ${blockchain}`, LEASE_MS)
    if (!held) position.forget()
    leasedUntil = held ? now + LEASE_MS : 0
    return held
  }

  const markAt = async (number: number): Promise<Mark> => {
    const hash = await chain.blockHash(number)
    if (hash === undefined) throw new Shifted(`Block ${number} is gone`)
    return { number, hash }
  }

  const begin = async (head: number): Promise<Mark> => {
    const mark = await markAt(head)
    await position.begin(mark)
    log.info({ blockchain, block: head }, `Watching ${chain.name} from block ${head}`)
    return (await position.current()) ?? mark
  }

  /** The last block read that still belongs to the chain. */
  const ancestor = async (mark: Mark, head: number): Promise<Mark> => {
    const earlier = await position.earlier()
    for (const block of earlier) {
      if (block.number <= head && (await chain.blockHash(block.number)) === block.hash) return block
    }
    const lowest = Math.min(earlier.at(-1)?.number ?? mark.number, head + 1)
    log.error({ blockchain, from: lowest }, `${chain.name} shares no block with what was read before`)
    return markAt(Math.max(0, lowest - 1))
  }

  const rewind = async (mark: Mark, head: number): Promise<Mark> => {
    const to = await ancestor(mark, head)
    log.warn({ blockchain, from: mark.number, to: to.number }, `${chain.name} was reorganised`)
    await position.rewind(to, () => observer.undone(chain, to.number))
    return to
  }

  const look = async (mark: Mark, to: number, head: number, watched: ReadonlySet<string>): Promise<Sight> => {
    const from = mark.number + 1
    const [blocks, transfers] = await Promise.all([
      chain.blocks(from, to, watched),
      chain.transfers(from, to, watched),
    ])
    const { receipts, complete } = await readReceipts(chain, blocks, watched)
    if (!complete) throw new Shifted('A transaction left its block')
    check(mark, blocks, { transfers, receipts })
    return { chain, head, blocks, transfers, receipts, watched }
  }

  const advance = async (mark: Mark, head: number, watched: ReadonlySet<string>): Promise<Mark> => {
    const sight = await look(mark, Math.min(head, mark.number + range), head, watched)
    const last = sight.blocks.at(-1)
    if (!last) throw new Shifted('No blocks were read')
    const empty =
      sight.transfers.length === 0 && sight.blocks.every((block) => block.transactions.length === 0)
    if (empty) await position.pass(sight.blocks)
    else await position.advance(sight.blocks, await observer.seen(sight))
    return last
  }

  const revisit = async (number: number): Promise<void> => {
    const current = await position.current()
    if (!current || number > current.number) return
    log.warn({ blockchain, block: number }, 'A block is read again')
    const sight = await look(await markAt(number - 1), number, current.number, await observer.watched())
    await inTransaction(deps, await observer.seen(sight))
  }

  const read = async (): Promise<void> => {
    const head = await chain.head()
    let mark = (await position.current()) ?? (await begin(head))
    const moved = mark.number > head || (await chain.blockHash(mark.number)) !== mark.hash
    if (!moved && mark.number === head && reached === mark.hash) return
    // After the head: whoever was paid up to it had his address before.
    const watched = await observer.watched()
    if (moved) mark = await rewind(mark, head)
    while (mark.number < head && !stopped) {
      mark = await advance(mark, head, watched)
      range = Math.min(RANGE, range * 2)
      if (mark.number < head && !(await hold())) return
    }
    if (stopped) return
    const change = await observer.reached(chain, head)
    if (change) await inTransaction(deps, change)
    reached = mark.hash
  }

  const round = async (): Promise<void> => {
    if (!chain.available() && !(await chain.probe())) return
    if (!(await hold())) return
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

  const rounds = makeSingle(round)

  const loop = (): void => {
    if (stopped) return
    timer = setTimeout(async () => {
      await rounds
        .run()
        .catch((error: unknown) => log.error({ err: error, blockchain }, 'Watching a chain failed'))
      loop()
    }, chain.pollMs)
    timer.unref()
  }

  return {
    tick: rounds.run,
    revisit,
    start: loop,
    async stop() {
      stopped = true
      clearTimeout(timer)
      await rounds.idle()
    },
  }
}
