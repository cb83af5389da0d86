import { eq } from 'drizzle-orm'
import type { FastifyBaseLogger } from 'fastify'
import type { Sealer } from '#server/custody/custody.ts'
import type { Db } from '#server/db/client.ts'
import { dappStorage } from '#server/db/schema/dapp.ts'

/** The record with the keys: without it nothing could be read, so it is never passed over. */
const KEYCHAIN = '//keychain'

/**
 * Where the WalletConnect client keeps its state, sealed: it holds the keys of all pairings, and says which dApp is
 * whose. It writes whole lists at every message, so a write that waits takes the newest value along. No write rejects:
 * the client would not notice, and its state is in memory, too.
 */
export const makeStorage = ({ db, sealer, log }: { db: Db; sealer: Sealer; log: FastifyBaseLogger }) => {
  const newest = new Map<string, unknown>()
  const writing = new Map<string, Promise<void>>()
  const waiting = new Map<string, Promise<void>>()

  const encode = (key: string, value: unknown): string => {
    const text = JSON.stringify(value, (_, part) => (typeof part === 'bigint' ? part.toString() : part))
    return sealer.seal(text, key)
  }
  /** A record that this server did not write counts as none, so that nobody can put a dApp in another one's place. */
  const decode = (key: string, text: string): unknown => {
    try {
      return JSON.parse(sealer.open(text, key))
    } catch (error) {
      if (key.endsWith(KEYCHAIN)) throw error
      log.warn({ err: error, key }, 'A record of WalletConnect was not written by this server')
      return undefined
    }
  }

  const write = async (key: string): Promise<void> => {
    const given = newest.get(key)
    try {
      if (given === undefined) {
        await db.delete(dappStorage).where(eq(dappStorage.key, key))
        return
      }
      const value = encode(key, given)
      await db
        .insert(dappStorage)
        .values({ key, value })
        .onConflictDoUpdate({ target: dappStorage.key, set: { value } })
    } catch (error) {
      log.error({ err: error, key }, 'The state of WalletConnect could not be written')
    }
  }
  const put = (key: string, value: unknown): Promise<void> => {
    newest.set(key, value)
    const queued = waiting.get(key)
    if (queued) return queued
    const next = (writing.get(key) ?? Promise.resolve()).then(() => {
      waiting.delete(key)
      const work = write(key)
      writing.set(key, work)
      return work
    })
    waiting.set(key, next)
    return next
  }

  const all = async (): Promise<[string, unknown][]> =>
    (await db.select().from(dappStorage)).flatMap(({ key, value }): [string, unknown][] => {
      const decoded = decode(key, value)
      return decoded === undefined ? [] : [[key, decoded]]
    })

  return {
    getKeys: async (): Promise<string[]> => (await all()).map(([key]) => key),
    // The client names the types of what it stored itself.
    getEntries: <T>(): Promise<[string, T][]> => all() as Promise<[string, T][]>,
    async getItem<T>(key: string): Promise<T | undefined> {
      const [row] = await db.select().from(dappStorage).where(eq(dappStorage.key, key))
      return row && (decode(key, row.value) as T)
    },
    setItem: put,
    removeItem: (key: string) => put(key, undefined),
    /** Resolves when everything is written. */
    async flush(): Promise<void> {
      await Promise.all(waiting.values())
      await Promise.all(writing.values())
    },
  }
}
export type Storage = ReturnType<typeof makeStorage>
