import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { dropPush, pushAtom, renewPush, turnOffPush, turnOnPush } from '#app/webpush.ts'
import { configAtom } from '#state/config.ts'
import { noticeKindsAtom } from '#state/noticekinds.ts'
import { findPersisted } from '#state/registry.ts'
import { store } from '#state/store.ts'
import { hearVersion } from '#state/version.ts'

const calls: [path: string, body: unknown][] = []
const request = vi.hoisted(() => vi.fn())
vi.mock('#state/request.ts', () => ({ request }))

/** The push service of a browser. */
const makeBrowser = () => {
  let current: ReturnType<typeof subscription> | null = null
  const subscription = (endpoint: string) => ({
    endpoint,
    toJSON: () => ({ endpoint, keys: { p256dh: 'p', auth: 'a' } }),
    unsubscribe: vi.fn(async () => {
      current = null
      return true
    }),
  })
  const manager = {
    getSubscription: async () => current,
    subscribe: vi.fn(async () => {
      current = subscription(`https://push.example/${manager.subscribe.mock.calls.length}`)
      return current
    }),
  }
  return { manager, subscription, subscribed: () => current?.endpoint }
}
let browser: ReturnType<typeof makeBrowser>
const place = () => findPersisted('push-place')?.atom as NonNullable<ReturnType<typeof findPersisted>>['atom']

beforeEach(() => {
  browser = makeBrowser()
  vi.stubGlobal('navigator', {
    serviceWorker: { getRegistration: async () => ({ pushManager: browser.manager }) },
  })
  calls.length = 0
  request.mockReset().mockImplementation(async ({ path }: { path: string }, { body }: { body: unknown }) => {
    calls.push([path, body])
  })
  store.set(configAtom, { vapidPublicKey: 'key' } as never)
  store.set(pushAtom, 'off')
  store.set(place(), null)
})
afterEach(() => vi.unstubAllGlobals())

describe('the switch', () => {
  test('is on once browser and server have agreed', async () => {
    const seen: string[] = []
    const stop = store.sub(pushAtom, () => seen.push(store.get(pushAtom)))
    await turnOnPush()
    stop()
    expect(seen).toEqual(['waiting', 'on'])
    expect(calls).toEqual([
      [
        'push/subscriptions',
        {
          endpoint: 'https://push.example/1',
          keys: { p256dh: 'p', auth: 'a' },
          kinds: ['proposal', 'personal-sign', 'send-transaction', 'approval'],
        },
      ],
    ])
  })

  test('asks an older server only for what it knows', async () => {
    hearVersion({ version: 1, oldest: 1 })
    await turnOnPush()
    expect(calls[0]?.[1]).toEqual({ endpoint: 'https://push.example/1', keys: { p256dh: 'p', auth: 'a' } })
    hearVersion({ version: 2, oldest: 1 })
  })

  test('says that the browser refused', async () => {
    browser.manager.subscribe.mockRejectedValue(new DOMException('no', 'NotAllowedError'))
    await turnOnPush()
    expect(store.get(pushAtom)).toBe('refused')
  })

  test('says that there is no service', async () => {
    browser.manager.subscribe.mockRejectedValue(new DOMException('no', 'AbortError'))
    await turnOnPush()
    expect(store.get(pushAtom)).toBe('unavailable')
    vi.stubGlobal('navigator', {})
    await turnOnPush()
    expect(store.get(pushAtom)).toBe('unavailable')
  })

  test('waits ten seconds for a service that never answers, and gives back what comes too late', async () => {
    vi.useFakeTimers()
    try {
      let answer: (late: unknown) => void = () => undefined
      browser.manager.subscribe.mockReturnValue(new Promise<never>((done) => (answer = done as never)))
      const done = turnOnPush()
      await vi.advanceTimersByTimeAsync(9_999)
      expect(store.get(pushAtom)).toBe('waiting')
      await vi.advanceTimersByTimeAsync(1)
      await done
      expect(store.get(pushAtom)).toBe('unavailable')
      const late = browser.subscription('https://push.example/late')
      answer(late)
      await vi.advanceTimersByTimeAsync(0)
      expect(late.unsubscribe).toHaveBeenCalledOnce()
      expect(calls).toEqual([])
    } finally {
      vi.useRealTimers()
    }
  })

  test('is off, and the browser with it, when the server refuses', async () => {
    request.mockRejectedValue(new Error('no'))
    await expect(turnOnPush()).rejects.toThrow('no')
    expect(store.get(pushAtom)).toBe('off')
    expect(browser.subscribed()).toBeUndefined()
  })

  test('turned off, neither knows the other', async () => {
    await turnOnPush()
    await turnOffPush()
    expect(store.get(pushAtom)).toBe('off')
    expect(browser.subscribed()).toBeUndefined()
    expect(calls.at(-1)).toEqual(['push/subscriptions/remove', { endpoint: 'https://push.example/1' }])
  })
})

describe('the next session', () => {
  test('of the same account goes on, with what it wants to hear of', async () => {
    await turnOnPush()
    store.set(pushAtom, 'unknown')
    store.set(noticeKindsAtom, ['received'])
    await renewPush()
    expect(store.get(pushAtom)).toBe('on')
    expect(calls.at(-1)?.[1]).toMatchObject({ endpoint: 'https://push.example/1', kinds: ['received'] })
  })

  test('after a sign-out begins without', async () => {
    await turnOnPush()
    await dropPush()
    expect(browser.subscribed()).toBeUndefined()
    await renewPush()
    expect(store.get(pushAtom)).toBe('off')
    expect(calls).toHaveLength(1)
  })

  test('of another account never takes over what a former one has left behind', async () => {
    await turnOnPush()
    // The data of the former account went, the browser was not there to be asked.
    store.set(place(), null)
    await renewPush()
    expect(store.get(pushAtom)).toBe('off')
    expect(browser.subscribed()).toBeUndefined()
    expect(calls).toHaveLength(1)
  })
})
