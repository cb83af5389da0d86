import { clear, createStore, entries, promisifyRequest, type UseStore } from 'idb-keyval'
import { DATABASE, STORE } from '#contract/kept.ts'
import type { Stored } from './registry.ts'

/** Names the sign-in that the entries belong to: a tab that missed a sign-out cannot write into the next one. */
const OWNER_KEY = '@owner'
/** What a connection fails with that the browser has closed: when site data is cleared, or it ran out of memory. */
const CLOSED: ReadonlySet<unknown> = new Set(['InvalidStateError', 'AbortError'])

export interface Change {
  key: string
  /** Absent when the entry is to be deleted. */
  stored?: Stored
  /** What is stored instead where something is there already; another tab may have written it. */
  over?(there: unknown): Stored
}

export interface Snapshot {
  owner: string | null
  entries: [string, unknown][]
}

/** Where the persisted state lives. */
export interface Database {
  read(): Promise<Snapshot>
  /** False, and nothing written, when the entries belong to another sign-in or are gone. */
  write(owner: string | null, changes: Change[]): Promise<boolean>
  /** Begins a sign-in: its changes replace whatever is there. */
  adopt(owner: string, changes: Change[]): Promise<void>
  clear(): Promise<void>
}

const ownerOf = (value: unknown): string | null => (typeof value === 'string' ? value : null)

const applyChanges = async (root: IDBObjectStore, changes: Change[]) => {
  await Promise.all(
    changes.map(async ({ key, stored, over }) => {
      const there = over && (await promisifyRequest(root.get(key)))
      if (over && there !== undefined) root.put(over(there), key)
      else if (stored) root.put(stored, key)
      else root.delete(key)
    }),
  )
}

/** Connects anew, once, when the browser has closed the connection. */
const connect = (): UseStore => {
  let use = createStore(DATABASE, STORE)
  return async (mode, work) => {
    try {
      return await use(mode, work)
    } catch (error) {
      if (!CLOSED.has((error as Error | null)?.name)) throw error
      use = createStore(DATABASE, STORE)
      return await use(mode, work)
    }
  }
}

export const openDatabase = (): Database => {
  const use = connect()
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
        await applyChanges(root, changes)
        await promisifyRequest(root.transaction)
        return true
      })
    },
    async adopt(owner, changes) {
      await use('readwrite', async (root) => {
        root.clear()
        root.put(owner, OWNER_KEY)
        await applyChanges(root, changes)
        await promisifyRequest(root.transaction)
      })
    },
    async clear() {
      await clear(use)
    },
  }
}
