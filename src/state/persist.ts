import { PERSIST_TIMEOUT } from '#contract/limit.ts'
import type { Change, Database, Snapshot } from './database.ts'
import { findPersisted, type Persisted, persistedEntries, watchPersisted } from './registry.ts'
import type { Store } from './store.ts'

/** Changes within this time (milliseconds) are written together. */
const BATCH = 250
/** How long a purge waits for the database (milliseconds); it is emptied also when that takes longer. */
const PURGE_WAIT = 1000

interface PersistDeps {
  store: Store
  database: Database
  /** Called once, when the state cannot be kept: the app goes on without. */
  onUnavailable?(error: unknown): void
  /** Called when another sign-in has taken the stored state over. */
  onEvicted?(): void
}

export type Restored = 'restored' | 'late' | 'unavailable'

const isStored = (value: unknown): value is { version: number; savedAt: string; value: unknown } =>
  typeof value === 'object' && value !== null && 'version' in value && 'value' in value

export const createPersister = ({ store, database, onUnavailable, onEvicted }: PersistDeps) => {
  const pending = new Set<Persisted>()
  const subscriptions = new Map<string, () => void>()
  const broken = new Set<string>()
  /** Read entries whose atoms are not loaded yet. */
  const unclaimed = new Map<string, unknown>()
  let owner: string | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  let muted = false
  let purging = false
  let available = true
  /** One write after the other, so that a purge comes after whatever is under way. */
  let queue: Promise<unknown> = Promise.resolve()

  const fail = (error: unknown) => {
    if (available) onUnavailable?.(error)
    available = false
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

  const toChange = (entry: Persisted): Change => ({
    key: entry.key,
    stored: { version: entry.version, savedAt: new Date().toISOString(), value: store.get(entry.atom) },
  })

  const takePending = (): Change[] => {
    clearTimeout(timer)
    timer = undefined
    const changes = [...pending].map(toChange)
    pending.clear()
    const dropped = [...broken].filter((key) => !changes.some((change) => change.key === key))
    broken.clear()
    return [...changes, ...dropped.map((key) => ({ key }))]
  }

  const flush = (): Promise<void> => {
    const changes = takePending()
    if (changes.length === 0) return queue.then(() => undefined)
    const writer = owner
    return enqueue(async () => {
      const written = await database.write(writer, changes)
      if (!written && writer !== null && writer === owner) onEvicted?.()
    })
  }

  const note = (entry: Persisted) => {
    if (muted || purging) return
    pending.add(entry)
    timer ??= setTimeout(() => void flush(), BATCH)
  }

  const fillOne = (entry: Persisted, stored: unknown) => {
    const current = isStored(stored) && stored.version === entry.version
    const parsed = entry.parse(current ? stored.value : undefined)
    if (current && parsed.success) {
      store.set(entry.atom, parsed.data)
      if (!parsed.whole) pending.add(entry)
    } else broken.add(entry.key)
  }

  const subscribe = (entry: Persisted) => {
    if (subscriptions.has(entry.key)) return
    if (unclaimed.has(entry.key)) silently(() => fillOne(entry, unclaimed.get(entry.key)))
    unclaimed.delete(entry.key)
    subscriptions.set(
      entry.key,
      store.sub(entry.atom, () => note(entry)),
    )
  }

  const fill = (snapshot: Snapshot) => {
    owner = snapshot.owner
    for (const [key, stored] of snapshot.entries) {
      const entry = findPersisted(key)
      if (entry) fillOne(entry, stored)
      else unclaimed.set(key, stored)
    }
  }

  const reset = () => {
    for (const entry of persistedEntries()) store.set(entry.atom, entry.initial)
  }

  const stopPending = () => {
    clearTimeout(timer)
    timer = undefined
    pending.clear()
    broken.clear()
    unclaimed.clear()
  }

  return {
    /** Fills the atoms from the database, or leaves the defaults when it fails or takes too long. */
    async restore(): Promise<Restored> {
      let clock: ReturnType<typeof setTimeout> | undefined
      const late = new Promise<'late'>((resolve) => {
        clock = setTimeout(() => resolve('late'), PERSIST_TIMEOUT)
      })
      try {
        const snapshot = await Promise.race([database.read(), late])
        if (snapshot === 'late') return 'late'
        silently(() => fill(snapshot))
        return 'restored'
      } catch (error) {
        fail(error)
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
      const changes = [...persistedEntries()]
        .filter((entry) => store.get(entry.atom) !== entry.initial)
        .map(toChange)
      return enqueue(async () => await database.adopt(id, changes))
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
