import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { API_PREFIX, type Endpoint, fillPath } from '#contract/endpoint.ts'
import { signOut } from '#contract/endpoints/auth.ts'
import type { Client } from '#tests/server/harness/client.ts'
import { startServer, type TestServer } from '#tests/server/harness.ts'

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'path' in value && 'access' in value
const modules = import.meta.glob<Record<string, unknown>>('/src/contract/endpoints/*.ts', { eager: true })
const endpointsOf = (file: string) => Object.values(modules[file] ?? {}).filter(isEndpoint)
const endpoints = Object.keys(modules).flatMap(endpointsOf)
const title = ({ method, path }: Endpoint) => `${method} ${path}`

const full = endpoints.filter(({ access }) => ['sid', 'owner', 'guardian'].includes(access))
const half = endpoints.filter(({ access }) => access === 'pre')
const signed = endpoints.filter(({ access }) => access === 'hmac')
const unsafe = endpoints.filter(({ method, access }) => method === 'POST' && access !== 'hmac')

const path = (endpoint: Endpoint) => {
  const params = Object.fromEntries(
    [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => [name, 'unknown']),
  )
  return `${API_PREFIX}/${fillPath(endpoint.path, params)}`
}
const send = (client: Client, endpoint: Endpoint, headers: Record<string, string | undefined> = {}) =>
  client.raw(path(endpoint), {
    method: endpoint.method,
    headers,
    ...(endpoint.method === 'POST' ? { body: {} } : {}),
  })

let server: TestServer
let ended: string
let live: Client
beforeAll(async () => {
  server = await startServer({
    env: {
      OPERATIONS_WEBHOOK_SECRETS: 'a-secret-of-operations',
      EVENTS_WEBHOOK_SECRETS: 'a-secret-of-events',
    },
  })
  live = await server.signIn('live@example.com')
  const gone = await server.signIn('gone@example.com')
  ended = gone.cookies.get('sid')?.value ?? ''
  await gone.ok(signOut, { body: {} })
})
afterAll(() => server.stop())

const expectError = (answer: Awaited<ReturnType<typeof send>>, status: number, name: string) => {
  expect(answer.status).toBe(status)
  const traceId = answer.headers.get('x-trace-id')
  expect(traceId).toMatch(/^[0-9a-f-]{36}$/)
  expect(answer.body).toEqual({
    ...{ name, message: expect.any(String), traceId },
    ...{ key: expect.any(String), params: expect.any(Object) },
  })
  expect(answer.headers.get('cache-control')).toBe('no-store')
}

describe('the contract', () => {
  it('has more than 60 endpoints', () => {
    expect(endpoints.length).toBeGreaterThan(60)
  })
})

describe('without a cookie', () => {
  it.each(full.map((e) => [title(e), e] as const))('%s answers 401', async (_, endpoint) => {
    expectError(await send(server.client(), endpoint), 401, 'UnauthorizedError')
  })
  it.each(half.map((e) => [title(e), e] as const))('%s answers 401', async (_, endpoint) => {
    expectError(await send(server.client(), endpoint), 401, 'UnauthorizedError')
  })
  it.each(signed.map((e) => [title(e), e] as const))('%s answers 401', async (_, endpoint) => {
    expectError(await send(server.client(), endpoint), 401, 'UnauthorizedError')
  })
})

describe('with a half session', () => {
  let pre: string
  beforeAll(async () => {
    const { client } = await server.halfSignIn('half@example.com')
    pre = client.cookies.get('pre')?.value ?? ''
  })
  it.each(full.map((e) => [title(e), e] as const))(
    '%s answers 401, under any cookie name',
    async (_, endpoint) => {
      const client = server.client()
      client.setCookie('pre', pre)
      client.setCookie('sid', pre)
      client.setCookie('__Host-sid', pre)
      expectError(await send(client, endpoint), 401, 'UnauthorizedError')
    },
  )
})

describe('with a full session', () => {
  it.each(half.map((e) => [title(e), e] as const))(
    '%s answers 401, under any cookie name',
    async (_, endpoint) => {
      const client = server.client()
      const sid = live.cookies.get('sid')?.value ?? ''
      client.setCookie('sid', sid)
      client.setCookie('pre', sid)
      expectError(await send(client, endpoint), 401, 'UnauthorizedError')
    },
  )
})

describe('with an ended session', () => {
  it.each(full.map((e) => [title(e), e] as const))('%s answers 401', async (_, endpoint) => {
    const client = server.client()
    client.setCookie('sid', ended)
    expectError(await send(client, endpoint), 401, 'UnauthorizedError')
  })
})

describe('from another origin', () => {
  it.each(unsafe.map((e) => [title(e), e] as const))(
    '%s answers 403, with a session or without',
    async (_, endpoint) => {
      for (const client of [live, server.client()]) {
        for (const origin of ['https://evil.example', 'null', undefined, `${server.url}.evil.example`]) {
          expectError(await send(client, endpoint, { origin }), 403, 'OriginError')
        }
      }
    },
  )
})

describe('with unknown fields', () => {
  it.each(
    unsafe.filter(({ access }) => access === 'none' || access === 'sid').map((e) => [title(e), e] as const),
  )('%s answers 400', async (_, endpoint) => {
    const answer = await live.raw(path(endpoint), { method: 'POST', body: { surplus: 1 } })
    expectError(answer, 400, 'ValidationError')
    expect((await live.raw(`${path(endpoint)}?surplus=1`, { method: 'POST', body: {} })).status).toBe(400)
  })
  it.each(full.filter(({ method }) => method === 'GET').map((e) => [title(e), e] as const))(
    '%s answers 400',
    async (_, endpoint) => {
      expectError(await live.raw(`${path(endpoint)}?surplus=1`), 400, 'ValidationError')
    },
  )
})

describe('with a body that is not JSON', () => {
  it.each(unsafe.filter(({ access }) => access !== 'pre').map((e) => [title(e), e] as const))(
    '%s answers 415 or 400, and 413 when it is too long',
    async (_, endpoint) => {
      const post = (body: string | undefined, type: string | undefined) =>
        live.raw(path(endpoint), { method: 'POST', body, headers: { 'content-type': type } })
      expectError(
        await post('email=a', 'application/x-www-form-urlencoded'),
        415,
        'UnsupportedMediaTypeError',
      )
      expectError(await post('{}', 'text/plain'), 415, 'UnsupportedMediaTypeError')
      expectError(await post('{"a":', 'application/json'), 400, 'ValidationError')
      expectError(await post('', 'application/json'), 400, 'ValidationError')
      const limit = endpoint.bodyLimit ?? 64 * 1024
      const long = await post(`"${'a'.repeat(limit)}"`, 'application/json')
      expectError(long, 413, 'PayloadTooLargeError')
      expect(long.body).toMatchObject({ message: `The body should be at most ${limit} bytes long` })
    },
  )
})
