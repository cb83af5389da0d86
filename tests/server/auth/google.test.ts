import { type MutableToken, OAuth2Server } from 'oauth2-mock-server'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { completeOtp, completeSetup, setupTwoFactor, verifyGoogle } from '#contract/endpoints/auth.ts'
import { getMyUser } from '#contract/endpoints/user.ts'
import type { Client } from '#tests/server/harness/client.ts'
import { secretOf, totp } from '#tests/server/harness/user.ts'
import { startServer, type TestServer } from '#tests/server/harness.ts'

const provider = new OAuth2Server()
let server: TestServer
/** What the provider says of whoever signs in next. */
let claims: Record<string, unknown>

beforeAll(async () => {
  await provider.issuer.keys.generate('RS256')
  await provider.start(0, 'localhost')
  provider.service.on('beforeTokenSigning', (token: MutableToken) => Object.assign(token.payload, claims))
  // The spec's return address carries these; the stand-in does not add them by itself.
  provider.service.on('beforeAuthorizeRedirect', ({ url }: { url: URL }) => {
    url.searchParams.set('authuser', '0')
    url.searchParams.set('prompt', 'consent')
    url.searchParams.set('scope', 'openid email profile')
  })
  server = await startServer({
    env: {
      GOOGLE_ISSUER: provider.issuer.url ?? '',
      GOOGLE_CLIENT_ID: 'countersign',
      GOOGLE_CLIENT_SECRET: 'hush',
    },
  })
})
afterAll(async () => {
  await server.stop()
  await provider.stop()
})
beforeEach(() => {
  claims = { sub: 'sub-1', email: 'google@example.com', email_verified: true }
})

/** The browser's way to the provider and back: the address that the page is opened with. */
const goThere = async (client: Client) => {
  const start = await client.raw('/api/v1/oauth/google/login')
  const there = new URL(start.headers.get('location') ?? '')
  const answer = await fetch(there, { redirect: 'manual' })
  return { start, there, back: new URL(answer.headers.get('location') ?? '') }
}
const fourOf = (back: URL) => ({
  authuser: back.searchParams.get('authuser') ?? '',
  code: back.searchParams.get('code') ?? '',
  prompt: back.searchParams.get('prompt') ?? '',
  scope: back.searchParams.get('scope') ?? '',
})
const verifyAs = async (client: Client) => {
  const { back } = await goThere(client)
  return client.call(verifyGoogle, { query: fourOf(back) })
}
const expectFailure = (answer: Awaited<ReturnType<typeof verifyAs>>) => {
  expect(answer.status).toBe(400)
  expect(answer.body).toMatchObject({ name: 'GoogleVerificationError', message: 'Failed to verify Google' })
}

describe('the way to the provider', () => {
  it('carries a challenge and a nonce, and a cookie keeps their secrets', async () => {
    const client = server.client()
    const { start, there, back } = await goThere(client)
    expect(start.status).toBe(302)
    expect(there.origin).toBe(provider.issuer.url)
    expect(there.searchParams.get('response_type')).toBe('code')
    expect(there.searchParams.get('code_challenge_method')).toBe('S256')
    expect(there.searchParams.get('code_challenge')).toMatch(/^[\w-]{43}$/)
    expect(there.searchParams.get('nonce')).toMatch(/^[\w-]{43}$/)
    expect(there.searchParams.get('state')).toBeNull()
    expect(there.searchParams.get('redirect_uri')).toBe(`${server.url}/oauth/google/verify`)
    expect(back.origin + back.pathname).toBe(`${server.url}/oauth/google/verify`)
    const line = client.cookies.get('oauth_pkce')?.line ?? ''
    expect(line).toMatch(/HttpOnly/)
    expect(line).toMatch(/SameSite=Strict/)
    expect(line).toMatch(/Path=\/api\/v1\/oauth(;|$)/)
    expect(line).toMatch(/Max-Age=600/)
  })

  it('leads back to the page when none is configured', async () => {
    const bare = await startServer()
    try {
      const answer = await bare.client().raw('/api/v1/oauth/google/login')
      expect(answer.status).toBe(302)
      expect(answer.headers.get('location')).toBe('/auth?error=google-not-configured')
    } finally {
      await bare.stop()
    }
  })
})

describe('the way back', () => {
  it('opens a half session, and the second factor a whole one', async () => {
    const client = server.client()
    const answer = await verifyAs(client)
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual({ requiredAction: 'setup-2fa', email: 'google@example.com' })
    expect(client.cookies.get('oauth_pkce')).toBeUndefined()
    expect((await client.call(getMyUser, {})).status).toBe(401)
    const { otpUri } = await client.ok(setupTwoFactor, { body: {} })
    await client.ok(completeSetup, { body: { code: totp(secretOf(otpUri), server.clock.now()) } })
    expect((await client.ok(getMyUser, {})).email).toBe('google@example.com')
  })

  it('finds the account by issuer and subject, not by address', async () => {
    claims = { sub: 'sub-1', email: 'renamed@example.com', email_verified: true }
    const answer = await verifyAs(server.client())
    expect(answer.body).toEqual({ requiredAction: 'check-2fa', email: 'google@example.com' })
  })

  it('links an existing account only after its second factor', async () => {
    const owner = await server.signIn('linked@example.com')
    claims = { sub: 'sub-2', email: 'Linked@example.com', email_verified: true }
    /** Whose account this Google account leads to once the address at Google is another one. */
    const reached = async () => {
      const before = claims
      claims = { sub: 'sub-2', email: 'moved@example.com', email_verified: true }
      const { body } = await verifyAs(server.client())
      claims = before
      return body
    }

    const client = server.client()
    expect((await verifyAs(client)).body).toMatchObject({ requiredAction: 'check-2fa' })
    expect(await reached()).toMatchObject({ requiredAction: 'setup-2fa', email: 'moved@example.com' })
    await client.ok(completeOtp, { body: { code: server.authenticatorCode('linked@example.com') } })
    expect((await client.ok(getMyUser, {})).id).toBe(owner.id)
    expect(await reached()).toMatchObject({ requiredAction: 'check-2fa', email: 'linked@example.com' })
  })

  it.each(['authuser', 'code', 'prompt', 'scope'])('without %s is refused', async (missing) => {
    const client = server.client()
    const { back } = await goThere(client)
    for (const value of [undefined, '']) {
      expectFailure(
        await client.call(verifyGoogle, { query: { ...fourOf(back), [missing]: value } as never }),
      )
    }
  })

  it('works once, also after a failure', async () => {
    const client = server.client()
    const { back } = await goThere(client)
    const cookie = client.cookies.get('oauth_pkce')?.value ?? ''
    expect((await client.call(verifyGoogle, { query: fourOf(back) })).status).toBe(200)
    expectFailure(await client.call(verifyGoogle, { query: fourOf(back) }))
    client.setCookie('oauth_pkce', cookie, '/api/v1/oauth')
    expectFailure(await client.call(verifyGoogle, { query: fourOf(back) }))
    expect(client.cookies.get('oauth_pkce')).toBeUndefined()

    const { back: second } = await goThere(client)
    expectFailure(await client.call(verifyGoogle, { query: { ...fourOf(second), code: 'wrong' } }))
    expectFailure(await client.call(verifyGoogle, { query: fourOf(second) }))
  })

  it('of another browser is refused', async () => {
    const [victim, attacker] = [server.client(), server.client()]
    const { back } = await goThere(attacker)
    expectFailure(await victim.call(verifyGoogle, { query: fourOf(back) }))
    await goThere(victim)
    expectFailure(await victim.call(verifyGoogle, { query: fourOf(back) }))
  })

  it.each([
    ['an address that is not verified', { email_verified: false }],
    ['no word whether the address is verified', { email_verified: undefined }],
    ['no address', { email: undefined }],
    ['an address that is not ASCII', { email: 'gö@example.com' }],
    ['another nonce', { nonce: 'other' }],
    ['another audience', { aud: 'somebody-else' }],
    ['another issuer', { iss: 'https://evil.example' }],
    ['a token that is over', { exp: 1 }],
  ])('with %s is refused', async (_, wrong) => {
    claims = { sub: 'sub-9', email: 'wrong@example.com', email_verified: true, ...wrong }
    expectFailure(await verifyAs(server.client()))
  })

  it('blames the provider when it fails', async () => {
    provider.service.once('beforeResponse', (response: { statusCode: number; body: unknown }) => {
      response.statusCode = 503
      response.body = {}
    })
    const answer = await verifyAs(server.client())
    expect(answer.status).toBe(502)
    expect(answer.body).toMatchObject({ name: 'ProviderError' })
  })
})
