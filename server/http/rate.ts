import type { FastifyBaseLogger } from 'fastify'
import type { SharedCounts } from '#server/db/rate.ts'

const MINUTE = 60_000
/** Each process tells the others of its calls in this many parts of a limit; by so little it may be exceeded. */
const PARTS = 20
/** Whoever is counted at a time; the oldest gives way. */
const KEYS_MAX = 50_000

interface Count {
  /** Calls of all processes, as far as they told. */
  told: number
  /** Calls here that were not told yet. */
  own: number
}

/** Answers after how many seconds the call may be made again, or undefined when it may be made now. */
export type Rate = (key: string, max: number) => Promise<number | undefined>

/**
 * Counts calls by the minute, over all processes on one database. Limits below twice the parts are exact; above, a
 * process asks the database only at each twentieth of the limit. Without an answer it goes by its own count.
 */
export const makeRate = (
  shared: SharedCounts,
  log: FastifyBaseLogger,
  now: () => number = Date.now,
): Rate => {
  let minute = 0
  const counts = new Map<string, Count>()

  const begin = (fresh: number): void => {
    minute = fresh
    counts.clear()
    shared.forget(fresh - 1).catch((error: unknown) => log.warn({ err: error }, 'Old counts stay'))
  }
  const countOf = (key: string): Count => {
    const known = counts.get(key)
    if (known) return known
    const fresh = { told: 0, own: 0 }
    counts.set(key, fresh)
    const [oldest] = counts.keys()
    if (counts.size > KEYS_MAX && oldest !== undefined) counts.delete(oldest)
    return fresh
  }

  return async (key, max) => {
    const at = now()
    const current = Math.floor(at / MINUTE)
    if (current !== minute) begin(current)
    const wait = (MINUTE - (at % MINUTE)) / 1000
    const count = countOf(key)
    if (count.told + count.own >= max) return wait
    count.own += 1
    const calls = count.own
    if (calls < Math.floor(max / PARTS)) return undefined
    count.own = 0
    count.told += calls
    try {
      const sum = await shared.add(current, key, calls)
      count.told = Math.max(count.told, sum)
      return sum > max ? wait : undefined
    } catch (error) {
      log.warn({ err: error }, 'Calls could not be counted together with other processes')
      return undefined
    }
  }
}
