import type { Page } from 'playwright/test'

/** Every text that this origin has stored: databases, storages, and the addresses and bodies of its caches. */
export const storedTexts = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const settled = <T>(request: IDBRequest<T>) =>
      new Promise<T>((done, fail) => {
        request.onsuccess = () => done(request.result)
        request.onerror = () => fail(request.error)
      })
    const texts = [JSON.stringify(localStorage), JSON.stringify(sessionStorage)]
    for (const { name } of await indexedDB.databases()) {
      const database = await settled(indexedDB.open(name ?? ''))
      for (const store of database.objectStoreNames) {
        texts.push(JSON.stringify(await settled(database.transaction(store).objectStore(store).getAll())))
      }
      database.close()
    }
    for (const key of await caches.keys()) {
      const cache = await caches.open(key)
      for (const request of await cache.keys()) {
        const type = (await cache.match(request))?.headers.get('content-type') ?? ''
        texts.push(request.url)
        if (type.includes('json')) texts.push((await (await cache.match(request))?.text()) ?? '')
      }
    }
    return texts
  })

/** What is stored of one atom, as text; '' while nothing is. */
export const storedAs = (page: Page, key: string): Promise<string> =>
  page.evaluate(async (key) => {
    const settled = <T>(request: IDBRequest<T>) =>
      new Promise<T>((done, fail) => {
        request.onsuccess = () => done(request.result)
        request.onerror = () => fail(request.error)
      })
    for (const { name } of await indexedDB.databases()) {
      const database = await settled(indexedDB.open(name ?? ''))
      const entry = database.objectStoreNames.contains('root')
        ? await settled(database.transaction('root').objectStore('root').get(key))
        : undefined
      database.close()
      if (entry !== undefined) return JSON.stringify(entry)
    }
    return ''
  }, key)
