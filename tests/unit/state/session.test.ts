import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { getMyUser } from '#contract/endpoints/user.ts'
import { createApi } from '#net/api.ts'
import { authAtom, codesAtom, loggedAtom, SIGN_IN_EXPIRED, twoFactorStepAtom } from '#state/auth.ts'
import type { Database } from '#state/database.ts'
import { type Holder, LEAVING, SIGNED_OUT_HERE } from '#state/holder.ts'
import { modalsAtom } from '#state/modals.ts'
import { createPersister } from '#state/persist.ts'
import { createSession, SIGNED_OUT_MESSAGE } from '#state/session.ts'
import { walletsAtom } from '#state/wallets.ts'
import { makeMirror, wallet } from './fixture.ts'

const PAIR = { connectionId: 'c1', oneTimeToken: 't1', expiresAt: '2026-01-01T00:00:00.000Z' }

type Respond = (path: string, init: RequestInit) => Response | Promise<Response>

const memoryHolder = (value?: string): Holder => {
  let held = value
  return {
    read: () => held,
    write: (next) => {
      held = next
    },
  }
}

const makeTab = (respond: Respond, shared: { holder?: Holder; channel?: EventTarget } = {}) => {
  const mirror = makeMirror()
  const database: Database = {
    read: vi.fn(async () => ({ owner: null, entries: [] })),
    write: vi.fn(async () => true),
    adopt: vi.fn(async () => undefined),
    clear: vi.fn(async () => undefined),
  }
  const holder = shared.holder ?? memoryHolder()
  const persister = createPersister({ store: mirror.store, database, holder })
  const calls: string[] = []
  let onUnauthorized = () => {}
  const api = createApi({
    fetch: (async (path: string, init: RequestInit) => {
      calls.push(path.replace('/api/v1/', ''))
      return await respond(path, init)
    }) as typeof fetch,
    onUnauthorized: () => onUnauthorized(),
  })
  const posted: string[] = []
  const navigate = vi.fn()
  const tell = vi.fn()
  const channel = shared.channel ?? new EventTarget()
  const session = createSession({
    mirror,
    api,
    persister,
    holder,
    channel: {
      postMessage: (word: string) => posted.push(word),
      addEventListener: channel.addEventListener.bind(channel) as BroadcastChannel['addEventListener'],
    },
    navigate,
    tell,
  })
  onUnauthorized = session.onUnauthorized
  const hear = (word: string) => channel.dispatchEvent(new MessageEvent('message', { data: word }))
  return { mirror, database, persister, api, session, calls, posted, navigate, tell, holder, hear }
}

const ok: Respond = () => new Response(null, { status: 204 })
const status =
  (code: number): Respond =>
  () =>
    new Response('{"message":"No","name":"E"}', { status: code })
const offline: Respond = () => Promise.reject(new TypeError('Failed to fetch'))
const silent: Respond = (_, init) =>
  new Promise((_resolve, reject) => {
    init.signal?.addEventListener('abort', () => reject(init.signal?.reason))
  })

const signIn = (tab: ReturnType<typeof makeTab>) => {
  tab.session.signedIn(PAIR, 'otp')
  tab.mirror.store.set(walletsAtom, [wallet('w1')])
  tab.mirror.store.set(modalsAtom, [{ id: 'connect-to', walletId: 'w1' }])
}

const expectEmpty = ({ mirror, database, navigate }: ReturnType<typeof makeTab>) => {
  expect(mirror.store.get(loggedAtom)).toBe(false)
  expect(mirror.store.get(walletsAtom)).toEqual([])
  expect(mirror.store.get(modalsAtom)).toEqual([])
  expect(database.clear).toHaveBeenCalledOnce()
  expect(navigate).toHaveBeenLastCalledWith('/')
}

beforeEach(() => {
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((delay) => {
    expect(delay).toBe(5000)
    return timeout.signal
  })
  timeout = new AbortController()
})
let timeout: AbortController

afterEach(() => {
  vi.restoreAllMocks()
})

describe('signing in', () => {
  test.each([
    ['otp', null, false],
    ['setup', 'new', false],
    ['backup', null, true],
    ['restore', 'new', false],
  ] as const)('by %s sets the flag and the pair', (how, codes, backup) => {
    const tab = makeTab(ok)
    const begun = vi.fn()
    tab.session.onBegin(begun)
    tab.session.signedIn(PAIR, how)
    const { store } = tab.mirror
    expect(store.get(authAtom)).toMatchObject({
      logged: true,
      connectionId: 'c1',
      oneTimeToken: 't1',
      step: null,
      backup,
    })
    expect(store.get(codesAtom)).toBe(codes)
    expect(begun).toHaveBeenCalledExactlyOnceWith(how)
  })

  test('drops what was stored for somebody else', () => {
    const tab = makeTab(ok)
    tab.mirror.store.set(walletsAtom, [wallet('old')])
    tab.session.signedIn(PAIR, 'otp')
    expect(tab.mirror.store.get(walletsAtom)).toEqual([])
  })

  test('a token leaves the state when it is taken', () => {
    const tab = makeTab(ok)
    tab.session.signedIn(PAIR, 'otp')
    expect(tab.session.takePair()).toEqual({ connectionId: 'c1', oneTimeToken: 't1' })
    expect(tab.mirror.store.get(authAtom).oneTimeToken).toBeNull()
    expect(tab.session.takePair()).toBeUndefined()
  })
})

describe('signing out', () => {
  test.each([
    ['is heard', ok, false],
    ['is refused', status(401), false],
    ['fails', status(500), true],
    ['never arrives', offline, true],
  ] as const)('empties everything when the call %s', async (_, respond, remains) => {
    const tab = makeTab(respond)
    const ended = vi.fn()
    tab.session.onEnd(ended)
    signIn(tab)
    await tab.session.signOut()
    expectEmpty(tab)
    expect(tab.calls).toEqual(['auth/sign-out'])
    expect(tab.posted).toContain('signed-out')
    expect(ended).toHaveBeenCalledOnce()
    expect(tab.tell).not.toHaveBeenCalled()
    expect(tab.holder.read()).toBe(remains ? LEAVING : SIGNED_OUT_HERE)
  })

  test('does not wait for the server for more than 5 s', async () => {
    const tab = makeTab(silent)
    signIn(tab)
    const leaving = tab.session.signOut()
    await vi.waitFor(() => expect(tab.calls).toHaveLength(1))
    timeout.abort()
    await leaving
    expectEmpty(tab)
    expect(tab.holder.read()).toBe(LEAVING)
  })

  test('pressed twice is one', async () => {
    const tab = makeTab(ok)
    signIn(tab)
    await Promise.all([tab.session.signOut(), tab.session.signOut()])
    expect(tab.calls).toEqual(['auth/sign-out'])
  })

  test('on all devices calls sign-out-all', async () => {
    const tab = makeTab(ok)
    signIn(tab)
    await tab.session.signOutEverywhere()
    expectEmpty(tab)
    expect(tab.calls).toEqual(['auth/sign-out-all'])
  })

  test('that the server never heard of is delivered at the next start, once', async () => {
    const holder = memoryHolder()
    const tab = makeTab(offline, { holder })
    signIn(tab)
    await tab.session.signOut()

    const stillOffline = makeTab(offline, { holder })
    await stillOffline.session.deliverSignOut()
    expect(holder.read()).toBe(LEAVING)

    const next = makeTab(ok, { holder })
    await next.session.deliverSignOut()
    await next.session.deliverSignOut()
    expect(next.calls).toEqual(['auth/sign-out'])
    expect(next.database.clear).not.toHaveBeenCalled()
  })

  test('that was not delivered does not end the session that follows', async () => {
    const holder = memoryHolder(LEAVING)
    const tab = makeTab(ok, { holder })
    tab.session.signedIn(PAIR, 'otp')
    expect(holder.read()).not.toBe(LEAVING)
    await tab.session.deliverSignOut()
    expect(tab.calls).toEqual([])
  })
})

describe('a session that ends by itself', () => {
  test('several 401s at once end it once, without telling the server', async () => {
    const tab = makeTab(status(401))
    signIn(tab)
    await Promise.allSettled([1, 2, 3].map(() => tab.api.call(getMyUser, {})))
    await vi.waitFor(() => expect(tab.tell).toHaveBeenCalledOnce())
    expectEmpty(tab)
    expect(tab.calls).toEqual(['users/my', 'users/my', 'users/my'])
    expect(tab.tell).toHaveBeenCalledWith(SIGNED_OUT_MESSAGE)
  })

  test('a 401 before signing in only leads back to /auth', async () => {
    const tab = makeTab(status(401))
    await Promise.allSettled([tab.api.call(getMyUser, {})])
    expect(tab.navigate).toHaveBeenCalledExactlyOnceWith('/auth')
    expect(tab.database.clear).not.toHaveBeenCalled()
  })

  test('a 401 in the middle of signing in says that it took too long', async () => {
    const tab = makeTab(status(401))
    tab.mirror.store.set(twoFactorStepAtom, 'check-2fa')
    await Promise.allSettled([tab.api.call(getMyUser, {})])
    expect(tab.navigate).toHaveBeenCalledExactlyOnceWith('/auth', SIGN_IN_EXPIRED)
    expect(tab.mirror.store.get(twoFactorStepAtom)).toBeNull()
  })

  test('being offline ends nothing', async () => {
    const tab = makeTab(offline)
    signIn(tab)
    await Promise.allSettled([tab.api.call(getMyUser, {})])
    expect(tab.mirror.store.get(loggedAtom)).toBe(true)
    expect(tab.navigate).not.toHaveBeenCalled()
  })

  test.each([
    ['sign-out', 0],
    ['sign-out-all', 1],
    ['expired', 1],
  ] as const)('the event log-out (%s) empties everything', async (reason, told) => {
    const tab = makeTab(ok)
    signIn(tab)
    await tab.session.ended(reason)
    expectEmpty(tab)
    expect(tab.calls).toEqual([])
    expect(tab.tell).toHaveBeenCalledTimes(told)
  })

  test('an answer that comes afterwards changes nothing', async () => {
    let release = (_: Response) => {}
    const tab = makeTab(
      () =>
        new Promise((resolve) => {
          release = resolve
        }),
    )
    signIn(tab)
    const late = tab.api.call(getMyUser, {}).then(
      () => 'answered',
      () => 'dropped',
    )
    await vi.waitFor(() => expect(tab.calls).toHaveLength(1))
    await tab.session.ended('expired')
    release(new Response('{"id":"u1","email":"a@b.co","vaultId":"v"}'))
    expect(await late).toBe('dropped')
  })
})

describe('a session whose state cannot be read', () => {
  test.each([
    ['goes on when this browser holds it', 'an-id', true],
    ['is over after a sign-out', SIGNED_OUT_HERE, false],
    ['is over after a sign-out that nobody heard', LEAVING, false],
    ['never began where nothing is held', undefined, false],
  ])('%s', (_, held, logged) => {
    const tab = makeTab(ok, { holder: memoryHolder(held) })
    tab.session.resume()
    expect(tab.mirror.store.get(loggedAtom)).toBe(logged)
  })

  test('keeps its name when its second factor is set up anew, so that other tabs go on', () => {
    const tab = makeTab(ok)
    tab.session.signedIn(PAIR, 'backup')
    const held = tab.holder.read()
    tab.session.signedIn({ ...PAIR, connectionId: 'c2' }, 'restore')
    expect(tab.holder.read()).toBe(held)
    tab.session.onUnauthorized()
  })

  test('of an earlier version is held from now on', async () => {
    const tab = makeTab(ok)
    vi.mocked(tab.database.read).mockResolvedValue({
      owner: 'c0',
      entries: [
        ['auth', { version: 1, savedAt: '', value: { ...tab.mirror.store.get(authAtom), logged: true } }],
      ],
    })
    await tab.persister.restore()
    tab.session.resume()
    expect(tab.holder.read()).toBe('c0')
  })
})

describe('a tab that missed a sign-out', () => {
  test.each([
    ['joins the sign-in that followed', 'another', true, 0],
    ['is signed out, and says so', SIGNED_OUT_HERE, false, 1],
  ])('%s, and empties nothing that others have stored', async (_, held, logged, told) => {
    const tab = makeTab(ok)
    signIn(tab)
    tab.holder.write(held)
    await tab.session.evicted()
    expect(tab.mirror.store.get(loggedAtom)).toBe(logged)
    expect(tab.mirror.store.get(walletsAtom)).toEqual([])
    expect(tab.database.clear).not.toHaveBeenCalled()
    expect(tab.posted).not.toContain('signed-out')
    expect(tab.holder.read()).toBe(held)
    expect(tab.tell).toHaveBeenCalledTimes(told)
    expect(tab.navigate).toHaveBeenLastCalledWith('/')
  })
})

describe('other tabs', () => {
  test('are signed out with this one, without a call and without emptying the database again', async () => {
    const tab = makeTab(ok)
    signIn(tab)
    tab.hear('signed-out')
    await vi.waitFor(() => expect(tab.navigate).toHaveBeenCalledWith('/'))
    expect(tab.mirror.store.get(loggedAtom)).toBe(false)
    expect(tab.mirror.store.get(walletsAtom)).toEqual([])
    expect(tab.database.clear).not.toHaveBeenCalled()
    expect(tab.calls).toEqual([])
    expect(tab.posted.filter((word) => word === 'signed-out')).toEqual([])
  })

  test('read the state again when this one signs in', async () => {
    const tab = makeTab(ok)
    tab.hear('signed-in')
    await vi.waitFor(() => expect(tab.navigate).toHaveBeenCalledWith('/'))
    expect(tab.database.read).toHaveBeenCalledOnce()
  })
})
