import { clear, createStore, del, entries, get, promisifyRequest, set } from 'idb-keyval'
import type { Stored } from './registry.ts'

const DATABASE = 'countersign'
const STORE = 'root'
/** Names the sign-in that the entries belong to: a tab that missed a sign-out cannot write into the next one. */
const OWNER_KEY = '@owner'

export interface Change {
  key: string
  /** Absent when the entry is to be deleted. */
  stored?: Stored
}

export interface Snapshot {
  owner: string | null
  entries: [string, unknown][]
}

/** Where the persisted state lives. */
export interface Database {
  read(): Promise<Snapshot>
  /** False, and nothing written, when the entries belong to another sign-in. */
  write(owner: string | null, changes: Change[]): Promise<boolean>
  /** Begins a sign-in: its changes replace whatever is there. */
  adopt(owner: string, changes: Change[]): Promise<void>
  clear(): Promise<void>
}

const ownerOf = (value: unknown): string | null => (typeof value === 'string' ? value : null)

const applyChanges = (root: IDBObjectStore, changes: Change[]) => {
  for (const { key, stored } of changes) {
    if (stored) root.put(stored, key)
    else root.delete(key)
  }
}

export const openDatabase = (): Database => {
  const use = createStore(DATABASE, STORE)
  return {
    async read() {
      const all = await entries<string, unknown>(use)
      const owner = ownerOf(all.find(([key]) => key === OWNER_KEY)?.[1])
      return { owner, entries: all.filter(([key]) => key !== OWNER_KEY) }
    },
    async write(owner, changes) {
      return await use('readwrite', async (root) => {
        const current = ownerOf(await promisifyRequest(root.get(OWNER_KEY)))
        if (current !== owner) return false
        applyChanges(root, changes)
        await promisifyRequest(root.transaction)
        return true
      })
    },
    async adopt(owner, changes) {
      await use('readwrite', async (root) => {
        root.clear()
        root.put(owner, OWNER_KEY)
        applyChanges(root, changes)
        await promisifyRequest(root.transaction)
      })
    },
    async clear() {
      await clear(use)
    },
  }
}

/** A note that outlives the purge: a sign-out that the server has not heard of yet. Holds no user data. */
export interface Marker {
  isSet(): Promise<boolean>
  set(): Promise<void>
  remove(): Promise<void>
}

export const openMarker = (): Marker => {
  const use = createStore('countersign-marker', 'marker')
  const KEY = 'sign-out'
  return {
    isSet: async () => (await get(KEY, use)) === true,
    set: async () => await set(KEY, true, use),
    remove: async () => await del(KEY, use),
  }
}
