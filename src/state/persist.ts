import { PERSIST_TIMEOUT } from '#contract/limit.ts'
import type { Change, Database, Snapshot } from './database.ts'
import { type Holder, heldBy } from './holder.ts'
import {
  cursorsAtom,
  findPersisted,
  isStored,
  type Kept,
  PART,
  type Persisted,
  persistedEntries,
  type Stored,
  setCursor,
  watchPersisted,
} from './registry.ts'
import type { Store } from './store.ts'

/** Changes within this time (milliseconds) of a write are written together; a choice after a quiet time at once. */
const BATCH = 250
/** How long a purge waits for the database (milliseconds); it is emptied also when that takes longer. */
const PURGE_WAIT = 1000
/** How long a database that failed is left alone (milliseconds). */
const RETRY = 10_000

/** What became of the stored state: it came too late, it cannot be kept, or it was cleared and is kept anew. */
export type Trouble = 'late' | 'failed' | 'cleared'

interface PersistDeps {
  store: Store
  database: Database
  /** Which sign-in this browser holds. */
  holder: Pick<Holder, 'read'>
  /** Called once in a visit: the app goes on in memory, and writes again when it can. */
  onTrouble?(trouble: Trouble): void
  /** Called when another sign-in has taken the stored state over. */
  onEvicted?(): void
}

export type Restored = 'restored' | 'late' | 'unavailable'

export const createPersister = ({ store, database, holder, onTrouble, onEvicted }: PersistDeps) => {
  const pending = new Set<Persisted>()
  const subscriptions = new Map<string, () => void>()
  const broken = new Set<string>()
  /** What is stored of lists that are kept row by row. */
  const keptRows = new Map<string, Kept>()
  /** Read entries whose atoms are not loaded yet. */
  const unclaimed = new Map<string, unknown>()
  let owner: string | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  let takenAt = Number.NEGATIVE_INFINITY
  let muted = false
  let purging = false
  let told = false
  /** The atoms hold all that was stored, so that what they do not hold may go. */
  let filled = false
  /** A write has failed: the next one that can be made takes everything along. */
  let behind = false
  let retryAt = 0
  /** One write after the other, so that a purge comes after whatever is under way. */
  let queue: Promise<unknown> = Promise.resolve()

  const tell = (trouble: Trouble) => {
    if (!told) onTrouble?.(trouble)
    told = true
  }

  const fail = () => {
    behind = true
    retryAt = Date.now() + RETRY
    tell('failed')
  }

  const enqueue = (work: () => Promise<void>): Promise<void> => {
    const done = queue.then(work).catch(fail)
    queue = done
    return done
  }

  const silently = (change: () => void) => {
    muted = true
    try {
      change()
    } finally {
      muted = false
    }
  }

  const toChanges = ({ key, version, atom, rows }: Persisted, isAll = false): Change[] => {
    const value = store.get(atom)
    if (!rows) return [{ key, stored: { version, savedAt: new Date().toISOString(), value } }]
    const cursor = store.get(cursorsAtom)[key]
    const { changes, kept } = rows.changes(key, version, value, cursor, keptRows.get(key), isAll)
    if (kept) keptRows.set(key, kept)
    return changes
  }

  const takePending = (): Change[] => {
    clearTimeout(timer)
    timer = undefined
    takenAt = performance.now()
    const changes = [...pending].flatMap((entry) => toChanges(entry))
    pending.clear()
    const dropped = [...broken].filter((key) => !changes.some((change) => change.key === key))
    broken.clear()
    return [...changes, ...dropped.map((key) => ({ key }))]
  }

  /** All that is stored when nothing fails. */
  const everything = (): Change[] => [
    ...[...unclaimed].map(([key, stored]) => ({ key, stored: stored as Stored })),
    ...[...persistedEntries()].flatMap((entry) => {
      if (store.get(entry.atom) !== entry.initial) return toChanges(entry, true)
      if (!filled) return []
      const parts = keptRows.get(entry.key)?.parts ?? []
      keptRows.delete(entry.key)
      return [entry.key, ...parts].map((key) => ({ key }))
    }),
  ]

  const save = async (writer: string | null, news: Change[]): Promise<void> => {
    if (!(await database.write(writer, behind ? everything() : news))) {
      if (writer === null || writer !== owner) return
      if ((holder.read() ?? writer) !== writer) {
        onEvicted?.()
        return
      }
      await database.adopt(writer, everything())
      if (!behind) tell('cleared')
    }
    behind = false
  }

  const flush = (): Promise<void> => {
    const changes = takePending()
    if (changes.length === 0 && !behind) return queue.then(() => undefined)
    if (behind && Date.now() < retryAt) return queue.then(() => undefined)
    const writer = owner
    return enqueue(() => save(writer, changes))
  }

  const note = (entry: Persisted) => {
    if (muted || purging) return
    pending.add(entry)
    timer ??= setTimeout(() => void flush(), performance.now() - takenAt < BATCH ? BATCH : 0)
  }

  /** Takes what is kept beside an entry. */
  const takeParts = (entry: Persisted): [string, unknown][] => {
    const parts = entry.rows ? [...unclaimed].filter(([key]) => key.startsWith(entry.key + PART)) : []
    for (const [key] of parts) unclaimed.delete(key)
    return parts
  }

  const fillOne = (entry: Persisted, stored: unknown) => {
    const parts = takeParts(entry)
    const current = isStored(stored) && stored.version === entry.version
    const parsed = entry.parse(current ? stored.value : undefined)
    if (!current || !parsed.success) {
      for (const key of [entry.key, ...parts.map(([part]) => part)]) broken.add(key)
      return
    }
    const joined = entry.rows?.join(entry.key, parsed.data, stored, parts)
    store.set(entry.atom, joined ? joined.list : parsed.data)
    const whole = parsed.whole && joined?.whole !== false
    if (joined) {
      keptRows.set(entry.key, { ...joined.kept, isOdd: !whole })
      setCursor(store, entry.key, whole ? joined.cursor : undefined)
    }
    if (!whole) pending.add(entry)
  }

  const subscribe = (entry: Persisted) => {
    if (subscriptions.has(entry.key)) return
    if (unclaimed.has(entry.key)) silently(() => fillOne(entry, unclaimed.get(entry.key)))
    unclaimed.delete(entry.key)
    subscriptions.set(
      entry.key,
      store.sub(entry.atom, () => note(entry)),
    )
    if (entry.rows) store.sub(cursorsAtom, () => note(entry))
  }

  const fill = (snapshot: Snapshot) => {
    const held = holder.read()
    if (snapshot.owner !== null && snapshot.owner !== (held ?? snapshot.owner)) {
      // Of a sign-in that is over: it could not be emptied then, or not be written over.
      behind = true
      if (owner === null) void enqueue(async () => await database.clear())
      return
    }
    // Held, but never stored for want of room, or cleared between two visits.
    if (owner !== null && snapshot.owner === null) behind = true
    owner ??= snapshot.owner
    filled = true
    for (const [key, stored] of snapshot.entries) if (key.includes(PART)) unclaimed.set(key, stored)
    for (const [key, stored] of snapshot.entries) {
      if (key.includes(PART)) continue
      const entry = findPersisted(key)
      if (entry) fillOne(entry, stored)
      else unclaimed.set(key, stored)
    }
  }

  const reset = () => {
    store.set(cursorsAtom, {})
    for (const entry of persistedEntries()) store.set(entry.atom, entry.initial)
  }

  const stopPending = () => {
    clearTimeout(timer)
    timer = undefined
    pending.clear()
    broken.clear()
    unclaimed.clear()
    keptRows.clear()
  }

  return {
    /** Fills the atoms from the database, or leaves the defaults when it fails or takes too long. */
    async restore(): Promise<Restored> {
      let clock: ReturnType<typeof setTimeout> | undefined
      const late = new Promise<'late'>((resolve) => {
        clock = setTimeout(() => resolve('late'), PERSIST_TIMEOUT)
      })
      owner = heldBy(holder) ?? null
      try {
        const snapshot = await Promise.race([database.read(), late])
        if (snapshot === 'late') {
          tell('late')
          return 'late'
        }
        silently(() => fill(snapshot))
        return 'restored'
      } catch {
        tell('failed')
        return 'unavailable'
      } finally {
        clearTimeout(clock)
      }
    },

    /** From now on every change is written. */
    bind() {
      for (const entry of persistedEntries()) subscribe(entry)
      return watchPersisted(subscribe)
    },

    flush,

    /** A sign-in begins: what is stored from now on belongs to it. */
    adopt(id: string): Promise<void> {
      owner = id
      stopPending()
      filled = true
      const changes = everything()
      return enqueue(async () => {
        await database.adopt(id, changes)
        behind = false
      })
    },

    /** The sign-in that is written for. */
    get owner() {
      return owner
    },

    /**
     * Back to the defaults, first in the database, so that a reload at any moment finds the old state or none; nothing
     * that was pending is written afterwards.
     */
    async purge(): Promise<void> {
      owner = null
      purging = true
      stopPending()
      const cleared = enqueue(async () => await database.clear())
      await Promise.race([cleared, new Promise((resolve) => setTimeout(resolve, PURGE_WAIT))])
      silently(reset)
      purging = false
    },

    /** Another tab has emptied the database: only this tab's memory is left to empty. */
    forget() {
      owner = null
      stopPending()
      silently(reset)
    },
  }
}

export type Persister = ReturnType<typeof createPersister>
