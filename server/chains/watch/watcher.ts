import type { FastifyBaseLogger } from 'fastify'
import { makeSingle } from '#server/async/single.ts'
import type { Chain } from '#server/chains/family.ts'
import type { Db } from '#server/db/client.ts'
import type { Leases } from '#server/db/lease.ts'
import { inTransaction } from '#server/db/unit.ts'
import type { Push } from '#server/push/push.ts'
import { type Mark, makePosition, Shifted } from './position.ts'
import type { Watch } from './watch.ts'

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

/** A library's further lines may name the node's URL, and with it a key. */
const firstLine = (error: unknown): string => String(error).split('\n', 1).join('')

/** Position, lease and reorganisations, the same for every family. */
export const makeWatcher = (deps: WatcherDeps, chain: Chain, watch: Watch): Watcher => {
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
    await position.rewind(to, () => watch.undone(to.number))
    return to
  }

  const advance = async (mark: Mark, head: number, watched: ReadonlySet<string>): Promise<Mark> => {
    const { blocks, change } = await watch.look(mark, Math.min(head, mark.number + range), head, watched)
    const last = blocks.at(-1)
    if (!last) throw new Shifted('No blocks were read')
    if (change) await position.advance(blocks, change)
    else await position.pass(blocks)
    return last
  }

  const revisit = async (number: number): Promise<void> => {
    const current = await position.current()
    if (!current || number > current.number) return
    log.warn({ blockchain, block: number }, 'A block is read again')
    const before = await markAt(number - 1)
    const { change } = await watch.look(before, number, current.number, await watch.watched())
    if (change) await inTransaction(deps, change)
  }

  const read = async (): Promise<void> => {
    const head = await chain.head()
    let mark = (await position.current()) ?? (await begin(head))
    const moved = mark.number > head || (await chain.blockHash(mark.number)) !== mark.hash
    if (!moved && mark.number === head && reached === mark.hash) return
    // After the head: whoever was paid up to it had his address before.
    const watched = await watch.watched()
    if (moved) mark = await rewind(mark, head)
    while (mark.number < head && !stopped) {
      mark = await advance(mark, head, watched)
      range = Math.min(RANGE, range * 2)
      if (mark.number < head && !(await hold())) return
    }
    if (stopped) return
    const change = await watch.reached(head)
    if (change) await position.reach(change)
    reached = mark.hash
  }

  const round = async (): Promise<void> => {
    if (!chain.available() && !(await chain.probe())) return
    if (!(await hold())) return
    try {
      await read()
      const change = stopped ? undefined : await watch.waiting?.()
      if (change) await inTransaction(deps, change)
    } catch (error) {
      // A range may be too much for this node.
      range = Math.max(1, range >> 1)
      if (error instanceof Shifted) log.debug({ blockchain, reason: error.message }, 'Reading again')
      else if (chain.available()) throw error
      else log.debug({ blockchain, reason: firstLine(error) }, 'The chain is out of reach')
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
