import { describe, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { createWallet, listAssets, listTokens, renameWallet } from '#contract/endpoints/wallet.ts'
import { CONTRACT_VERSION } from '#contract/version.ts'
import { createApi } from '#net/api.ts'
import { CanceledError, RequestError } from '#net/error.ts'

const ping = endpoint({ method: 'GET', path: 'ping', access: 'sid', reply: z.object({ ok: z.boolean() }) })
const gone = endpoint({ method: 'POST', path: 'gone/{id}', access: 'sid', reply: null })

const answer = (status: number, body?: unknown, headers: Record<string, string> = {}) =>
  new Response(body === undefined ? null : typeof body === 'string' ? body : JSON.stringify(body), {
    status,
    headers,
  })

const setUp = (respond: (url: string, init: RequestInit) => Promise<Response> | Response) => {
  const fetch = vi.fn(async (url: string, init: RequestInit) => await respond(url, init))
  const onUnauthorized = vi.fn()
  const onOdd = vi.fn()
  return { fetch, onUnauthorized, onOdd, api: createApi({ fetch: fetch as never, onUnauthorized, onOdd }) }
}

const failure = async (run: Promise<unknown>): Promise<RequestError> => {
  const error = await run.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  expect(error).toBeInstanceOf(RequestError)
  return error as RequestError
}

describe('languages', () => {
  test('a call says which one is spoken, if another than English', async () => {
    const asked: (string | null)[] = []
    const fetch = async (_: string, { headers }: RequestInit) => {
      asked.push((headers as Headers).get('accept-language'))
      return answer(200, { ok: true })
    }
    for (const language of ['de', undefined])
      await createApi({ fetch: fetch as never, onUnauthorized: vi.fn(), language: () => language }).call(
        ping,
        {},
      )
    expect(asked).toEqual(['de', null])
  })

  test.each([
    [{ key: 'noPrice', params: { symbol: 'X', seconds: 3 } }, true],
    [{}, false],
    [{ key: 7, params: {} }, false],
    [{ key: 'noPrice', params: { symbol: {} } }, false],
    [{ key: 'noPrice', params: null }, false],
  ])('an error with %j is kept with what it can be said by: %s', async (said, isKept) => {
    const { api } = setUp(() =>
      answer(404, { message: 'There is no price for X', name: 'NotFoundError', ...said }),
    )
    const { message, told } = await failure(api.call(ping, {}))
    expect(message).toBe('There is no price for X')
    expect(told).toEqual(isKept ? { message, ...said } : undefined)
  })
})

describe('versions', () => {
  test.each([
    [{ 'x-trace-id': 't', 'x-contract-version': '9', 'x-contract-oldest': '8' }, [{ version: 9, oldest: 8 }]],
    [{ 'x-trace-id': 't' }, [{ version: 1, oldest: 1 }]],
    // Not from our server.
    [{}, []],
  ])('an answer with %j says %j', async (headers, said) => {
    const heard: unknown[] = []
    const fetch = vi.fn(async (_: string, init: RequestInit) => {
      expect((init.headers as Headers).get('x-contract-version')).toBe(String(CONTRACT_VERSION))
      return answer(200, { ok: true }, headers as Record<string, string>)
    })
    const api = createApi({
      fetch: fetch as never,
      onUnauthorized: () => undefined,
      onVersion: (one) => heard.push(one),
    })
    await api.call(ping, {})
    expect(heard).toEqual(said)
  })
})

describe('what is sent', () => {
  test('path, parameters, query, body and key', async () => {
    const { api, fetch } = setUp(() => answer(500))
    await failure(api.call(listTokens, { query: { symbol: 'a b', limit: 5 } }))
    await failure(
      api.call(renameWallet, { params: { id: 'a/b' }, body: { name: 'New' } }, { idempotencyKey: 'k1' }),
    )
    const [get, post] = fetch.mock.calls
    expect(get?.[0]).toBe('/api/v1/tokens?symbol=a+b&limit=5')
    expect(get?.[1]).toMatchObject({ method: 'GET', credentials: 'same-origin' })
    expect(get?.[1].body).toBeUndefined()
    expect(post?.[0]).toBe('/api/v1/wallets/a%2Fb/rename')
    expect(post?.[1]).toMatchObject({ method: 'POST', body: '{"name":"New"}' })
    const headers = post?.[1].headers as Headers
    expect(headers.get('content-type')).toBe('application/json')
    expect(headers.get('idempotency-key')).toBe('k1')
  })

  test('an unsafe call without a body sends {}', async () => {
    const { api, fetch } = setUp(() => answer(204))
    expect(await api.call(gone, { params: { id: '1' } })).toBeUndefined()
    expect(fetch.mock.calls[0]?.[1].body).toBe('{}')
  })
})

describe('what comes back', () => {
  test('a reply is parsed: unknown fields go, a wrong shape fails', async () => {
    const { api } = setUp(() => answer(200, { ok: true, extra: 1 }))
    expect(await api.call(ping, {})).toEqual({ ok: true })
    const wrong = setUp(() => answer(200, { ok: 'yes' }))
    expect(await failure(wrong.api.call(ping, {}))).toMatchObject({
      name: 'Error',
      message: 'Something went wrong',
    })
  })

  const readable = { id: 'a1', symbol: 'rbnt', accountId: 'c1', blockchain: 'hardhat', amount: '1' }

  test('an item of a list that cannot be read is left out and told; the others are there', async () => {
    const odd = { ...readable, id: 'a2', amount: '1.5' }
    const { api, onOdd } = setUp(() =>
      answer(200, { items: [readable, odd, 7, { ...readable, id: 'a3' }], total: 4 }),
    )
    const { items } = await api.call(listAssets, { query: { walletId: 'w1' } })
    expect(items.map(({ id }) => id)).toEqual(['a1', 'a3'])
    expect(onOdd.mock.calls.flat()).toEqual([
      expect.stringMatching(/^assets a2: amount: /),
      expect.stringMatching(/^assets 2: value: /),
    ])
  })

  test('a list may come without its total', async () => {
    const { api } = setUp(() => answer(200, [readable]))
    expect(await api.call(listAssets, { query: { walletId: 'w1' } })).toEqual({ items: [readable], total: 1 })
  })

  test('what is no list at all still fails', async () => {
    const { api, onOdd } = setUp(() => answer(200, { items: 'none' }))
    await failure(api.call(listAssets, { query: { walletId: 'w1' } }))
    expect(onOdd).not.toHaveBeenCalled()
  })

  test('a failure with a body is a Request error with its message and trace id', async () => {
    const { api } = setUp(() =>
      answer(
        409,
        { message: 'This wallet name is already in use', name: 'ConflictError' },
        { 'x-trace-id': 't-1' },
      ),
    )
    expect(await failure(api.call(createWallet, { body: { name: 'Any' } }))).toMatchObject({
      name: 'Request error',
      message: 'This wallet name is already in use',
      traceId: 't-1',
      status: 409,
      code: 'ConflictError',
    })
  })

  test.each([
    ['no message', { name: 'InternalError' }],
    ['an empty message', { message: '' }],
    ['a message that is no text', { message: 7 }],
    ['a list', []],
  ])('a body with %s reads Something went wrong', async (_, body) => {
    const { api } = setUp(() => answer(500, body, { 'x-trace-id': 't-2' }))
    expect(await failure(api.call(ping, {}))).toMatchObject({
      name: 'Request error',
      message: 'Something went wrong',
      traceId: 't-2',
    })
  })

  test.each([
    ['nothing', undefined],
    ['no JSON', '<html>'],
  ])('a failure with %s in it is an Error without trace id', async (_, body) => {
    const { api } = setUp(() => answer(502, body, { 'x-trace-id': 't-3' }))
    const error = await failure(api.call(ping, {}))
    expect(error).toMatchObject({ name: 'Error', message: 'Something went wrong', status: 502 })
    expect(error.traceId).toBeUndefined()
  })

  test('no answer is an Error without status', async () => {
    const { api, onUnauthorized } = setUp(() => Promise.reject(new TypeError('Failed to fetch')))
    const error = await failure(api.call(ping, {}))
    expect(error).toMatchObject({ name: 'Error', message: 'No connection' })
    expect(error.status).toBeUndefined()
    expect(onUnauthorized).not.toHaveBeenCalled()
  })

  test('401 is told, and 429 is not asked again', async () => {
    const { api, onUnauthorized } = setUp(() =>
      answer(401, { message: 'Sign in', name: 'UnauthorizedError' }),
    )
    await failure(api.call(ping, {}))
    expect(onUnauthorized).toHaveBeenCalledOnce()

    const limited = setUp(() =>
      answer(429, { message: 'Try again in 60 seconds', name: 'TooManyRequestsError' }),
    )
    expect(await failure(limited.api.call(ping, {}))).toMatchObject({ message: 'Try again in 60 seconds' })
    expect(limited.fetch).toHaveBeenCalledOnce()
  })
})

describe('giving up', () => {
  test('abortAll ends what is under way, also when the answer is there already, and nothing later', async () => {
    let release = () => {}
    const { api } = setUp(async () => {
      await new Promise<void>((resolve) => {
        release = resolve
      })
      return answer(200, { ok: true })
    })
    const late = failure(api.call(ping, {}))
    api.abortAll()
    release()
    expect(await late).toBeInstanceOf(CanceledError)

    const next = setUp(() => answer(200, { ok: true }))
    next.api.abortAll()
    expect(await next.api.call(ping, {})).toEqual({ ok: true })
  })

  test('a caller may give up on its own', async () => {
    const { api } = setUp(() => answer(200, { ok: true }))
    const control = new AbortController()
    control.abort()
    expect(await failure(api.call(ping, {}, { signal: control.signal }))).toBeInstanceOf(CanceledError)
  })
})
