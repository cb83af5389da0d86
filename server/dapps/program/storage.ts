import type { FastifyBaseLogger } from 'fastify'

/** Where the records lie: with the server. */
export interface Records {
  keys(): Promise<string[]>
  read(key: string): Promise<string | undefined>
  write(key: string, text: string | undefined): Promise<void>
}

const decode = (text: string | undefined): unknown => (text === undefined ? undefined : JSON.parse(text))

/**
 * Where the WalletConnect client keeps its state. It writes whole lists at every message, so a write that waits takes
 * the newest value along. No write rejects: the client would not notice, and its state is in memory, too.
 */
export const makeStorage = (records: Records, log: Pick<FastifyBaseLogger, 'error'>) => {
  const newest = new Map<string, unknown>()
  const writing = new Map<string, Promise<void>>()
  const waiting = new Map<string, Promise<void>>()

  const write = async (key: string): Promise<void> => {
    const value = newest.get(key)
    try {
      const text = JSON.stringify(value, (_, part) => (typeof part === 'bigint' ? part.toString() : part))
      await records.write(key, text)
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

  // The client names the types of what it stored itself.
  const getItem = async <T>(key: string): Promise<T | undefined> =>
    decode(await records.read(key)) as T | undefined

  return {
    getKeys: () => records.keys(),
    getItem,
    async getEntries<T>(): Promise<[string, T][]> {
      const entries: [string, T][] = []
      for (const key of await records.keys()) {
        const value = await getItem<T>(key)
        if (value !== undefined) entries.push([key, value])
      }
      return entries
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
