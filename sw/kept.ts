import { DATABASE, STORE } from '#contract/kept.ts'

/** So long (milliseconds) a message may wait for the storage. */
const PATIENCE = 2000

/** What the page keeps under a key; undefined when it keeps nothing there, or nobody can tell in time. */
export type ReadKept = (key: string) => Promise<unknown>

export const patiently =
  (read: ReadKept): ReadKept =>
  (key) => {
    const late = new Promise<undefined>((done) => setTimeout(done, PATIENCE))
    return Promise.race([read(key), late]).catch(() => undefined)
  }

/** Makes no database where there is none. */
export const readKept = patiently(
  (key) =>
    new Promise((done, fail) => {
      const opening = indexedDB.open(DATABASE)
      opening.onupgradeneeded = () => opening.transaction?.abort()
      opening.onerror = () => fail(opening.error)
      opening.onsuccess = () => {
        const database = opening.result
        const reading = database.transaction(STORE).objectStore(STORE).get(key)
        reading.onsuccess = () => done(reading.result)
        reading.onerror = () => fail(reading.error)
        // An open connection would stand in the way of the page's.
        database.close()
      }
    }),
)
