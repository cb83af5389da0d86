import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  endOtherSessions,
  endOwnSession,
  getFactors,
  listAccountLog,
  listOwnSessions,
} from '#contract/endpoints/account.ts'
import { completeBackup, completeOtp } from '#contract/endpoints/auth.ts'
import { stepUp } from '#contract/endpoints/stepup.ts'
import { generateBackupCodes, getMyUser } from '#contract/endpoints/user.ts'
import type { Client } from '#tests/server/harness/client.ts'
import { startServer, type TestServer } from '#tests/server/harness.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

const MINUTE = 60_000
const CHROME =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36'

const online = async (email: string) => {
  const client = await server.signIn(email)
  const socket = await server.socket(client)
  expect(await socket.login(client.pair)).toBe('success')
  return { client, socket }
}

/** Signs in once more, with a browser that says this of itself. */
const signInAs = async (email: string, userAgent: string) => {
  const { client } = await server.halfSignIn(email)
  const answer = await client.raw('/api/v1/auth/sign-in/complete/otp', {
    method: 'POST',
    body: { code: server.authenticatorCode(email) },
    headers: { 'user-agent': userAgent },
  })
  expect(answer.status).toBe(200)
  return client
}

const sessionsOf = async (client: Client) => (await client.ok(listOwnSessions, { query: {} })).items
const idOf = async (client: Client) => (await sessionsOf(client)).find(({ current }) => current)?.id ?? ''
const end = (client: Client, id: string) => client.call(endOwnSession, { params: { id }, body: {} })
const isIn = async (client: Client) => (await client.call(getMyUser, {})).status === 200
const logOf = async (client: Client) => (await client.ok(listAccountLog, { query: {} })).items

describe('own sessions', () => {
  it('are listed with browser, system and last use, the latest first, and nothing else', async () => {
    const email = 'listed@example.com'
    const first = await server.signIn(email)
    const second = await signInAs(email, CHROME)
    server.clock.advance(5 * MINUTE)
    await second.ok(getMyUser, {})
    const [own, other, ...rest] = await sessionsOf(second)
    expect(rest).toEqual([])
    expect(own).toEqual({
      ...{ id: await idOf(second), browser: 'Chrome', system: 'macOS', current: true },
      createdAt: expect.any(String),
      usedAt: server.clock.now().toISOString(),
    })
    expect(other).toMatchObject({ id: await idOf(first), current: false })
    expect((await second.ok(listOwnSessions, { query: { limit: 1, offset: 1 } })).total).toBe(2)
    expect((await second.call(listOwnSessions, { query: { limit: 501 } })).status).toBe(400)
  })

  it('name a browser by words of our own only, whatever it says of itself', async () => {
    const email = 'hostile@example.com'
    await server.signIn(email)
    const hostile = [
      '<img src=x onerror=alert(1)> Chrome/1 Windows',
      '\u00e2\u0080\u00ae\u00e2\u0081\u00a6 moc.live',
      `=cmd|' /C calc'!A0 Firefox/1`,
      `Linux ${'A'.repeat(6000)} Chrome/1`,
    ]
    for (const userAgent of hostile) await signInAs(email, userAgent)
    server.clock.advance(60 * MINUTE)
    const client = await signInAs(email, CHROME)
    const named = (await sessionsOf(client)).map(({ browser, system }) => `${browser} on ${system}`)
    expect(named.toSorted()).toEqual(
      [
        'Chrome on macOS',
        'Chrome on Windows',
        'Firefox on another system',
        'Another browser on Linux',
        ...Array.from({ length: 2 }, () => 'undefined on undefined'),
      ].toSorted(),
    )
    expect(JSON.stringify(await logOf(client))).not.toMatch(/img|cmd|live|AAA/)
  })

  it('end one by one, at once for its page and its socket, and no other', async () => {
    const email = 'one@example.com'
    const [here, gone, stays] = [await online(email), await online(email), await online(email)]
    const asked = Date.now()
    expect((await end(here.client, await idOf(gone.client))).status).toBe(204)
    expect((await gone.socket.next('log-out')).payload.data).toEqual({ reason: 'sign-out-all' })
    expect(await gone.socket.closed).toBe('io server disconnect')
    expect(Date.now() - asked).toBeLessThan(1000)
    expect(await isIn(gone.client)).toBe(false)
    expect([await isIn(here.client), await isIn(stays.client)]).toEqual([true, true])
    expect(stays.socket.heard).toEqual([])
    expect(await sessionsOf(here.client)).toHaveLength(2)
  })

  it('end all but the one that asks, half sessions and other people’s aside', async () => {
    const email = 'others@example.com'
    const [here, ...gone] = [await online(email), await online(email), await online(email)]
    const stranger = await online('stranger@example.com')
    const half = await server.halfSignIn(email)
    expect((await here.client.call(endOtherSessions, { body: {} })).status).toBe(204)
    for (const { client, socket } of gone) {
      expect((await socket.next('log-out')).payload.data).toEqual({ reason: 'sign-out-all' })
      expect(await isIn(client)).toBe(false)
    }
    expect(
      (await half.client.call(completeOtp, { body: { code: server.authenticatorCode(email) } })).status,
    ).toBe(401)
    expect([await isIn(here.client), await isIn(stranger.client)]).toEqual([true, true])
    expect([here.socket.heard, stranger.socket.heard]).toEqual([[], []])
    expect(await sessionsOf(here.client)).toHaveLength(1)
    // Nobody is left: the same again changes nothing.
    expect((await here.client.call(endOtherSessions, { body: {} })).status).toBe(204)
  })

  it('refuse a foreign id as one that is not there, and the one in use', async () => {
    const owner = await server.signIn('owner@example.com')
    const thief = await server.signIn('thief@example.com')
    for (const id of [await idOf(owner), 'unknown', 'ä', '../x', 'a'.repeat(100)])
      expect([id, (await end(thief, id)).status]).toEqual([
        id,
        expect.toSatisfy((s) => s === 404 || s === 400),
      ])
    expect((await end(thief, await idOf(owner))).status).toBe(404)
    expect(await isIn(owner)).toBe(true)
    expect(await end(thief, await idOf(thief))).toMatchObject({
      status: 409,
      body: { name: 'ConflictError' },
    })
    expect(await isIn(thief)).toBe(true)
    const nobody = server.client()
    expect((await nobody.call(listOwnSessions, { query: {} })).status).toBe(401)
    expect((await nobody.call(listAccountLog, { query: {} })).status).toBe(401)
    expect((await nobody.call(getFactors, {})).status).toBe(401)
  })

  it('that end each other at once leave one of the two', async () => {
    const email = 'duel@example.com'
    const [one, two] = [await server.signIn(email), await server.signIn(email)]
    const [idOne, idTwo] = [await idOf(one), await idOf(two)]
    const statuses = (await Promise.all([end(one, idTwo), end(two, idOne)])).map(({ status }) => status)
    expect(statuses.toSorted()).toEqual([204, 401])
    expect([await isIn(one), await isIn(two)].filter(Boolean)).toHaveLength(1)
  })

  it('end once, however often that is asked at the same time', async () => {
    const email = 'often@example.com'
    const [here, gone] = [await server.signIn(email), await server.signIn(email)]
    const id = await idOf(gone)
    const answers = await Promise.all(Array.from({ length: 5 }, () => end(here, id)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 404, 404, 404, 404])
    expect((await logOf(here)).filter(({ type }) => type === 'sessions-ended')).toHaveLength(1)
  })

  it('are not ended by whoever took one over and has no second factor', async () => {
    const email = 'taken@example.com'
    const [owner, other] = [await server.signIn(email), await server.signIn(email)]
    server.clock.advance(15 * MINUTE + 1)
    const thief = server.client()
    thief.setCookie('sid', owner.cookies.get('sid')?.value ?? '')
    const id = await idOf(other)
    const stale = { status: 403, body: { name: 'StepUpRequiredError' } }
    expect(await end(thief, id)).toMatchObject(stale)
    expect(await thief.call(endOtherSessions, { body: {} })).toMatchObject(stale)
    // Nor does he learn whether there is such a session.
    expect(await end(thief, 'unknown')).toMatchObject(stale)
    expect(await isIn(other)).toBe(true)
    for (const left of ['4 tries', '3 tries', '2 tries', '1 try', '0 tries'])
      expect(await thief.call(stepUp, { body: { code: '000000' } })).toMatchObject({
        status: 400,
        body: { name: 'InvalidCodeError', message: `Wrong code. ${left} left.` },
      })
    expect((await thief.call(stepUp, { body: { code: '000000' } })).status).toBe(429)
    server.clock.advance(16 * MINUTE)
    await owner.ok(stepUp, { body: { code: server.authenticatorCode(email) } })
    expect((await end(owner, id)).status).toBe(204)
  })
})

describe('the account log', () => {
  it('has what happened with this account, newest first, and no secret', async () => {
    const email = 'log@example.com'
    const client = await server.signIn(email)
    const codes = await client.ok(generateBackupCodes, { body: {} })
    const { client: half } = await server.halfSignIn(email)
    await half.call(completeOtp, { body: { code: '000000' } })
    await half.ok(completeBackup, { body: { code: codes[0]?.value ?? '' } })
    const chrome = await signInAs(email, CHROME)
    await end(chrome, await idOf(client))
    const log = await logOf(chrome)
    expect(log.map(({ type }) => type)).toEqual([
      'sessions-ended',
      'signed-in',
      'signed-in-backup',
      'wrong-code',
      'backup-codes-made',
      'signed-in',
      'authenticator-set',
    ])
    expect(log[1]).toMatchObject({ browser: 'Chrome', system: 'macOS' })
    expect(log.map(({ at }) => at)).toEqual(
      log
        .map(({ at }) => at)
        .toSorted()
        .toReversed(),
    )
    expect(new Set(log.map(({ id }) => id)).size).toBe(log.length)
    const text = JSON.stringify(log)
    for (const { value } of codes) expect(text).not.toContain(value)
    expect(text).not.toContain(chrome.cookies.get('sid')?.value)
    expect(text).not.toMatch(/[0-9a-f]{64}|hash|secret/)
    const page = await chrome.ok(listAccountLog, { query: { limit: 2, offset: 1 } })
    expect(page).toEqual({ items: log.slice(1, 3), total: log.length })
  })

  it('is answered in pages, also where nobody says how many', async () => {
    const client = await server.signIn('long@example.com')
    const { custody } = server.deps
    const { accountLog } = custody
    custody.accountLog = async (ask) => {
      const [record] = await accountLog(ask)
      return Array.from({ length: 130 }, (_, number) => ({ ...record!, id: `record-${number}` }))
    }
    const read = async (query: object) => {
      const { items, total } = await client.ok(listAccountLog, { query })
      return [items.length, items[0]?.id, total]
    }
    expect(await read({})).toEqual([100, 'record-0', 130])
    expect(await read({ offset: 100 })).toEqual([30, 'record-100', 130])
    expect(await read({ limit: 500 })).toEqual([130, 'record-0', 130])
    custody.accountLog = accountLog
  })

  it('shows nobody what happened with another account', async () => {
    const one = await server.signIn('mine@example.com')
    const two = await server.signIn('yours@example.com')
    await signInAs('yours@example.com', CHROME)
    expect(await logOf(one)).toHaveLength(2)
    expect(await logOf(two)).toHaveLength(3)
  })
})

it('counts backup codes without showing them', async () => {
  const client = await server.signIn('factors@example.com')
  expect((await client.ok(getFactors, {})).codes).toEqual({ total: 0, left: 0 })
  const codes = await client.ok(generateBackupCodes, { body: {} })
  const { client: half } = await server.halfSignIn('factors@example.com')
  await half.ok(completeBackup, { body: { code: codes[3]?.value ?? '' } })
  server.clock.advance(20 * MINUTE)
  // Without a fresh second factor: there is nothing to steal in it.
  const answer = await client.call(getFactors, {})
  expect(answer.body).toEqual({ authenticatorAt: expect.any(String), codes: { total: 10, left: 9 } })
})
