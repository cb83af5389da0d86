import { createHash } from 'node:crypto'
import type { LogEvent } from '#server/custody/event.ts'

/** One line of a log. `hash` covers every other field, so no earlier entry can change unseen. */
export type Chained<E> = E & { seq: number; at: string; prevHash: string; hash: string }
/** One line of a wallet's log. */
export type LogEntry = Chained<LogEvent>

/** `prevHash` of the first entry. */
export const GENESIS = '0'.repeat(64)

const canonical = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(canonical)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, inner]) => [key, canonical(inner)]),
  )
}

/** SHA-256 (hex) of the JSON of [seq, at, type, data, prevHash] with sorted keys. */
export const hashEntry = ({
  seq,
  at,
  type,
  data,
  prevHash,
}: {
  seq: number
  at: string
  type: string
  data: unknown
  prevHash: string
}): string =>
  createHash('sha256')
    .update(JSON.stringify([seq, at, type, canonical(data), prevHash]))
    .digest('hex')

/** The entry that follows `last`. */
export const chained = <E extends { type: string; data: unknown }>(
  last: Chained<E> | undefined,
  event: E,
  at: string,
): Chained<E> => {
  const body = { ...event, seq: last ? last.seq + 1 : 1, at, prevHash: last?.hash ?? GENESIS }
  return { ...body, hash: hashEntry(body) }
}

/** The seq of the first entry that breaks the chain, or undefined when all of it holds. */
export const brokenAt = (
  entries: readonly Chained<{ type: string; data: unknown }>[],
): number | undefined => {
  const at = entries.findIndex(
    (entry, index) =>
      entry.seq !== index + 1 ||
      entry.prevHash !== (entries[index - 1]?.hash ?? GENESIS) ||
      entry.hash !== hashEntry(entry),
  )
  return at === -1 ? undefined : at + 1
}
