import type { Page } from 'playwright/test'

/** Copies of one stored transaction, as if years had gone by. */
export const fill = (page: Page, count: number) =>
  page.evaluate(
    (rows) =>
      new Promise<void>((done, fail) => {
        const request = indexedDB.open('countersign')
        request.onerror = () => fail(request.error)
        request.onsuccess = () => {
          const write = request.result.transaction('root', 'readwrite')
          const root = write.objectStore('root')
          const keys = root.getAllKeys()
          keys.onsuccess = () => {
            const key = keys.result.find((name) => String(name).startsWith('transactions/'))
            if (key === undefined) return fail(new Error('No transactions are stored'))
            const get = root.get(key)
            get.onsuccess = () => {
              const [first] = get.result.value
              const value = Array.from({ length: rows }, (_, index) => ({
                ...first,
                id: `row-${index}`,
                createdAt: new Date(Date.parse(first.createdAt) - index * 60_000).toISOString(),
              }))
              root.put({ ...get.result, value }, key)
            }
          }
          write.onerror = () => fail(write.error)
          write.oncomplete = () => {
            request.result.close()
            done()
          }
        }
      }),
    count,
  )
