import { afterAll, describe, expect, it } from 'vitest'
import { makeOwnOrigin, upgradeOrigin } from '#server/http/origin.ts'
import { makeTrust, parseProxies } from '#server/http/proxy.ts'
import { sourceOf, sourceOfAddress } from '#server/http/source.ts'
import { startServer, type TestServer } from '#tests/server/harness.ts'

const servers = new Map<string, TestServer>()
afterAll(async () => {
  for (const server of servers.values()) await server.stop()
})

const behind = async (trust: string): Promise<TestServer> => {
  const known = servers.get(trust)
  if (known) return known
  const server = await startServer({
    env: { TRUST_PROXY: trust },
    extend: async (app) => {
      app.get('/source', async (request) => ({
        source: sourceOf(request),
        origin: makeOwnOrigin(undefined)(request),
      }))
    },
  })
  servers.set(trust, server)
  return server
}

const [OWNER, SPOOFED, FIRST, SECOND] = ['203.0.113.7', '198.51.100.1', '10.0.0.1', '10.0.0.2']
const NETWORKS = '10.0.0.0/8, fd00::/8'

describe('the source of a call', () => {
  it.each([
    ['0', OWNER, SPOOFED],
    ['0', OWNER, `${SPOOFED}, ${FIRST}`],
    ['1', FIRST, `${SPOOFED}, ${OWNER}`],
    ['hops:1', FIRST, `${SPOOFED}, ${FIRST}, ${OWNER}`],
    ['hops:2', SECOND, `${SPOOFED}, ${OWNER}, ${FIRST}`],
    ['hops:2', SECOND, `${FIRST}, ${FIRST}, ${OWNER}, ${FIRST}`],
    [NETWORKS, OWNER, SPOOFED],
    [NETWORKS, OWNER, `${SPOOFED}, ${FIRST}`],
    [NETWORKS, FIRST, `${SPOOFED}, ${OWNER}`],
    [NETWORKS, SECOND, `${SPOOFED}, ${OWNER}, ${FIRST}`],
    [NETWORKS, '::ffff:10.0.0.2', `${SPOOFED}, ${OWNER}:4711, fd00::1`],
  ])('behind TRUST_PROXY=%s, from %s with X-Forwarded-For %s, is the owner', async (trust, peer, header) => {
    const { app } = await behind(trust)
    const answer = await app.inject({
      url: '/source',
      remoteAddress: peer,
      headers: { 'x-forwarded-for': header },
    })
    expect(answer.json().source).toBe(OWNER)
  })

  it.each([
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['203.0.113.7:4711', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:DB8:1:2::9', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['[2001:db8:0:0:9::1]:4711', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ])('%s counts as %s', (address, source) => {
    expect(sourceOfAddress(address)).toBe(source)
  })

  it('of one IPv6 network is one for the mails of an address', async () => {
    const { app } = await behind('0')
    const ask = async (remoteAddress: string) =>
      (
        await app.inject({
          method: 'POST',
          url: '/api/v1/auth/sign-in',
          remoteAddress,
          headers: { origin: 'http://localhost', host: 'localhost' },
          payload: { email: 'network@example.com' },
        })
      ).statusCode
    for (let host = 1; host <= 5; host += 1) expect(await ask(`2001:db8:0:1::${host}`)).toBe(200)
    expect(await ask('2001:db8:0:1::6')).toBe(429)
    expect(await ask('2001:db8:0:2::6')).toBe(200)
  })
})

describe('the origin that a proxy names', () => {
  const headers = {
    host: 'inside',
    'x-forwarded-host': 'evil.example, wallet.example',
    'x-forwarded-proto': 'https',
  }

  it.each([
    ['0', FIRST, 'http://inside'],
    ['1', FIRST, 'https://wallet.example'],
    [NETWORKS, FIRST, 'https://wallet.example'],
    [NETWORKS, OWNER, 'http://inside'],
  ])('behind TRUST_PROXY=%s, from %s, is %s, for calls and sockets alike', async (trust, peer, origin) => {
    const { app } = await behind(trust)
    const answer = await app.inject({ url: '/source', remoteAddress: peer, headers })
    expect(answer.json().origin).toBe(origin)
    const upgrade = { headers, socket: { remoteAddress: peer } } as unknown as Parameters<
      typeof upgradeOrigin
    >[0]
    const proxies = parseProxies(trust) ?? undefined
    expect(upgradeOrigin(upgrade, { publicUrl: undefined, trust: makeTrust(proxies) })).toBe(origin)
  })
})
