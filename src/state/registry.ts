import { atom, type PrimitiveAtom } from 'jotai'
import type { OnOdd } from '#contract/lenient.ts'
import type { Change } from './database.ts'
import { reportOdd } from './reporter.ts'
import type { Store } from './store.ts'

/** What a stored entry must say of itself to be read again. */
export interface Stored {
  version: number
  savedAt: string
  value: unknown
}

export const isStored = (value: unknown): value is Stored =>
  typeof value === 'object' && value !== null && 'version' in value && 'value' in value

/** What of a list lies in the database. */
export interface Kept {
  list: readonly { id: string }[]
  cursor: string | undefined
  parts: ReadonlySet<string>
  /** Some of it could not be read: it is written anew. */
  isOdd?: boolean
}

/** How a list is stored whose rows change one by one; see rows.ts. */
export interface Rows {
  /** The list as it was written last, with what is kept beside it. */
  join(
    key: string,
    list: unknown,
    base: Stored,
    parts: [string, unknown][],
  ): { list: unknown; cursor: string | undefined; whole: boolean; kept: Kept }
  changes(
    key: string,
    version: number,
    list: unknown,
    cursor: string | undefined,
    kept: Kept | undefined,
    everything: boolean,
  ): { changes: Change[]; kept?: Kept }
}

/** Between the key of a list and the id of a row that is kept beside it. */
export const PART = '#'

export interface Persisted {
  key: string
  version: number
  atom: PrimitiveAtom<unknown>
  initial: unknown
  rows: Rows | undefined
  /** `whole` is false when items of a list had to be left out. */
  parse(value: unknown): { success: true; data: unknown; whole: boolean } | { success: false }
}

/** Reads what was stored, or says that it cannot. */
export type Read<T> = (stored: unknown, onOdd: OnOdd) => { success: true; data: T } | { success: false }

const entries = new Map<string, Persisted>()
const watchers = new Set<(entry: Persisted) => void>()

/** Part of a key between the family's name and the wallet's id. */
const SEPARATOR = '/'

/** An atom that is stored under `key`; `version` changes whenever older values can no longer be read. */
export const storedAtom = <T>(key: string, read: Read<T>, initial: T, version = 1, rows?: Rows) => {
  const value = atom(initial)
  const entry: Persisted = {
    key,
    version,
    initial,
    rows,
    atom: value as PrimitiveAtom<unknown>,
    parse(stored) {
      let whole = true
      const result = read(stored, (what) => {
        whole = false
        reportOdd(`stored ${key} ${what}`)
      })
      return result.success ? { ...result, whole } : result
    },
  }
  entries.set(key, entry)
  for (const watch of watchers) watch(entry)
  return value
}

/** One stored atom per id, made at first use and the same ever after. */
export const storedFamily = <T>(name: string, read: Read<T>, initial: T, version = 1, rows?: Rows) => {
  const members = new Map<string, PrimitiveAtom<T>>()
  const family = (id: string): PrimitiveAtom<T> => {
    const known = members.get(id)
    if (known) return known
    const made = storedAtom(`${name}${SEPARATOR}${id}`, read, initial, version, rows)
    members.set(id, made)
    return made
  }
  return family
}

/** How far each list was read: what changed since then is asked for by itself. */
export const cursorsAtom = atom<Record<string, string>>({})

export const setCursor = (store: Store, list: string, cursor: string | undefined): void => {
  const { [list]: known, ...others } = store.get(cursorsAtom)
  if (known !== cursor) store.set(cursorsAtom, cursor === undefined ? others : { ...others, [list]: cursor })
}

export const persistedEntries = (): Iterable<Persisted> => entries.values()

/** The entry of a stored key; undefined while nothing has asked for its atom. */
export const findPersisted = (key: string): Persisted | undefined => entries.get(key)

/** Hears of every atom that is registered later. */
export const watchPersisted = (watch: (entry: Persisted) => void): (() => void) => {
  watchers.add(watch)
  return () => watchers.delete(watch)
}
