import { IDBDatabase as FDBDatabase, IDBObjectStore as FDBObjectStore, IDBFactory } from 'fake-indexeddb'
import { clear, createStore as createDatabase, entries, get, set } from 'idb-keyval'
import { createStore } from 'jotai'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { PERSIST_TIMEOUT } from '#contract/limit.ts'
import { authAtom, emailAtom, loggedAtom, SIGNED_OUT } from '#state/auth.ts'
import { type Database, openDatabase } from '#state/database.ts'
import { type Holder, openHolder, SIGNED_OUT_HERE } from '#state/holder.ts'
import { modalsAtom, panelAtom } from '#state/modals.ts'
import { createPersister } from '#state/persist.ts'
import { persistedAtom } from '#state/persisted.ts'
import { approversAtom, assetsAtom, requestsAtom, sessionsAtom, transactionsAtom } from '#state/perwallet.ts'
import { persistedEntries } from '#state/registry.ts'
import { setReporter } from '#state/reporter.ts'
import { themeAtom } from '#state/theme.ts'
import { activeWalletIdAtom, walletsAtom } from '#state/wallets.ts'
import { asset, wallet } from './fixture.ts'

const raw = () => createDatabase('countersign', 'root')
const stored = (value: unknown, version = 1) => ({ version, savedAt: '2026-01-01T00:00:00.000Z', value })

/** What two tabs of one browser share beside the database. */
const makeHolder = (value?: string): Holder => {
  let held = value
  return {
    read: () => held,
    write: (next) => {
      held = next
    },
  }
}

const make = (more: Partial<Parameters<typeof createPersister>[0]> = {}) => {
  const store = createStore()
  const holder = makeHolder()
  return { store, persister: createPersister({ store, database: openDatabase(), holder, ...more }) }
}

beforeEach(() => {
  vi.stubGlobal('indexedDB', new IDBFactory())
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('every group of the state persists, but for modals and panels', () => {
  for (const family of [assetsAtom, transactionsAtom, approversAtom, sessionsAtom, requestsAtom]) family('w1')
  const keys = [...persistedEntries()].map(({ key }) => key)
  expect(keys).toEqual(
    expect.arrayContaining([
      'auth',
      'approvals',
      'invites',
      'wallets',
      'active-wallet',
      'tokens',
      'guarded-wallets',
      'user',
      'theme',
      'assets/w1',
      'transactions/w1',
      'approvers/w1',
      'sessions/w1',
      'requests/w1',
    ]),
  )
  const atoms: unknown[] = [...persistedEntries()].map((entry) => entry.atom)
  expect(atoms).not.toContain(modalsAtom)
  expect(atoms).not.toContain(panelAtom)
  expect(Object.keys(SIGNED_OUT)).toEqual(
    expect.arrayContaining(['connectionId', 'email', 'logged', 'oneTimeToken']),
  )
})

describe('what is written', () => {
  test('comes back, one entry per atom and per wallet', async () => {
    const first = make()
    await first.persister.restore()
    first.persister.bind()
    first.store.set(walletsAtom, [wallet('w1')])
    first.store.set(assetsAtom('w1'), [asset('a1')])
    first.store.set(authAtom, { ...SIGNED_OUT, logged: true })
    await first.persister.flush()

    const keys = (await entries(raw())).map(([key]) => key)
    expect(keys.sort()).toEqual(['assets/w1', 'auth', 'wallets'])

    const second = make()
    expect(await second.persister.restore()).toBe('restored')
    expect(second.store.get(walletsAtom)).toEqual([wallet('w1')])
    expect(second.store.get(assetsAtom('w1'))).toEqual([asset('a1')])
    expect(second.store.get(loggedAtom)).toBe(true)
    expect(localStorage.length + sessionStorage.length).toBe(0)
  })

  test('is written at once after a quiet time, then together, within 250 ms, and only where it changed', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const write = vi.fn(async () => true)
    const { store, persister } = make({
      database: { ...openDatabase(), read: async () => ({ owner: null, entries: [] }), write },
    })
    await persister.restore()
    persister.bind()
    store.set(themeAtom, 'dark')
    await vi.advanceTimersByTimeAsync(0)
    expect(write).toHaveBeenCalledOnce()
    store.set(emailAtom, 'a')
    store.set(emailAtom, 'ab')
    store.set(activeWalletIdAtom, 'w1')
    await vi.advanceTimersByTimeAsync(249)
    expect(write).toHaveBeenCalledOnce()
    await vi.advanceTimersByTimeAsync(1)
    expect(write).toHaveBeenCalledTimes(2)
    expect(write.mock.calls[1]).toMatchObject([
      null,
      [
        { key: 'auth', stored: { version: 1, value: { email: 'ab' } } },
        { key: 'active-wallet', stored: { value: 'w1' } },
      ],
    ])
  })

  test('is written at once by flush', async () => {
    const { store, persister } = make()
    await persister.restore()
    persister.bind()
    store.set(themeAtom, 'dark')
    await persister.flush()
    expect(await get('theme', raw())).toMatchObject({ version: 1, value: 'dark' })
  })

  test('reading alone writes nothing', async () => {
    await set('theme', stored('dark'), raw())
    const before = await entries(raw())
    const { persister } = make()
    await persister.restore()
    persister.bind()
    await persister.flush()
    expect(await entries(raw())).toEqual(before)
  })
})

describe('what cannot be read', () => {
  test.each([
    ['broken', stored({ id: 7 })],
    ['of another version', stored([wallet('w1')], 0)],
    ['no record', 'nonsense'],
  ])('an entry that is %s is discarded, the others stay', async (_, value) => {
    await set('wallets', value, raw())
    await set('theme', stored('dark'), raw())
    const { store, persister } = make()
    expect(await persister.restore()).toBe('restored')
    expect(store.get(walletsAtom)).toEqual([])
    expect(store.get(themeAtom)).toBe('dark')
    persister.bind()
    await persister.flush()
    expect(await get('wallets', raw())).toBeUndefined()
  })

  test('an item of a list is left out, told and written no more; the others stay', async () => {
    const told: unknown[] = []
    setReporter({ error: (error) => told.push(error) })
    await set('wallets', stored([wallet('w1'), { ...wallet('w2'), name: 7 }, wallet('w3')]), raw())
    const { store, persister } = make()
    expect(await persister.restore()).toBe('restored')
    expect(store.get(walletsAtom).map(({ id }) => id)).toEqual(['w1', 'w3'])
    expect(String(told)).toMatch(/stored wallets w2: name: /)
    persister.bind()
    await persister.flush()
    expect(JSON.stringify(await get('wallets', raw()))).not.toContain('"w2"')
    setReporter({ error: () => undefined })
  })

  test('an entry of an atom that loads later waits for it', async () => {
    await set('later', stored(7), raw())
    const { store, persister } = make()
    await persister.restore()
    persister.bind()
    await persister.flush()
    expect(await get('later', raw())).toMatchObject({ value: 7 })
    expect(store.get(persistedAtom('later', z.number(), 0))).toBe(7)
  })

  test('a list of a wallet is read when it is asked for first, and kept until then', async () => {
    const told: unknown[] = []
    setReporter({ error: (error) => told.push(error) })
    await set('assets/unseen', stored([{ id: 7 }]), raw())
    const { store, persister } = make()
    await persister.restore()
    persister.bind()
    await persister.flush()
    expect(told).toEqual([])
    expect(await get('assets/unseen', raw())).toMatchObject({ value: [{ id: 7 }] })
    expect(store.get(assetsAtom('unseen'))).toEqual([])
    expect(String(told)).toContain('stored assets/unseen')
    setReporter({ error: () => undefined })
  })

  test('a database that never answers is waited for 5 s, its late answer is dropped, its entries stay', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    let answer = (_: Awaited<ReturnType<Database['read']>>) => {}
    const write = vi.fn(async () => true)
    const read = () =>
      new Promise<Awaited<ReturnType<Database['read']>>>((resolve) => {
        answer = resolve
      })
    const { store, persister } = make({ database: { ...openDatabase(), read, write } })
    let restored: string | undefined
    void persister.restore().then((value) => {
      restored = value
    })
    await vi.advanceTimersByTimeAsync(PERSIST_TIMEOUT - 1)
    expect(restored).toBeUndefined()
    await vi.advanceTimersByTimeAsync(1)
    expect(restored).toBe('late')

    answer({ owner: null, entries: [['theme', stored('dark')]] })
    persister.bind()
    await vi.advanceTimersByTimeAsync(1000)
    expect(store.get(themeAtom)).toBe('system')
    expect(write).not.toHaveBeenCalled()
  })

  test('without a database everything works, and it is said once', async () => {
    vi.stubGlobal('indexedDB', undefined)
    const onTrouble = vi.fn()
    const { store, persister } = make({ onTrouble })
    expect(await persister.restore()).toBe('unavailable')
    persister.bind()
    store.set(emailAtom, 'a@example.com')
    await persister.flush()
    await persister.purge()
    expect(store.get(emailAtom)).toBe('')
    expect(onTrouble).toHaveBeenCalledExactlyOnceWith('failed')
  })
})

/** Every write is refused for want of room. */
const fillDisk = () =>
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore) {
    this.transaction.abort()
    throw new DOMException('The disk is full.', 'QuotaExceededError')
  })

const signIn = async ({ store, persister }: ReturnType<typeof make>) => {
  await persister.restore()
  persister.bind()
  store.set(authAtom, { ...SIGNED_OUT, logged: true })
  await persister.adopt('first')
}

describe('storage that fails', () => {
  const onEvicted = vi.fn()
  const onTrouble = vi.fn()
  const holder = makeHolder('first')
  const tab = () => make({ onEvicted, onTrouble, holder })
  beforeEach(() => {
    vi.stubGlobal('IDBObjectStore', FDBObjectStore)
    holder.write('first')
  })
  afterEach(() => {
    expect(onEvicted).not.toHaveBeenCalled()
    vi.restoreAllMocks()
    vi.clearAllMocks()
  })

  test('a full disk ends no sign-in; it is told once, and all is written when there is room', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const disk = fillDisk()
    const here = tab()
    await signIn(here)
    for (const theme of ['dark', 'light'] as const) {
      vi.setSystemTime(Date.now() + 10_000)
      here.store.set(themeAtom, theme)
      await here.persister.flush()
    }
    expect(disk.mock.calls.length).toBeGreaterThanOrEqual(3)
    expect(onTrouble).toHaveBeenCalledExactlyOnceWith('failed')
    expect(await entries(raw())).toEqual([])

    disk.mockRestore()
    vi.setSystemTime(Date.now() + 9_999)
    here.store.set(walletsAtom, [wallet('w1')])
    await here.persister.flush()
    expect(await entries(raw())).toEqual([])
    vi.setSystemTime(Date.now() + 1)
    await here.persister.flush()
    const keys = (await entries(raw())).map(([key]) => key)
    expect(keys.sort()).toEqual(['@owner', 'auth', 'theme', 'wallets'])
    expect(onTrouble).toHaveBeenCalledOnce()
  })

  test('what could not be written is not found again beside what could', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const here = tab()
    await signIn(here)
    here.store.set(walletsAtom, [wallet('w1')])
    here.store.set(themeAtom, 'dark')
    await here.persister.flush()
    const disk = fillDisk()
    const { initial } = [...persistedEntries()].find(({ key }) => key === 'wallets') ?? {}
    here.store.set(walletsAtom, initial as [])
    await here.persister.flush()
    disk.mockRestore()
    vi.setSystemTime(Date.now() + 10_000)
    here.store.set(activeWalletIdAtom, 'w2')
    await here.persister.flush()
    const keys = (await entries(raw())).map(([key]) => key)
    expect(keys.sort()).toEqual(['@owner', 'active-wallet', 'auth', 'theme'])
  })

  test('what is cleared under an open page is written anew, also what no atom has read yet', async () => {
    const here = tab()
    await signIn(here)
    here.store.set(walletsAtom, [wallet('w1')])
    await here.persister.flush()
    await set('by and by', stored(7), raw())

    const later = tab()
    await later.persister.restore()
    later.persister.bind()
    await clear(raw())
    later.store.set(themeAtom, 'dark')
    await later.persister.flush()
    const keys = (await entries(raw())).map(([key]) => key)
    expect(keys.sort()).toEqual(['@owner', 'auth', 'by and by', 'theme', 'wallets'])
    expect(onTrouble).toHaveBeenCalledExactlyOnceWith('cleared')

    await clear(raw())
    later.store.set(themeAtom, 'light')
    await later.persister.flush()
    expect(await get('theme', raw())).toMatchObject({ value: 'light' })
    expect(onTrouble).toHaveBeenCalledOnce()
  })

  test('a tab that missed a sign-out writes nothing anew', async () => {
    const here = tab()
    await signIn(here)
    holder.write(SIGNED_OUT_HERE)
    await clear(raw())
    here.store.set(themeAtom, 'dark')
    await here.persister.flush()
    expect(await entries(raw())).toEqual([])
    expect(onEvicted).toHaveBeenCalledOnce()
    onEvicted.mockClear()
  })

  test('a late answer is told, and what is read since is written beside what was stored', async () => {
    const before = tab()
    await signIn(before)
    before.store.set(themeAtom, 'dark')
    await before.persister.flush()

    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const database = openDatabase()
    const here = make({ onTrouble, holder, database: { ...database, read: () => new Promise(() => {}) } })
    const restored = here.persister.restore()
    await vi.advanceTimersByTimeAsync(PERSIST_TIMEOUT)
    expect(await restored).toBe('late')
    expect(onTrouble).toHaveBeenCalledExactlyOnceWith('late')
    vi.useRealTimers()
    here.persister.bind()
    here.store.set(walletsAtom, [wallet('w1')])
    await here.persister.flush()
    expect(await get('theme', raw())).toMatchObject({ value: 'dark' })
    expect(await get('wallets', raw())).toBeDefined()
  })

  test('what is stored of a sign-in that is over is neither read nor kept', async () => {
    await signIn(tab())
    for (const held of ['second', SIGNED_OUT_HERE]) {
      holder.write(held)
      const here = tab()
      await here.persister.restore()
      here.persister.bind()
      expect(here.store.get(loggedAtom)).toBe(false)
      here.store.set(themeAtom, 'dark')
      await here.persister.flush()
      expect(await get('auth', raw())).toBeUndefined()
    }
  })

  test('a connection that the browser closed is opened anew', async () => {
    const here = tab()
    await signIn(here)
    vi.spyOn(FDBDatabase.prototype, 'transaction').mockImplementationOnce(() => {
      throw new DOMException('The database connection is closing.', 'InvalidStateError')
    })
    here.store.set(themeAtom, 'dark')
    await here.persister.flush()
    expect(await get('theme', raw())).toMatchObject({ value: 'dark' })
    expect(onTrouble).not.toHaveBeenCalled()
  })

  test('the cookie outlives the page', () => {
    openHolder().write('one')
    openHolder().write('two')
    expect(openHolder().read()).toBe('two')
  })
})

describe('purge', () => {
  test('empties atoms and database, and what was pending is not written back', async () => {
    const { store, persister } = make()
    await persister.restore()
    persister.bind()
    store.set(walletsAtom, [wallet('w1')])
    await persister.flush()
    store.set(assetsAtom('w1'), [asset('a1')])
    const writing = persister.flush()
    store.set(themeAtom, 'dark')
    await persister.purge()
    await writing
    await persister.flush()
    expect(store.get(walletsAtom)).toEqual([])
    expect(store.get(assetsAtom('w1'))).toEqual([])
    expect(store.get(themeAtom)).toBe('system')
    expect(await entries(raw())).toEqual([])
  })

  test('the state goes only once it is gone from the database, or after a second', async () => {
    vi.useFakeTimers()
    let finish = () => {}
    const clearing = new Promise<void>((resolve) => {
      finish = resolve
    })
    const database = { ...openDatabase(), clear: () => clearing }
    const first = make({ database })
    first.persister.bind()
    first.store.set(themeAtom, 'dark')
    const purged = first.persister.purge()
    await vi.advanceTimersByTimeAsync(999)
    expect(first.store.get(themeAtom)).toBe('dark')
    finish()
    await purged
    expect(first.store.get(themeAtom)).toBe('system')

    const stuck = make({ database: { ...openDatabase(), clear: () => new Promise(() => {}) } })
    stuck.store.set(themeAtom, 'dark')
    void stuck.persister.purge()
    await vi.advanceTimersByTimeAsync(1000)
    expect(stuck.store.get(themeAtom)).toBe('system')
  })

  test('a tab that missed it cannot write into what follows', async () => {
    const onEvicted = vi.fn()
    const holder = makeHolder('first')
    const here = make({ holder })
    await here.persister.restore()
    here.persister.bind()
    await here.persister.adopt('first')

    const other = make({ onEvicted, holder })
    await other.persister.restore()
    other.persister.bind()
    other.store.set(walletsAtom, [wallet('w1')])
    await other.persister.flush()
    expect(await get('wallets', raw())).toBeDefined()

    await here.persister.purge()
    holder.write('second')
    await here.persister.adopt('second')
    other.store.set(walletsAtom, [wallet('w2')])
    await other.persister.flush()
    expect(await get('wallets', raw())).toBeUndefined()
    expect(onEvicted).toHaveBeenCalledOnce()
  })

  test('forget empties this tab only', async () => {
    const { store, persister } = make()
    await persister.restore()
    persister.bind()
    store.set(themeAtom, 'dark')
    await persister.flush()
    store.set(emailAtom, 'x')
    persister.forget()
    await persister.flush()
    expect(store.get(themeAtom)).toBe('system')
    expect((await entries(raw())).map(([key]) => key)).toEqual(['theme'])
    await clear(raw())
  })
})
