import { IDBDatabase as FDBDatabase, IDBObjectStore as FDBObjectStore, IDBFactory } from 'fake-indexeddb'
import { createStore as createDatabase, entries, get, set } from 'idb-keyval'
import { createStore } from 'jotai'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { openDatabase } from '#state/database.ts'
import { createPersister } from '#state/persist.ts'
import { assetsAtom, transactionsAtom } from '#state/perwallet.ts'
import { cursorsAtom, setCursor } from '#state/registry.ts'
import { setReporter } from '#state/reporter.ts'
import { asset, transaction } from './fixture.ts'

const raw = () => createDatabase('countersign', 'root')
const KEY = 'transactions/w1'
const list = transactionsAtom('w1')

const tab = async (onTrouble?: () => void) => {
  const store = createStore()
  const holder = { read: () => undefined, write: () => undefined }
  const persister = createPersister({ store, database: openDatabase(), holder, onTrouble })
  await persister.restore()
  persister.bind()
  return { store, persister }
}
const row = (id: number, more: object = {}) => transaction(`t${id}`, ['w1'], { revision: id, ...more })
const rows = (count: number) => Array.from({ length: count }, (_, index) => row(count - index))
const keys = async () => (await entries<string, unknown>(raw())).map(([key]) => key)
const change = ({ store }: Awaited<ReturnType<typeof tab>>, id: number, more: object) =>
  store.set(list, (items) => items.map((item) => (item.id === `t${id}` ? { ...item, ...more } : item)))

/** What is handed to the database, as JSON. */
const watchPuts = () => {
  const puts: { key: string; bytes: number }[] = []
  const put = FDBObjectStore.prototype.put
  vi.spyOn(FDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, value, key) {
    puts.push({ key: String(key), bytes: JSON.stringify(value).length })
    return put.call(this, value, key)
  })
  return puts
}

beforeEach(() => {
  vi.stubGlobal('indexedDB', new IDBFactory())
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const marks = (items: { id: string; revision?: number | undefined }[]) =>
  items.map(({ id, revision }) => `${id} ${revision}`).join()

describe('a long list', () => {
  test('of 10,000 rows is written whole once; then an event writes its row only, and all of it comes back', async () => {
    const first = await tab()
    first.store.set(list, rows(10_000))
    setCursor(first.store, KEY, 'r10000')
    const puts = watchPuts()
    await first.persister.flush()
    expect(puts.map(({ key }) => key).sort()).toEqual([KEY, `${KEY}#`])
    const whole = puts.reduce((sum, { bytes }) => sum + bytes, 0)

    puts.length = 0
    change(first, 5000, { status: 'success', revision: 10_001 })
    first.store.set(list, (items) => [row(10_002), ...items])
    await first.persister.flush()
    expect(puts.map(({ key }) => key).sort()).toEqual([`${KEY}#t10002`, `${KEY}#t5000`])
    const little = puts.reduce((sum, { bytes }) => sum + bytes, 0)
    expect(little).toBeLessThan(1000)
    expect(whole).toBeGreaterThan(2_000_000)

    const second = await tab()
    expect(marks(second.store.get(list))).toBe(marks(first.store.get(list)))
    expect(second.store.get(cursorsAtom)).toEqual({ [KEY]: 'r10000' })
    puts.length = 0
    await second.persister.flush()
    expect(puts).toEqual([])
  }, 30_000)

  test('that a burst of events comes for is stored by one write of these rows', async () => {
    const { store, persister } = await tab()
    store.set(list, rows(2000))
    await persister.flush()
    const puts = watchPuts()
    const transactions = vi.spyOn(FDBDatabase.prototype, 'transaction')
    const news = Array.from({ length: 400 }, (_, index) => row(20_000 + index))
    for (let frame = 0; frame < 4; frame += 1) {
      store.set(list, (items) => [...news.slice(frame * 100, frame * 100 + 100), ...items])
    }
    await persister.flush()
    expect(transactions).toHaveBeenCalledOnce()
    expect(puts).toHaveLength(400)
  })

  test('that many events came for is written whole again, with nothing beside it', async () => {
    const { store, persister } = await tab()
    store.set(list, rows(1500))
    await persister.flush()
    for (let round = 1; round <= 6; round += 1) {
      store.set(list, (items) =>
        items.map((item, index) =>
          Math.floor(index / 100) === round ? { ...item, revision: 2000 + round } : item,
        ),
      )
      await persister.flush()
      expect((await keys()).length).toBe(round < 6 ? 1 + 100 * round : 1)
    }
    expect((await tab()).store.get(list)).toEqual(store.get(list))
  })
})

describe('what was stored', () => {
  test('by an older version opens as it is, and its next event writes one row', async () => {
    const old = rows(10).map(({ revision: _, ...item }) => item)
    await set(KEY, { version: 1, savedAt: '2026-01-01T00:00:00.000Z', value: old }, raw())
    const one = await tab()
    expect(one.store.get(list)).toEqual(old)
    change(one, 3, { status: 'success', revision: 1 })
    await one.persister.flush()
    expect(await keys()).toEqual([KEY, `${KEY}#t3`])
    expect((await get(KEY, raw())).value).toEqual(old)
    expect((await tab()).store.get(list)).toEqual(one.store.get(list))
  })

  test('by an older version after this one is what counts', async () => {
    const one = await tab()
    one.store.set(list, rows(10))
    await one.persister.flush()
    change(one, 3, { status: 'success', revision: 11 })
    await one.persister.flush()
    const later = rows(10).map(({ revision: _, ...item }) => ({ ...item, status: 'failed' as const }))
    await set(KEY, { version: 1, savedAt: '9999-01-01T00:00:00.000Z', value: later }, raw())
    expect((await tab()).store.get(list)).toEqual(later)
  })

  test('and is gone stays gone', async () => {
    const { store, persister } = await tab()
    const assets = assetsAtom('w1')
    store.set(assets, [asset('a1'), asset('a2'), asset('a3')])
    await persister.flush()
    store.set(
      assets,
      [asset('a1'), asset('a3')].map((item) => store.get(assets).find(({ id }) => id === item.id) ?? item),
    )
    await persister.flush()
    expect(await keys()).toEqual(['assets/w1', 'assets/w1#a2'])
    expect((await tab()).store.get(assets).map(({ id }) => id)).toEqual(['a1', 'a3'])
  })

  test('and cannot be read is left out, told, and read anew from the server', async () => {
    const told: unknown[] = []
    setReporter({ error: (error) => told.push(error) })
    const one = await tab()
    one.store.set(list, rows(10))
    setCursor(one.store, KEY, 'r10')
    await one.persister.flush()
    change(one, 3, { status: 'success', revision: 11 })
    await one.persister.flush()
    await set(`${KEY}#t3`, { version: 1, savedAt: '', value: { id: 't3' } }, raw())
    const two = await tab()
    expect(two.store.get(list)).toEqual(rows(10))
    expect(two.store.get(cursorsAtom)).toEqual({})
    expect(String(told)).toContain(`stored ${KEY}#t3`)
    await two.persister.flush()
    expect(await keys()).toEqual([KEY])
    setReporter({ error: () => undefined })
  })
})

describe('two tabs', () => {
  test('one that is behind writes over nothing newer, neither a row nor the list', async () => {
    const first = await tab()
    first.store.set(list, rows(10))
    await first.persister.flush()
    const behind = await tab()
    change(first, 3, { status: 'success', revision: 20 })
    await first.persister.flush()
    change(behind, 3, { status: 'failed', revision: 15 })
    await behind.persister.flush()
    expect((await tab()).store.get(list)[7]).toMatchObject({ status: 'success', revision: 20 })

    first.store.set(list, (items) => items.map((item) => ({ ...item, revision: 30 })))
    await first.persister.flush()
    expect(await keys()).toEqual([KEY])
    behind.store.set(list, (items) => items.map((item) => ({ ...item, revision: 25 })))
    await behind.persister.flush()
    expect((await tab()).store.get(list).map(({ revision }) => revision)).toEqual(Array(10).fill(30))
  })
})

test('nothing of it outlives the sign-out, nor comes into the next sign-in', async () => {
  const { store, persister } = await tab()
  await persister.adopt('first')
  store.set(list, rows(10))
  setCursor(store, KEY, 'r10')
  await persister.flush()
  change({ store, persister }, 3, { revision: 11 })
  await persister.flush()
  expect(await keys()).toHaveLength(4)
  await persister.purge()
  expect(await keys()).toEqual([])
  expect(store.get(cursorsAtom)).toEqual({})
  await persister.adopt('second')
  expect(await keys()).toEqual(['@owner'])
})

test('a write that failed is made up for by the next one, with the whole list, and said once', async () => {
  const onTrouble = vi.fn()
  const { store, persister } = await tab(onTrouble)
  store.set(list, rows(10))
  await persister.flush()
  vi.useFakeTimers({ toFake: ['Date'] })
  const put = vi.spyOn(FDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  for (const revision of [11, 12]) {
    change({ store, persister }, 3, { revision })
    vi.setSystemTime(Date.now() + 20_000)
    await persister.flush()
  }
  expect(onTrouble).toHaveBeenCalledOnce()
  expect(store.get(list)[7]?.revision).toBe(12)
  put.mockRestore()
  change({ store, persister }, 4, { revision: 13 })
  vi.setSystemTime(Date.now() + 20_000)
  await persister.flush()
  expect(await keys()).toEqual([KEY])
  expect((await tab()).store.get(list)).toEqual(store.get(list))
  vi.useRealTimers()
})
