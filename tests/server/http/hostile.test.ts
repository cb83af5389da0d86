import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { API_PREFIX, type Endpoint, fillPath } from '#contract/endpoint.ts'
import { sendEvm } from '#contract/endpoints/transaction.ts'
import { createWallet, getWallet } from '#contract/endpoints/wallet.ts'
import { ERROR_NAMES } from '#contract/error.ts'
import type { Answer } from '#tests/server/harness/client.ts'
import type { SignedInClient } from '#tests/server/harness/user.ts'
import { startServer, type TestServer } from '#tests/server/harness.ts'

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'path' in value && 'access' in value
const modules = import.meta.glob<Record<string, unknown>>('/src/contract/endpoints/*.ts', { eager: true })
const endpoints = Object.values(modules)
  .flatMap((module) => Object.values(module).filter(isEndpoint))
  .filter(({ access, path }) => access !== 'hmac' && !path.startsWith('auth/sign-out'))
const title = ({ method, path }: Endpoint) => `${method} ${path}`

/** The names of an object schema's fields. */
const fieldsOf = (schema: unknown): string[] => {
  const { shape } = (schema as { _zod?: { def?: { shape?: object } } } | undefined)?._zod?.def ?? {}
  return shape ? Object.keys(shape) : []
}

const NUL = 'a\0b'
const TEXTS = [
  '',
  ' ',
  NUL,
  '\ud800',
  '\u202e',
  '9'.repeat(78),
  '-1',
  '0x',
  "' or 1=1 --",
  '%00',
  '__proto__',
]
const VALUES = [...TEXTS, 'x'.repeat(20_000), null, true, -1, 1e308, 1.5, 2 ** 53, [], [[]], {}]
const BODIES = [...VALUES.map((value) => JSON.stringify(value)), '{"__proto__":1}', '['.repeat(30_000)]

/** A value of each field that would do. */
const GOOD: Record<string, unknown> = {
  ...{ amount: '1', assetId: 'none', description: '', gas: 'normal', recipient: `0x${'1'.repeat(40)}` },
  ...{ email: 'a@example.com', code: '123456', id: '1', name: 'Another', consensus: 1, reason: 'no' },
  ...{ message: 'm', nonce: 'n', timestamp: 1, signature: `0x${'0'.repeat(130)}`, sessionId: 'none' },
  ...{ endpoint: 'https://fcm.googleapis.com/x', keys: { p256dh: 'a', auth: 'b' }, marketingId: 'a' },
  uri: `wc:${'a'.repeat(64)}@2?relay-protocol=irn&symKey=${'b'.repeat(64)}`,
}

let server: TestServer
let person: SignedInClient
let walletId: string
beforeAll(async () => {
  server = await startServer()
  person = await server.signIn('hostile@example.com')
  walletId = (await person.ok(createWallet, { body: { name: 'Main' } })).id
  await vi.waitFor(
    async () => expect((await person.ok(getWallet, { params: { id: walletId } })).status).toBe('active'),
    { timeout: 20_000 },
  )
})
/** All of it is more than one session may ask in a minute. */
let asked = 0
beforeEach(async () => {
  if (asked < 1000) return
  asked = 0
  person = await server.signIn('hostile@example.com')
})
afterAll(() => server.stop())

const url = ({ path }: Endpoint, params: Record<string, string> = {}) =>
  `${API_PREFIX}/${fillPath(path, {
    id: path.startsWith('wallets/') ? walletId : 'none',
    txId: 'none',
    approverId: 'none',
    ...params,
  })}`

const expectRefusal = (what: string, { status, body, headers }: Answer) => {
  const seen = `${what} got ${status}`
  expect([200, 201, 204, 302, 400, 401, 403, 404, 409, 413, 415, 429], seen).toContain(status)
  if (status < 400) return
  expect(body, seen).toEqual({
    name: expect.any(String),
    message: expect.any(String),
    traceId: headers.get('x-trace-id'),
    key: expect.any(String),
    params: expect.any(Object),
  })
  expect(ERROR_NAMES, seen).toHaveProperty((body as { name: string }).name, status)
}

describe('whatever is sent', () => {
  it.each(endpoints.map((e) => [title(e), e] as const))(
    '%s answers an error of its own',
    async (_, endpoint) => {
      const { method } = endpoint
      const good = Object.fromEntries(
        fieldsOf(endpoint.body).map((name) => [name, name === 'walletId' ? walletId : GOOD[name]]),
      )
      const asks: [string, () => Promise<Answer>][] = []
      if (method === 'POST') {
        for (const body of BODIES)
          asks.push([`body ${body.slice(0, 20)}`, () => person.raw(url(endpoint), { method, body })])
        for (const name of Object.keys(good))
          for (const value of VALUES)
            asks.push([
              `${name} ${JSON.stringify(value).slice(0, 20)}`,
              () => person.raw(url(endpoint), { method, body: { ...good, [name]: value } }),
            ])
      }
      for (const name of fieldsOf(endpoint.query))
        for (const value of TEXTS) {
          const query = new URLSearchParams({ [name]: value })
          asks.push([`?${query}`, () => person.raw(`${url(endpoint)}?${query}`, { method })])
        }
      for (const [, name = ''] of endpoint.path.matchAll(/\{(\w+)\}/g))
        for (const value of [NUL, ' ', '\u202e', 'x'.repeat(200), '__proto__']) {
          const ask = () =>
            person.raw(url(endpoint, { [name]: value }), { method, ...(method === 'POST' && { body: good }) })
          asks.push([`{${name}} ${value.slice(0, 20)}`, ask])
        }
      asked += asks.length
      await Promise.all(asks.map(async ([what, ask]) => expectRefusal(what, await ask())))
    },
  )

  it('a record that cannot exist is not found', async () => {
    for (const id of [NUL, 'x'.repeat(200), 'x'.repeat(20), '%'])
      expect((await person.call(getWallet, { params: { id } })).status).toBe(404)
  })
})

describe('an empty field of a send', () => {
  const send = (field: Record<string, string>) =>
    person.call(sendEvm, {
      params: { id: walletId },
      body: {
        amount: '1',
        assetId: 'none',
        description: '',
        gas: 'normal',
        recipient: `0x${'1'.repeat(40)}`,
        ...field,
      },
    })
  it.each([
    ['recipient', '', 'Wallet address is required'],
    ['recipient', ' \n', 'Wallet address is required'],
    ['amount', '', 'Amount is required'],
    ['assetId', '', 'Asset is required'],
  ])('%s %j gets the text of its rule', async (name, value, message) => {
    const { status, body } = await send({ [name]: value })
    expect({ status, message: body.message }).toEqual({ status: 400, message })
  })
})
