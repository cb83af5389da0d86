import * as z from 'zod/mini'
import { makeQueue } from '#server/async/queue.ts'
import { type Chained, GENESIS, hashEntry, type LogEntry } from '#server/custody/disk/chain.ts'
import { openJournal } from '#server/custody/disk/journal.ts'
import { LogEvent } from '#server/custody/event.ts'
import type { KeyRing } from '#server/custody/keyring.ts'
import { CustodyRefusal } from '#server/custody/refusal.ts'
import { type Store, safeName } from '#server/custody/store.ts'
import type { Head } from './message.ts'

const Link = z.object({ seq: z.number(), at: z.string(), prevHash: z.string(), hash: z.string() })

/** An entry of custody's, written down when this signer first saw it: its own time stands beside it. */
const Seen = z.object({ type: z.literal('seen'), data: z.object({ entry: z.intersection(LogEvent, Link) }) })
type Seen = z.infer<typeof Seen>

/** How a signer keeps what it saw of each wallet: sealed for its own ring, in a chain of its own. */
export const SEEN = {
  subject: 'wallet',
  logs: 'logs',
  heads: 'heads',
  event: Seen,
  sealers: { log: 'signer-log', head: 'signer-head' },
} as const

/** What a signer keeps of one wallet's log. */
export const pathsOf = (walletId: string): string[] => [
  `${SEEN.heads}/${safeName(walletId)}.head`,
  `${SEEN.logs}/${safeName(walletId)}.log`,
]

/** One entry, and when this signer first saw it, in ms. */
export interface Sighted {
  entry: LogEntry
  seenAt: number
}

export interface WalletCopy {
  readonly entries: readonly Sighted[]
  readonly head: Head
}

/** A signer's own copy of the logs of wallets. */
export interface Copies {
  read(walletId: string): Promise<WalletCopy>
  /** Takes what continues the copy, on the disk when it resolves; throws CustodyRefusal 'Broken' where it is of another log. */
  take(walletId: string, entries: readonly unknown[]): Promise<Head>
}

const CACHED_MAX = 500
const EMPTY: Head = { seq: 0, hash: GENESIS }

const headOf = (entries: readonly Sighted[]): Head => {
  const last = entries.at(-1)?.entry
  return last ? { seq: last.seq, hash: last.hash } : EMPTY
}

export const openCopies = (store: Store, ring: KeyRing, clock: { now(): Date }): Copies => {
  const journal = openJournal<Seen>(store, ring, SEEN)
  const queue = makeQueue()
  const cache = new Map<string, { own: Chained<Seen> | undefined; entries: Sighted[] }>()

  const remember = (walletId: string, copy: { own: Chained<Seen> | undefined; entries: Sighted[] }) => {
    cache.delete(walletId)
    cache.set(walletId, copy)
    const [oldest] = cache.keys()
    if (cache.size > CACHED_MAX && oldest !== undefined) cache.delete(oldest)
    return copy
  }
  const sighted = ({ at, data }: Chained<Seen>): Sighted => ({ entry: data.entry, seenAt: Date.parse(at) })
  const load = async (walletId: string) => {
    const known = cache.get(walletId)
    if (known) return known
    // A log that was just begun may have no head yet.
    const own = (await journal.load(walletId, true)) ?? []
    return remember(walletId, { own: own.at(-1), entries: own.map(sighted) })
  }

  const other = (walletId: string, seq: number) =>
    new CustodyRefusal(
      'Broken',
      `Entry ${seq} of the log of wallet ${walletId} is not the one that this signer has seen. Nothing is signed from it.`,
    )

  /** The entry that follows, read as what its hash covers: nothing in it goes unseen. */
  const follow = (walletId: string, { seq, hash }: Head, value: unknown): LogEntry => {
    const [event, link] = [LogEvent.safeParse(value), Link.safeParse(value)]
    if (!event.success || !link.success)
      throw new CustodyRefusal(
        'BadInput',
        `Entry ${seq + 1} of the log of wallet ${walletId} is none that this signer knows; update it.`,
      )
    const entry: LogEntry = { ...event.data, ...link.data }
    if (entry.seq !== seq + 1 || entry.prevHash !== hash || entry.hash !== hashEntry(entry))
      throw other(walletId, seq + 1)
    const isFirst = seq === 0
    if (
      isFirst !== (entry.type === 'created') ||
      (entry.type === 'created' && entry.data.walletId !== walletId)
    )
      throw other(walletId, seq + 1)
    return entry
  }

  return {
    read: (walletId) =>
      queue.run(walletId, async () => {
        const { entries } = await load(walletId)
        return { entries: [...entries], head: headOf(entries) }
      }),

    take: (walletId, values) =>
      queue.run(walletId, async () => {
        const copy = await load(walletId)
        const fresh: LogEntry[] = []
        let head = headOf(copy.entries)
        for (const value of values) {
          const { seq, hash } = Link.parse(value)
          if (seq <= head.seq) {
            const mine = copy.entries[seq - 1]?.entry ?? fresh[seq - copy.entries.length - 1]
            if (mine?.hash !== hash) throw other(walletId, seq)
            continue
          }
          const entry = follow(walletId, head, value)
          fresh.push(entry)
          head = { seq: entry.seq, hash: entry.hash }
        }
        if (fresh.length === 0) return head
        cache.delete(walletId)
        // Never before the last one: a clock that was put back makes no delay shorter.
        const at = new Date(Math.max(clock.now().getTime(), copy.entries.at(-1)?.seenAt ?? 0)).toISOString()
        const added = await journal.append(
          walletId,
          copy.own,
          fresh.map((entry): Seen => ({ type: 'seen', data: { entry } })),
          at,
        )
        remember(walletId, {
          own: added.at(-1) ?? copy.own,
          entries: [...copy.entries, ...added.map(sighted)],
        })
        return head
      }),
  }
}
