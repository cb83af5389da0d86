import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { refreshTokens, signIn, signOut, signOutAll, verifySignIn } from '#contract/endpoints/auth.ts'
import { getMyUser } from '#contract/endpoints/user.ts'
import { startServer, type TestServer } from '#tests/server/harness.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

const DAY = 86_400_000

describe('sessions', () => {
  it('end at sign-out, and only this one', async () => {
    const one = await server.signIn('out@example.com')
    const two = await server.signIn('out@example.com')
    const stolen = server.client()
    stolen.setCookie('sid', one.cookies.get('sid')?.value ?? '')
    const answer = await one.call(signOut, { body: {} })
    expect(answer.status).toBe(204)
    expect(one.cookies.get('sid')).toBeUndefined()
    expect((await stolen.call(getMyUser, {})).status).toBe(401)
    expect((await two.call(getMyUser, {})).status).toBe(200)
  })

  it('end everywhere at sign-out of all, half sessions too', async () => {
    const one = await server.signIn('all@example.com')
    const two = await server.signIn('all@example.com')
    const stranger = await server.signIn('stranger@example.com')
    const half = await server.halfSignIn('all@example.com')
    expect((await two.call(signOutAll, { body: {} })).status).toBe(204)
    expect((await one.call(getMyUser, {})).status).toBe(401)
    expect((await two.call(getMyUser, {})).status).toBe(401)
    expect(
      (await half.client.raw('/api/v1/auth/sign-in/setup-2fa', { method: 'POST', body: {} })).status,
    ).toBe(401)
    expect((await stranger.call(getMyUser, {})).status).toBe(200)
  })

  it('end after seven days without a call', async () => {
    const client = await server.signIn('idle@example.com')
    server.clock.advance(7 * DAY - 1000)
    expect((await client.call(getMyUser, {})).status).toBe(200)
    server.clock.advance(7 * DAY - 1000)
    expect((await client.call(getMyUser, {})).status).toBe(200)
    server.clock.advance(7 * DAY)
    expect((await client.call(getMyUser, {})).status).toBe(401)
  })

  it('end after thirty days in any case', async () => {
    const client = await server.signIn('absolute@example.com')
    for (let days = 0; days < 29; days += 1) {
      server.clock.advance(DAY)
      expect((await client.call(getMyUser, {})).status).toBe(200)
    }
    server.clock.advance(DAY)
    expect((await client.call(getMyUser, {})).status).toBe(401)
  })

  it('of one browser replace each other', async () => {
    const first = await server.signIn('old@example.com')
    const cookie = first.cookies.get('sid')?.value ?? ''
    const { id } = await first.ok(signIn, { body: { email: 'new@example.com' } })
    await first.ok(verifySignIn, { body: { id, code: server.codeFor('new@example.com', id) } })
    expect((await first.call(getMyUser, {})).body.email).toBe('old@example.com')
    const second = await server.signIn('new@example.com')
    expect((await first.call(getMyUser, {})).status).toBe(200)
    second.setCookie('sid', cookie)
    const half = await server.halfSignIn('new@example.com', second)
    await half.client.raw('/api/v1/auth/sign-in/complete/otp', {
      method: 'POST',
      body: { code: server.authenticatorCode('new@example.com') },
    })
    expect((await first.call(getMyUser, {})).status).toBe(401)
    expect((await second.call(getMyUser, {})).body.email).toBe('new@example.com')
  })

  it('answer more pairs for the socket without voiding earlier ones', async () => {
    const client = await server.signIn('pairs@example.com')
    const one = await client.ok(refreshTokens, { body: {} })
    const two = await client.ok(refreshTokens, { body: {} })
    expect(one.connectionId).toBe(client.pair.connectionId)
    expect(two.connectionId).toBe(one.connectionId)
    expect(two.oneTimeToken).not.toBe(one.oneTimeToken)
    const socket = await server.socket(client)
    expect(await socket.login(one)).toBe('success')
  })
})

it('keeps no cookie, code, token, secret or backup code readable in the database', async () => {
  const email = 'secret@example.com'
  const starting = server.client()
  const { id } = await starting.ok(signIn, { body: { email } })
  const code = server.codeFor(email, id)
  const client = await server.signIn(email)
  const pair = await client.ok(refreshTokens, { body: {} })
  const half = await server.halfSignIn(email)
  const codes = await client.raw('/api/v1/backup/generate', { method: 'POST', body: {} })
  const hidden = [
    client.cookies.get('sid')?.value ?? '',
    half.client.cookies.get('pre')?.value ?? '',
    pair.oneTimeToken,
    ...(codes.body as { value: string }[]).map(({ value }) => value),
  ]
  const { rows: tables } = await server.db.execute<{ name: string }>(
    sql`select table_name as name from information_schema.tables where table_schema = 'public'`,
  )
  expect(tables.length).toBeGreaterThan(10)
  for (const { name } of tables) {
    const { rows } = await server.db.execute(sql`select t::text as line from ${sql.identifier(name)} t`)
    const text = JSON.stringify(rows)
    for (const value of hidden) expect(text, `${name} shows a secret`).not.toContain(value)
    expect(text).not.toMatch(new RegExp(`[^0-9a-f-]${code}[^0-9a-f-]`))
  }
})
