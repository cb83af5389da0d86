import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signIn, verifySignIn } from '#contract/endpoints/auth.ts'
import { getMyUser } from '#contract/endpoints/user.ts'
import { startServer, type TestServer } from '#tests/server/harness.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

const MINUTE = 60_000

const begin = async (email: string) => {
  const client = server.client()
  const { id } = await client.ok(signIn, { body: { email } })
  return { client, id, code: server.codeFor(email, id) }
}
const other = (code: string) => (code === '000000' ? '111111' : '000000')

describe('sign-in by e-mail', () => {
  it('answers a request id of 12 digits and mails its first two with a link that carries the code', async () => {
    const { id, code } = await begin('first@example.com')
    expect(id).toMatch(/^\d{12}$/)
    expect(code).toMatch(/^\d{6}$/)
    const [mail] = server.mails('first@example.com')
    const link = `${server.url}/verify?id=${id}#code=${code}`
    expect(mail?.subject).toContain(`#${id.slice(0, 2)}`)
    expect(mail?.text).toContain(`#${id.slice(0, 2)}`)
    expect(mail?.text).toContain(link)
    expect(mail?.html).toContain(`#${id.slice(0, 2)}`)
    expect(mail?.html).toContain(link)
    expect(mail?.html).not.toMatch(/<img|src=/)
  })

  it('opens a half session with the right code and says who signs in', async () => {
    const { client, id, code } = await begin('Second@Example.com')
    const answer = await client.call(verifySignIn, { body: { id, code: ` ${code} ` } })
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual({ requiredAction: 'setup-2fa', email: 'Second@Example.com' })
    const cookie = client.cookies.get('pre')
    expect(cookie?.line).toMatch(/HttpOnly/)
    expect(cookie?.line).toMatch(/SameSite=Strict/)
    expect(cookie?.line).toMatch(/Path=\/api\/v1\/auth(;|$)/)
    expect(cookie?.line).toMatch(/Max-Age=900/)
    expect(cookie?.line).not.toMatch(/Secure/)
  })

  it('takes a code once', async () => {
    const { client, id, code } = await begin('once@example.com')
    await client.ok(verifySignIn, { body: { id, code } })
    const again = await server.client().call(verifySignIn, { body: { id, code } })
    expect(again.status).toBe(400)
    expect(again.body.name).toBe('InvalidCodeError')
  })

  it('takes a code once even when it is sent many times at once', async () => {
    const { id, code } = await begin('parallel@example.com')
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => server.client().call(verifySignIn, { body: { id, code } })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400, 400, 400, 400, 400])
  })

  it('refuses a code after ten minutes', async () => {
    const { client, id, code } = await begin('late@example.com')
    server.clock.advance(10 * MINUTE + 1)
    expect((await client.call(verifySignIn, { body: { id, code } })).status).toBe(400)
  })

  it('kills the request at the fifth wrong code', async () => {
    const { client, id, code } = await begin('tries@example.com')
    for (let tries = 0; tries < 5; tries++) {
      const wrong = await client.call(verifySignIn, { body: { id, code: other(code) } })
      expect(wrong.status).toBe(400)
      expect(wrong.body.name).toBe('InvalidCodeError')
    }
    expect((await client.call(verifySignIn, { body: { id, code } })).status).toBe(400)
  })

  it('refuses a code of another request and an unknown request alike', async () => {
    const [a, b] = [await begin('a@example.com'), await begin('b@example.com')]
    const foreign = await a.client.call(verifySignIn, { body: { id: b.id, code: a.code } })
    const unknown = await a.client.call(verifySignIn, { body: { id: '123456789012', code: a.code } })
    if (a.code !== b.code) expect(foreign.status).toBe(400)
    expect(unknown.status).toBe(400)
    expect({ ...unknown.body, traceId: '' }).toEqual({ ...foreign.body, traceId: '' })
  })

  it.each([
    [{}, 'Email is required'],
    [{ email: '' }, 'This field is required'],
    [{ email: 'a@b' }, 'Invalid email format'],
    [{ email: 'a b@c.de' }, 'Invalid email format'],
    [{ email: 'ä@example.com' }, 'Invalid email format'],
    [{ email: 1 }, 'Email should be a string'],
    [{ email: 'a@b.de', admin: true }, 'Unknown field admin'],
  ])('refuses %j', async (body, message) => {
    const answer = await server.client().call(signIn, { body: body as { email: string } })
    expect(answer.status).toBe(400)
    expect(answer.body).toMatchObject({ name: 'ValidationError', message })
  })

  it('knows one account by all spellings of its address', async () => {
    const first = await server.signIn('Mixed.Case@Example.com')
    const second = server.client()
    const { id } = await second.ok(signIn, { body: { email: ' mixed.case@EXAMPLE.com ' } })
    const code = server.codeFor('mixed.case@EXAMPLE.com', id)
    const result = await second.ok(verifySignIn, { body: { id, code } })
    expect(result).toEqual({ requiredAction: 'check-2fa', email: 'Mixed.Case@Example.com' })
    expect((await first.ok(getMyUser, {})).email).toBe('Mixed.Case@Example.com')
  })
})

describe('limits of sign-in', () => {
  it('sends five codes an hour from one place to an address, known or not, and says when to come back', async () => {
    await server.signIn('known@example.com')
    server.clock.advance(61 * MINUTE)
    for (const email of ['known@example.com', 'unknown@example.com']) {
      for (let sent = 0; sent < 5; sent++) await server.client().ok(signIn, { body: { email } })
      const refused = await server.client().call(signIn, { body: { email: email.toUpperCase() } })
      expect(refused.status).toBe(429)
      expect(refused.body.name).toBe('TooManyRequestsError')
      expect(Number(refused.headers.get('retry-after'))).toBe(3600)
    }
    server.clock.advance(60 * MINUTE)
    expect((await server.client().call(signIn, { body: { email: 'known@example.com' } })).status).toBe(200)
  })

  it('counts wrong codes per account over all requests: the tenth is told by mail, and keeps nobody out', async () => {
    const email = 'victim@example.com'
    await server.signIn(email)
    server.clock.advance(61 * MINUTE)
    for (let round = 0; round < 2; round++) {
      const { client, id, code } = await begin(email)
      for (let tries = 0; tries < 5; tries++) {
        await client.call(verifySignIn, { body: { id, code: other(code) } })
      }
    }
    await expect
      .poll(() => server.mails(email).map(({ subject }) => subject))
      .toContain('Wrong codes for your Countersign account')
    const later = await begin(email)
    expect((await later.client.call(verifySignIn, { body: { id: later.id, code: later.code } })).status).toBe(
      200,
    )
  })

  it('counts parallel guesses one by one', async () => {
    const { id, code } = await begin('guessed@example.com')
    const answers = await Promise.all(
      Array.from({ length: 12 }, () =>
        server.client().call(verifySignIn, { body: { id, code: other(code) } }),
      ),
    )
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([400]))
    expect((await server.client().call(verifySignIn, { body: { id, code } })).status).toBe(400)
  })
})
