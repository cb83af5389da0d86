import { createHash } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { FastifyBaseLogger } from 'fastify'
import type { Sealer } from '#server/custody/custody.ts'
import type { Db } from '#server/db/client.ts'
import { dappStorage } from '#server/db/schema/dapp.ts'

/** The record that holds the keys of all pairings and sessions, and the client's own: nobody may read it. */
const isSecret = (key: string): boolean => key.endsWith('//keychain')

const hashOf = (text: string): string => createHash('sha256').update(text).digest('base64url')

/**
 * Where the WalletConnect client keeps its state. It says which dApp is whose, so each record carries a sealed hash of
 * itself: one that this server did not write counts as none. The client writes whole lists at every message, so a write
 * that waits takes the newest value along. No write rejects: the client would not notice, and its state is in memory, too.
 */
export const makeStorage = ({ db, sealer, log }: { db: Db; sealer: Sealer; log: FastifyBaseLogger }) => {
  const newest = new Map<string, unknown>()
  const writing = new Map<string, Promise<void>>()
  const waiting = new Map<string, Promise<void>>()

  const encode = (key: string, value: unknown): string => {
    const text = JSON.stringify(value, (_, part) => (typeof part === 'bigint' ? part.toString() : part))
    return isSecret(key) ? sealer.seal(text, key) : `${sealer.seal(hashOf(text), key)}\n${text}`
  }
  const decode = (key: string, value: string): unknown => {
    if (isSecret(key)) return JSON.parse(sealer.open(value, key))
    const [sealed = '', text = ''] = value.split('\n')
    try {
      if (sealer.open(sealed, key) === hashOf(text)) return JSON.parse(text)
    } catch {
      // Falls through to the one warning below.
    }
    log.warn({ key }, 'A record of WalletConnect was not written by this server')
    return undefined
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
