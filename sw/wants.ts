import * as z from 'zod/mini'
import { DATABASE, NOTICE_KINDS_KEY, STORE } from '#contract/kept.ts'
import type { PushPayload } from '#contract/notice.ts'

/** A page keeps an entry with more about it. */
const Entry = z.object({ value: z.array(z.string()) })

/** So long (milliseconds) a message may wait for the storage. */
const PATIENCE = 2000

/**
 * Whether this browser's user wants to hear of such. The server is told it, too, but not while there is no connection.
 * What cannot be read is left to the server.
 */
export const createWants =
  (readKept: () => Promise<unknown>) =>
  async (kind: PushPayload['kind']): Promise<boolean> => {
    const late = new Promise<undefined>((done) => setTimeout(done, PATIENCE))
    const entry = Entry.safeParse(await Promise.race([readKept(), late]).catch(() => undefined))
    return !entry.success || entry.data.value.includes(kind)
  }

/** Reads what the page keeps, and makes no database where there is none. */
export const readKinds = (): Promise<unknown> =>
  new Promise((done, fail) => {
    const opening = indexedDB.open(DATABASE)
    opening.onupgradeneeded = () => opening.transaction?.abort()
    opening.onerror = () => fail(opening.error)
    opening.onsuccess = () => {
      const database = opening.result
      const reading = database.transaction(STORE).objectStore(STORE).get(NOTICE_KINDS_KEY)
      reading.onsuccess = () => done(reading.result)
      reading.onerror = () => fail(reading.error)
      // An open connection would stand in the way of the page's.
      database.close()
    }
  })
