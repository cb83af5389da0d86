import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { getMyUser } from '#contract/endpoints/user.ts'
import { getPrice } from '#contract/endpoints/wallet.ts'
import { CONTRACT_VERSION, OLDEST_KNOWN } from '#contract/version.ts'
import { CustodyRefusal } from '#server/custody/refusal.ts'
import { startServer, type TestServer } from '#tests/server/harness.ts'

const SCRIPT = `console.log('${'x'.repeat(2000)}')`

let folder: string
let server: TestServer
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'countersign-client-'))
  await mkdir(join(folder, 'assets'))
  await writeFile(join(folder, 'index.html'), '<!doctype html><title>Shell</title>')
  await writeFile(join(folder, 'sw.js'), 'self.x = 1')
  await writeFile(join(folder, 'assets', 'index-abc123.js'), SCRIPT)
  await writeFile(join(folder, 'assets', 'index-abc123.js.gz'), gzipSync(SCRIPT))
  server = await startServer({
    clientDir: folder,
    extend: async (app) => {
      app.get('/broken', async () => {
        throw new Error('select * from secrets')
      })
      app.get('/apart', async () => {
        throw new CustodyRefusal('Unreachable', 'connect ENOENT /run/custody.sock')
      })
    },
  })
})
afterAll(async () => {
  await server.stop()
  await rm(folder, { recursive: true, force: true })
})

/** Headers that say what this very answer is. */
const CHANGING = [
  'accept-ranges',
  'cache-control',
  'connection',
  'content-encoding',
  'content-length',
  'content-type',
  'date',
  'etag',
  'keep-alive',
  'last-modified',
  'transfer-encoding',
  'vary',
  'x-trace-id',
]

const page = { accept: 'text/html,application/xhtml+xml' }

describe('the shell', () => {
  it.each(['/', '/auth', '/verify?id=1&code=2', '/oauth/google/verify?code=1', '/wallets', '/nope'])(
    'is what %s gets',
    async (path) => {
      const answer = await server.client().raw(path, { headers: page })
      expect(answer.status).toBe(200)
      expect(answer.body).toContain('Shell')
      expect(answer.headers.get('cache-control')).toBe('no-cache')
      expect(answer.headers.get('x-trace-id')).toMatch(/^[0-9a-f-]{36}$/)
    },
  )

  it.each(['*/*', 'application/json', 'image/avif,image/*;q=0.8', 'text/plain', '', undefined])(
    'is what a mailed link gets that is asked for as %s',
    async (accept) => {
      for (const path of [
        '/verify?id=482913557120',
        '/verify?id=1&code=2',
        '/guardian-hub?filter=approvals',
      ]) {
        const answer = await server.client().raw(path, { headers: { accept } })
        expect(answer.status).toBe(200)
        expect(answer.headers.get('content-type')).toMatch(/^text\/html/)
        expect(answer.body).toContain('Shell')
      }
      const file = await server.client().raw('/nope.png', { headers: { accept } })
      expect(file.status).toBe(404)
    },
  )

  it('is where somebody gets who shares something with an app whose service worker is gone', async () => {
    const init = { method: 'POST', redirect: 'manual', body: new URLSearchParams({ text: 'wc:' }) } as const
    const answer = await fetch(`${server.url}/share`, init)
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/wallets'])
  })

  it.each(['/api/v1/nope', '/api', '/api/v2/users', '/sandbox', '/sandbox/mailbox', '/assets/gone.js'])(
    'is not what %s gets',
    async (path) => {
      const answer = await server.client().raw(path, { headers: page })
      expect(answer.status).toBe(404)
      expect(answer.body).toMatchObject({ name: 'NotFoundError' })
    },
  )

  it('keeps hashed files for good and asks for the others each time', async () => {
    const hashed = await server.client().raw('/assets/index-abc123.js')
    expect(hashed.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(hashed.headers.get('content-encoding')).toBe('gzip')
    expect(hashed.headers.get('content-type')).toMatch(/javascript/)
    expect(hashed.headers.get('vary')).toMatch(/accept-encoding/i)
    expect(hashed.body).toBe(SCRIPT)
    const worker = await server.client().raw('/sw.js')
    expect(worker.headers.get('cache-control')).toBe('no-cache')
  })

  it('is not left by dots', async () => {
    const raw = await new Promise<string>((resolve) => {
      const socket = connect(Number(new URL(server.url).port), '127.0.0.1')
      socket.end(
        'GET /assets/../../../../etc/passwd HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n',
      )
      let text = ''
      socket.on('data', (chunk) => {
        text += chunk
      })
      socket.on('close', () => resolve(text))
    })
    expect(raw).not.toContain('root:')
    expect(raw).toMatch(/^HTTP\/1.1 40[034]/)
  })
})

describe('every answer', () => {
  it.each([
    ['the page', '/', 200],
    ['the worker', '/sw.js', 200],
    ['a script', '/assets/index-abc123.js', 200],
    ['the API', '/api/v1/config', 200],
    ['a refusal', '/api/v1/users/my', 401],
    ['what is not there', '/assets/gone.js', 404],
    ['a failure', '/broken', 500],
  ])('forbids all that the page does not need: %s', async (_, path, status) => {
    const { headers, status: answered } = await server.client().raw(path, { headers: page })
    expect(answered).toBe(status)
    const { host } = new URL(server.url)
    const all = Object.fromEntries(headers)
    for (const each of CHANGING) delete all[each]
    expect(all).toEqual({
      'content-security-policy': [
        "default-src 'self'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data: blob:",
        "font-src 'self'",
        `connect-src 'self' ws://${host} wss://${host}`,
        "worker-src 'self'",
        "manifest-src 'self'",
        "object-src 'none'",
        "frame-ancestors 'none'",
        "base-uri 'none'",
        "form-action 'none'",
        "require-trusted-types-for 'script'",
        'trusted-types countersign',
      ].join(';'),
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'origin-agent-cluster': '?1',
      'permissions-policy': expect.stringMatching(/^[a-z-]+=\((?:self)?\)(?:, [a-z-]+=\((?:self)?\))*$/),
      'referrer-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
      'x-contract-oldest': String(OLDEST_KNOWN),
      'x-contract-version': String(CONTRACT_VERSION),
      'x-dns-prefetch-control': 'off',
      'x-download-options': 'noopen',
      'x-frame-options': 'DENY',
      'x-permitted-cross-domain-policies': 'none',
      'x-xss-protection': '0',
    })
    const permissions = headers.get('permissions-policy')?.split(', ') ?? []
    expect(permissions.filter((each) => each.endsWith('=(self)'))).toEqual([
      'camera=(self)',
      'clipboard-write=(self)',
      'publickey-credentials-create=(self)',
      'publickey-credentials-get=(self)',
    ])
    for (const feature of ['microphone', 'geolocation', 'payment', 'usb'])
      expect(permissions).toContain(`${feature}=()`)
  })

  it('has a trace id of its own, and of the API is never stored', async () => {
    const client = await server.signIn('trace@example.com')
    const [one, two] = [await client.call(getMyUser, {}), await client.call(getMyUser, {})]
    expect(one.headers.get('x-trace-id')).not.toBe(two.headers.get('x-trace-id'))
    expect(one.headers.get('cache-control')).toBe('no-store')
    const forged = await client.call(getMyUser, {}, { 'x-trace-id': 'mine', 'x-request-id': 'mine' })
    expect(forged.headers.get('x-trace-id')).toMatch(/^[0-9a-f-]{36}$/)
  })

  it('to bytes that are not HTTP is an envelope too', async () => {
    const raw = await new Promise<string>((resolve) => {
      const socket = connect(Number(new URL(server.url).port), '127.0.0.1')
      socket.end('NONSENSE\r\n\r\n')
      let text = ''
      socket.on('data', (chunk) => {
        text += chunk
      })
      socket.on('close', () => resolve(text))
    })
    expect(raw).toMatch(/^HTTP\/1.1 400/)
    expect(raw).toMatch(/x-trace-id: [0-9a-f-]{36}/i)
    expect(JSON.parse(raw.split('\r\n\r\n')[1] ?? '')).toMatchObject({ name: 'ValidationError' })
  })

  it('to a failure inside says nothing of it', async () => {
    const answer = await server.client().raw('/broken')
    expect(answer.status).toBe(500)
    expect(answer.body).toEqual({
      name: 'InternalError',
      message: 'Something went wrong',
      traceId: answer.headers.get('x-trace-id'),
      ...{ key: 'somethingWrong', params: {} },
    })
  })

  it('to custody that does not answer says no word of what became of the call', async () => {
    const answer = await server.client().raw('/apart')
    expect(answer.status).toBe(503)
    expect(answer.body).toMatchObject({
      name: 'CustodyUnavailableError',
      message: 'Custody cannot be reached. Nothing is lost. Try again in a moment.',
    })
  })
})

it('GET /healthz says that all is ready', async () => {
  const answer = await server.client().raw('/healthz')
  expect(answer.status).toBe(200)
  expect(answer.body).toEqual({ ok: true })
})

it('answers nobody more than 60 prices a minute, and says when to come back', async () => {
  const statuses = []
  let last = await server.client().call(getPrice, { query: { symbol: 'nope' } })
  for (let calls = 1; calls < 61; calls++) {
    statuses.push(last.status)
    last = await server.client().call(getPrice, { query: { symbol: 'nope' } })
  }
  expect(new Set(statuses)).toEqual(new Set([404]))
  expect(last.status).toBe(429)
  expect(last.body).toMatchObject({ name: 'TooManyRequestsError', traceId: last.headers.get('x-trace-id') })
  const seconds = Number(last.headers.get('retry-after'))
  expect(seconds).toBeGreaterThan(0)
  expect(last.body).toMatchObject({ key: 'tooManyRequests', params: { seconds } })
})

it('answers no address more than 600 sign-in calls a minute', async () => {
  const answers: number[] = []
  // Counts are of the minute by the clock, which may turn in the middle.
  for (let round = 0; round < 62 && answers.filter((status) => status === 429).length < 20; round++) {
    const batch = await Promise.all(
      Array.from({ length: 20 }, () =>
        server.client().raw('/api/v1/auth/sign-in', { method: 'POST', body: { email: 'no' } }),
      ),
    )
    answers.push(...batch.map(({ status }) => status))
  }
  const refused = answers.filter((status) => status === 429).length
  expect(refused).toBeGreaterThanOrEqual(20)
  expect(new Set(answers)).toEqual(new Set([400, 429]))
})
