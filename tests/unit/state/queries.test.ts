import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { authAtom, SIGNED_OUT } from '#state/auth.ts'
import { emptyData } from '#state/data.ts'
import { keptTrue, loadedAtom } from '#state/loaded.ts'
import { connectionAtom, onlineAtom, setLive, watchOnline } from '#state/online.ts'
import { assetsAtom } from '#state/perwallet.ts'
import {
  assetsLoadAtom,
  invitesLoadAtom,
  type Load,
  refetchLists,
  tokensLoadAtom,
  userLoadAtom,
  walletsLoadAtom,
} from '#state/queries.ts'
import { session } from '#state/session.ts'
import { store } from '#state/store.ts'
import { userAtom, walletsAtom } from '#state/wallets.ts'
import { asset, user, wallet } from './fixture.ts'

vi.mock('#ui/toast.ts', () => ({ toast: { error: vi.fn(), success: vi.fn(), info: vi.fn() } }))
const { toast } = await import('#ui/toast.ts')

const answer = (status: number, body: unknown) => new Response(JSON.stringify(body), { status })
const list = (...items: unknown[]) => ({ items, total: items.length })
const answers = new Map<string, () => Response | Promise<Response>>()
const asked: string[] = []
const stops: (() => void)[] = []

const keep = (load: Parameters<typeof store.sub>[0]) => stops.push(store.sub(load, () => undefined))
const read = (load: typeof walletsLoadAtom): Load => store.get(load)

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] })
  vi.stubGlobal('fetch', async (url: string) => {
    const path = url.replace('/api/v1/', '')
    asked.push(path)
    return await (answers.get(path)?.() ??
      answer(404, { message: `Nothing at ${path}`, name: 'NotFoundError' }))
  })
  store.set(authAtom, { ...SIGNED_OUT, logged: true })
})

afterEach(async () => {
  for (const stop of stops.splice(0)) stop()
  await session.ended('sign-out')
  emptyData(store)
  answers.clear()
  asked.length = 0
  vi.mocked(toast.error).mockClear()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const settle = () => vi.advanceTimersByTimeAsync(0)

describe('loading', () => {
  test('fills the atoms; the query itself says only how it stands', async () => {
    answers.set('wallets', () => answer(200, list(wallet('w1'))))
    keep(walletsLoadAtom)
    expect(read(walletsLoadAtom)).toMatchObject({ phase: 'loading', fetching: true, at: undefined })
    await settle()
    expect(store.get(walletsAtom)).toMatchObject([{ id: 'w1' }])
    expect(read(walletsLoadAtom)).toMatchObject({ phase: 'ready', fetching: false })
    const named = Object.keys(read(walletsLoadAtom)).sort()
    expect(named).toEqual(['age', 'at', 'awaited', 'fetching', 'phase', 'retry'])
  })

  test('per wallet', async () => {
    answers.set('assets?walletId=w1', () => answer(200, list(asset('a1'))))
    answers.set('assets?walletId=w2', () => answer(200, list(asset('a2'))))
    expect(assetsLoadAtom('w1')).toBe(assetsLoadAtom('w1'))
    keep(assetsLoadAtom('w1'))
    keep(assetsLoadAtom('w2'))
    await settle()
    expect(store.get(assetsAtom('w1'))).toMatchObject([{ id: 'a1' }])
    expect(store.get(assetsAtom('w2'))).toMatchObject([{ id: 'a2' }])
  })

  test('asks nothing before one is signed in', async () => {
    store.set(authAtom, SIGNED_OUT)
    keep(walletsLoadAtom)
    await settle()
    expect(asked).toEqual([])
  })

  test('reads everything on the screen again when asked to', async () => {
    answers.set('wallets', () => answer(200, list(wallet('w1'))))
    keep(walletsLoadAtom)
    await settle()
    answers.set('wallets', () => answer(200, list(wallet('w1'), wallet('w2'))))
    await refetchLists()
    expect(store.get(walletsAtom)).toHaveLength(2)
  })
})

describe('reading again', () => {
  test('gives up a first answer that is still under way', async () => {
    let release = (_: Response) => {}
    answers.set(
      'wallets',
      () =>
        new Promise((resolve) => {
          release = resolve
        }),
    )
    keep(walletsLoadAtom)
    await settle()
    const first = release
    answers.set('wallets', () => answer(200, list(wallet('w1'), wallet('w2'))))
    await refetchLists()
    first(answer(200, list(wallet('w1'))))
    await settle()
    expect(asked).toEqual(['wallets', 'wallets'])
    expect(store.get(walletsAtom)).toHaveLength(2)
  })

  test('works after signing out and in again in the same page', async () => {
    answers.set('wallets', () => answer(200, list(wallet('w1'))))
    keep(walletsLoadAtom)
    await settle()
    for (const stop of stops.splice(0)) stop()
    await session.ended('sign-out')
    store.set(authAtom, { ...SIGNED_OUT, logged: true })
    keep(walletsLoadAtom)
    await settle()
    answers.set('wallets', () => answer(200, list(wallet('w3'))))
    await refetchLists()
    expect(store.get(walletsAtom)).toMatchObject([{ id: 'w3' }])
  })

  test('asks nothing for a session that has ended, though its screen is still there', async () => {
    answers.set('wallets', () => answer(200, list(wallet('w1'))))
    keep(walletsLoadAtom)
    await settle()
    await session.ended('sign-out')
    await vi.advanceTimersByTimeAsync(60_000)
    expect(asked).toEqual(['wallets'])
  })
})

describe('while events are heard', () => {
  const look = async () => {
    window.dispatchEvent(new Event('visibilitychange'))
    await settle()
  }
  const reconnect = async () => {
    for (const word of ['offline', 'online']) window.dispatchEvent(new Event(word))
    await settle()
  }
  beforeEach(() => {
    answers.set('wallets', () => answer(200, list(wallet('w1'))))
    answers.set('tokens', () => answer(200, list()))
    setLive('up')
  })
  afterEach(() => setLive('closed'))

  test('a list is read once, however often it is looked at or drawn; prices are read again', async () => {
    keep(walletsLoadAtom)
    keep(tokensLoadAtom)
    await settle()
    await vi.advanceTimersByTimeAsync(10_000)
    await look()
    for (const stop of stops.splice(0)) stop()
    keep(walletsLoadAtom)
    await settle()
    expect(asked).toEqual(['wallets', 'tokens', 'tokens'])
  })

  test('after a gap the login alone reads it', async () => {
    keep(walletsLoadAtom)
    await settle()
    await vi.advanceTimersByTimeAsync(6000)
    setLive('lost')
    await reconnect()
    await look()
    expect(asked).toEqual(['wallets'])
    setLive('up')
    await refetchLists()
    expect(asked).toEqual(['wallets', 'wallets'])
  })

  test('a list that was not on the screen at the login is read when it is drawn', async () => {
    keep(walletsLoadAtom)
    await settle()
    for (const stop of stops.splice(0)) stop()
    await vi.advanceTimersByTimeAsync(10)
    setLive('lost')
    setLive('up')
    await refetchLists()
    expect(asked).toEqual(['wallets'])
    keep(walletsLoadAtom)
    await settle()
    expect(asked).toEqual(['wallets', 'wallets'])
  })

  test('without the live connection whoever looks at a list reads it', async () => {
    keep(walletsLoadAtom)
    await settle()
    setLive('lost')
    await vi.advanceTimersByTimeAsync(6000)
    await look()
    expect(asked).toEqual(['wallets', 'wallets'])
  })
})

describe('what changed', () => {
  const page = (version: number, body: object) =>
    new Response(JSON.stringify(body), {
      headers: { 'x-trace-id': 't', 'x-contract-version': String(version), 'x-contract-oldest': '2' },
    })
  const whole = (cursor: string | undefined, ...items: unknown[]) => ({ ...list(...items), cursor })
  const part = (cursor: string, total: number, items: unknown[], removed: string[] = []) => ({
    ...{ items, total, cursor, removed },
  })
  const ids = () => store.get(assetsAtom('w1')).map(({ id }) => id)
  const again = async () => {
    asked.length = 0
    await refetchLists()
    await settle()
  }

  test('since the last answer is all that is asked for', async () => {
    answers.set('assets?walletId=w1', () => page(3, whole('r5', asset('a1'), asset('a2'))))
    answers.set('assets?walletId=w1&since=r5', () => page(3, part('r7', 2, [asset('a3')], ['a1'])))
    answers.set('assets?walletId=w1&since=r7', () => page(3, part('r7', 2, [])))
    keep(assetsLoadAtom('w1'))
    await settle()
    await again()
    expect(asked).toEqual(['assets?walletId=w1&since=r5'])
    expect(ids()).toEqual(['a3', 'a2'])
    await again()
    expect(asked).toEqual(['assets?walletId=w1&since=r7'])
    expect(ids()).toEqual(['a3', 'a2'])
  })

  test('everything is asked for again where that does not make the whole', async () => {
    answers.set('assets?walletId=w1', () => page(3, whole('r5', asset('a1'))))
    answers.set('assets?walletId=w1&since=r5', () => page(3, part('r9', 3, [asset('a3')])))
    keep(assetsLoadAtom('w1'))
    await settle()
    answers.set('assets?walletId=w1', () => page(3, whole('r9', asset('a3'), asset('a2'), asset('a1'))))
    await again()
    expect(asked).toEqual(['assets?walletId=w1&since=r5', 'assets?walletId=w1'])
    expect(ids()).toEqual(['a3', 'a2', 'a1'])
  })

  test('a server of the version before is asked for everything', async () => {
    answers.set('assets?walletId=w1', () => page(3, whole('r5', asset('a1'))))
    keep(assetsLoadAtom('w1'))
    await settle()
    answers.set('assets?walletId=w1', () => page(2, list(asset('a2'))))
    // It refuses what it does not know; from then on its version is known.
    answers.set('assets?walletId=w1&since=r5', () =>
      answer(400, { message: 'since', name: 'ValidationError' }),
    )
    await again()
    expect(asked).toEqual(['assets?walletId=w1&since=r5', 'assets?walletId=w1'])
    expect(ids()).toEqual(['a2'])
    await again()
    expect(asked).toEqual(['assets?walletId=w1'])
    expect(toast.error).not.toHaveBeenCalled()
  })

  test('is not asked for where the server is known to be older', async () => {
    answers.set('assets?walletId=w1', () => page(3, whole('r5', asset('a1'))))
    keep(assetsLoadAtom('w1'))
    await settle()
    answers.set('wallets', () => page(2, list(wallet('w1'))))
    answers.set('assets?walletId=w1', () => page(2, list(asset('a2'))))
    keep(walletsLoadAtom)
    await settle()
    await again()
    expect(asked.sort()).toEqual(['assets?walletId=w1', 'wallets'])
    expect(ids()).toEqual(['a2'])
  })

  test('of another user’s lists is not asked for', async () => {
    answers.set('users/my', () => page(3, user('u1')))
    answers.set('wallets', () => page(3, whole('h1', wallet('w1'))))
    keep(userLoadAtom)
    keep(walletsLoadAtom)
    await settle()
    answers.set('users/my', () => page(3, user('u2')))
    answers.set('wallets?since=h1', () => page(3, part('h1', 1, [])))
    answers.set('wallets', () => page(3, whole('h2', wallet('w2'))))
    await again()
    await settle()
    expect(asked.filter((path) => path === 'wallets?since=h1')).toHaveLength(1)
    expect(store.get(walletsAtom).map(({ id }) => id)).toEqual(['w2'])
  })

  test('the next account begins with everything', async () => {
    answers.set('wallets', () => page(3, whole('h1', wallet('w1'))))
    keep(walletsLoadAtom)
    await settle()
    for (const stop of stops.splice(0)) stop()
    await session.ended('sign-out')
    store.set(authAtom, { ...SIGNED_OUT, logged: true })
    asked.length = 0
    keep(walletsLoadAtom)
    await settle()
    expect(asked).toEqual(['wallets'])
  })
})

describe('failing', () => {
  test('shows the server’s message, and 429 is not asked again at once', async () => {
    answers.set('wallets', () =>
      answer(429, { message: 'Try again in 60 seconds.', name: 'TooManyRequestsError' }),
    )
    keep(walletsLoadAtom)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(asked).toEqual(['wallets'])
    expect(read(walletsLoadAtom).phase).toBe('failed')
    expect(toast.error).toHaveBeenCalledExactlyOnceWith('Try again in 60 seconds.')
  })

  test('tries twice more when it may pass, and says it once until it works again', async () => {
    answers.set('wallets', () => answer(503, { message: 'Down', name: 'ChainUnavailableError' }))
    keep(walletsLoadAtom)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(asked).toHaveLength(3)
    void refetchLists()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(asked).toHaveLength(6)
    expect(toast.error).toHaveBeenCalledExactlyOnceWith('Down')
  })

  test('keeps what was there before', async () => {
    answers.set('wallets', () => answer(200, list(wallet('w1'))))
    keep(walletsLoadAtom)
    await settle()
    answers.set('wallets', () => answer(404, { message: 'No', name: 'NotFoundError' }))
    await refetchLists().catch(() => undefined)
    expect(store.get(walletsAtom)).toHaveLength(1)
    expect(read(walletsLoadAtom).phase).toBe('ready')
  })

  test('says nothing while offline', async () => {
    const offline = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    watchOnline(window)
    answers.set('wallets', () => Promise.reject(new TypeError('Failed to fetch')))
    keep(walletsLoadAtom)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(toast.error).not.toHaveBeenCalled()
    offline.mockRestore()
    watchOnline(window)
  })
})

describe('age', () => {
  const READ_AT = '2026-01-02T14:05:00.000Z'
  const later = (ms: number) => vi.setSystemTime(Date.parse(READ_AT) + ms)

  test('is told while the live connection is lost for longer than a moment, and no failure beside it', async () => {
    later(0)
    answers.set('wallets', () => answer(200, list(wallet('w1'))))
    keep(walletsLoadAtom)
    await settle()
    setLive('up')
    expect(read(walletsLoadAtom).age).toBeUndefined()
    setLive('lost')
    await vi.advanceTimersByTimeAsync(3999)
    expect(store.get(connectionAtom)).toBe('up')
    await vi.advanceTimersByTimeAsync(1)
    expect(store.get(connectionAtom)).toBe('down')
    expect(read(walletsLoadAtom).age).toBe(READ_AT)
    answers.set('wallets', () => Promise.reject(new TypeError('Failed to fetch')))
    void refetchLists()
    await vi.advanceTimersByTimeAsync(10_000)
    expect(toast.error).not.toHaveBeenCalled()
    setLive('up')
    expect(store.get(onlineAtom)).toBe(true)
    // The last try to read it has failed.
    expect(read(walletsLoadAtom).age).toBe(READ_AT)
  })

  test('a connection that is back within the moment was never lost', async () => {
    setLive('lost')
    await vi.advanceTimersByTimeAsync(3000)
    setLive('up')
    await vi.advanceTimersByTimeAsync(10_000)
    expect(store.get(connectionAtom)).toBe('up')
  })

  test('lists are as new as the last event could be, but for prices and for what was read before', () => {
    store.set(loadedAtom, {
      tokens: READ_AT,
      wallets: READ_AT,
      'assets/w1': READ_AT,
      'assets/w2': '2026-01-02T14:04:59.000Z',
    })
    later(60_000)
    keptTrue(store, Date.parse(READ_AT))
    expect(store.get(loadedAtom)).toEqual({
      tokens: READ_AT,
      wallets: '2026-01-02T14:06:00.000Z',
      'assets/w1': '2026-01-02T14:06:00.000Z',
      'assets/w2': '2026-01-02T14:04:59.000Z',
    })
  })
})

describe('another user', () => {
  test('sees nothing of what was read for the one before', async () => {
    store.set(userAtom, user('u1'))
    store.set(walletsAtom, [wallet('old')])
    answers.set('users/my', () => answer(200, user('u2')))
    answers.set('invites', () => answer(200, list()))
    answers.set('wallets', () => answer(200, list(wallet('new'))))
    keep(invitesLoadAtom)
    keep(walletsLoadAtom)
    keep(userLoadAtom)
    await settle()
    await vi.waitFor(() => expect(store.get(walletsAtom)).toMatchObject([{ id: 'new' }]))
    expect(store.get(userAtom)?.id).toBe('u2')
  })
})
