import { request } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signIn, signOut } from '#contract/endpoints/auth.ts'
import { getMyUser } from '#contract/endpoints/user.ts'
import { Client } from '#tests/server/harness/client.ts'
import { startServer, type TestServer } from '#tests/server/harness.ts'

const PUBLIC = 'https://wallet.example'

describe('behind PUBLIC_URL on https', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startServer({ env: { PUBLIC_URL: `${PUBLIC}/` } })
  })
  afterAll(() => server.stop())

  it('cookies are secure, and the session’s is bound to the host by its name', async () => {
    const { client } = await server.halfSignIn('half@example.com')
    expect(client.cookies.get('pre')?.line).toMatch(/; Secure/)
    const full = await server.signIn('full@example.com')
    expect([...full.cookies.keys()].sort()).toEqual(['__Host-sid', 'dev'])
    expect(full.cookies.get('dev')?.line).toMatch(/; Secure/)
    const line = full.cookies.get('__Host-sid')?.line ?? ''
    expect(line).toMatch(/; Secure/)
    expect(line).toMatch(/Path=\/(;|$)/)
    expect(line).not.toMatch(/Domain/)
    const plain = server.client()
    plain.setCookie('sid', full.cookies.get('__Host-sid')?.value ?? '')
    expect((await plain.call(getMyUser, {})).status).toBe(401)
    await full.ok(signOut, { body: {} })
    expect([...full.cookies.keys()]).toEqual(['dev'])
  })

  it('only that origin may call, whatever host the request names', async () => {
    const body = { email: 'origin@example.com' }
    const foreign = await new Client(server.url).call(signIn, { body })
    expect(foreign.status).toBe(403)
    expect((await server.client().call(signIn, { body })).status).toBe(200)
  })

  it('links in mails and the socket go by it', async () => {
    const client = await server.signIn('links@example.com')
    expect(server.mails('links@example.com')[0]?.text).toContain(`${PUBLIC}/verify?id=`)
    const socket = await server.socket(client)
    expect(await socket.login(client.pair)).toBe('success')
    await expect(server.socket(client, { headers: { origin: server.url } })).rejects.toThrow()
  })

  it('browsers are told to stay with https and where sockets may go', async () => {
    const { headers } = await server.client().raw('/healthz')
    expect(headers.get('strict-transport-security')).toMatch(/max-age=31536000/)
    expect(headers.get('content-security-policy')).toContain(
      "connect-src 'self' ws://wallet.example wss://wallet.example",
    )
  })
})

describe('a mail’s link', () => {
  it('never follows the host that a request claims', async () => {
    const server = await startServer()
    try {
      const host = 'evil.example'
      const { status } = await fetchAs(server.url, host)
      expect(status).toBe(200)
      const [mail] = server.mails('victim@example.com')
      expect(mail?.text).not.toContain(host)
      expect(mail?.text).toContain(`${server.url}/verify?id=`)
    } finally {
      await server.stop()
    }
  })
})

describe('behind a proxy', () => {
  it.each([
    ['1', 200],
    ['0', 403],
  ])('TRUST_PROXY=%s answers the proxied origin with %i', async (trust, status) => {
    const server = await startServer({ env: { TRUST_PROXY: trust } })
    try {
      const answer = await new Client(server.url, 'https://proxied.example').call(
        signIn,
        { body: { email: 'proxy@example.com' } },
        { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'proxied.example' },
      )
      expect(answer.status).toBe(status)
    } finally {
      await server.stop()
    }
  })
})

/** fetch sets Host itself, so this one speaks for itself. */
const fetchAs = async (url: string, host: string): Promise<{ status: number }> => {
  const { port } = new URL(url)
  const body = JSON.stringify({ email: 'victim@example.com' })
  return new Promise((resolve, reject) => {
    const call = request(
      {
        port,
        host: '127.0.0.1',
        method: 'POST',
        path: '/api/v1/auth/sign-in',
        headers: { host, origin: `http://${host}`, 'content-type': 'application/json' },
      },
      (response) => {
        response.resume()
        resolve({ status: response.statusCode ?? 0 })
      },
    )
    call.on('error', reject)
    call.end(body)
  })
}
