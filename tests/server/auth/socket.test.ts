import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  completeBackup,
  completeRestore,
  refreshTokens,
  restoreTwoFactor,
  signOut,
  signOutAll,
} from '#contract/endpoints/auth.ts'
import { generateBackupCodes } from '#contract/endpoints/user.ts'
import { LOGIN } from '#contract/socket.ts'
import { makeEnds } from '#server/modules/auth/ends.ts'
import { makeSessions } from '#server/modules/auth/known.ts'
import { sweepAuth } from '#server/modules/auth/sweep.ts'
import { secretOf, totp } from '#tests/server/harness/user.ts'
import { startServer, type TestServer } from '#tests/server/harness.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

const wallet = (id: string) => ({
  id,
  name: 'Savings',
  vaultId: 'vault',
  accounts: [],
  status: 'active' as const,
  features: [],
  user: { id: 'user', email: 'a@example.com' },
})
const online = async (email: string) => {
  const client = await server.signIn(email)
  const socket = await server.socket(client)
  expect(await socket.login(client.pair)).toBe('success')
  return { client, socket }
}

describe('login of the socket', () => {
  it('succeeds once per token', async () => {
    const { client } = await online('login@example.com')
    const again = await server.socket(client)
    expect(await again.login(client.pair)).toMatchObject({ status: 401, name: 'UnauthorizedError' })
    expect(await again.login(await client.ok(refreshTokens, { body: {} }))).toBe('success')
  })

  it('lets one of many at once have a token', async () => {
    const client = await server.signIn('spent@example.com')
    const sockets = await Promise.all(Array.from({ length: 4 }, () => server.socket(client)))
    const results = await Promise.all(sockets.map((socket) => socket.login(client.pair)))
    expect(results.filter((result) => result === 'success')).toHaveLength(1)
    expect(results.filter((result) => result !== 'success' && result.status === 401)).toHaveLength(3)
  })

  it('refuses an expired, an unknown and another session’s token with 401', async () => {
    const client = await server.signIn('tokens@example.com')
    const stranger = await server.signIn('tokens2@example.com')
    const socket = await server.socket(client)
    const fresh = await client.ok(refreshTokens, { body: {} })
    expect(await socket.login({ ...fresh, oneTimeToken: 'unknown' })).toMatchObject({ status: 401 })
    expect(await socket.login({ ...fresh, oneTimeToken: stranger.pair.oneTimeToken })).toMatchObject({
      status: 401,
    })
    server.clock.advance(60_000)
    expect(await socket.login(fresh)).toMatchObject({ status: 401 })
    socket.socket.emit(LOGIN, 'nonsense')
    expect(await socket.login(await client.ok(refreshTokens, { body: {} }))).toBe('success')
  })

  it('refuses an ended session, another session’s uid and a missing cookie with 403', async () => {
    const ended = await server.signIn('ended@example.com')
    const socket = await server.socket(ended)
    await ended.ok(signOut, { body: {} })
    expect(await socket.login(ended.pair)).toMatchObject({ status: 403, name: 'ForbiddenError' })

    const victim = await server.signIn('uid@example.com')
    const thief = await server.socket(await server.signIn('thief@example.com'))
    expect(await thief.login(victim.pair)).toMatchObject({ status: 403 })
    const naked = await server.socket(server.client())
    expect(await naked.login(victim.pair)).toMatchObject({ status: 403 })
    expect(await (await server.socket(victim)).login(victim.pair)).toBe('success')
  })

  it('is not reached from another origin, nor by polling', async () => {
    const client = await server.signIn('origin@example.com')
    await expect(server.socket(client, { headers: { origin: 'https://evil.example' } })).rejects.toThrow()
    await expect(server.socket(client, { transports: ['polling'] })).rejects.toThrow()
    const polling = await client.raw('/socket.io/?EIO=4&transport=polling')
    expect(polling.status).toBe(400)
    expect(polling.headers.get('x-trace-id')).toMatch(/^[0-9a-f-]{36}$/)
  })

  it('is over after ten seconds without one', async () => {
    const quick = await startServer({ loginTimeout: 150 })
    try {
      const client = await quick.signIn('idle@example.com')
      const [silent, loggedIn] = [await quick.socket(client), await quick.socket(client)]
      expect(await loggedIn.login(client.pair)).toBe('success')
      expect(await silent.closed).toBe('io server disconnect')
      quick.deps.push.emit(client.id, 'wallet:removed', { id: 'w' })
      await loggedIn.next('wallet:removed')
      expect(silent.heard).toEqual([])
    } finally {
      await quick.stop()
    }
  })
})

describe('a session that ended without a word', () => {
  it('has no socket for long, and others of the same user stay', async () => {
    const attentive = await startServer({ lookEvery: 100 })
    try {
      const [gone, kept] = [
        await attentive.signIn('mute@example.com'),
        await attentive.signIn('mute@example.com'),
      ]
      const [lost, stays] = [await attentive.socket(gone), await attentive.socket(kept)]
      expect(await lost.login(gone.pair)).toBe('success')
      expect(await stays.login(kept.pair)).toBe('success')
      // Its row stays, or was brought back.
      await attentive.deps.custody.signOut({ grant: gone.cookies.get('sid')?.value ?? '' })
      expect(await lost.closed).toBe('transport close')
      attentive.deps.push.emit(kept.id, 'wallet:removed', { id: 'w' })
      await stays.next('wallet:removed')
      expect(lost.heard).toEqual([])
    } finally {
      await attentive.stop()
    }
  })
})

describe('pushes', () => {
  it('reach every socket of the user in one envelope, stripped to the contract, and nobody else', async () => {
    const { client, socket } = await online('owner@example.com')
    const second = await server.socket(client)
    await second.login(await client.ok(refreshTokens, { body: {} }))
    const stranger = await online('other@example.com')
    const loggedOut = await server.socket(stranger.client)

    server.deps.push.emit(client.id, 'wallet:created', { ...wallet('w1'), secret: 'inner' } as never)
    for (const place of [socket, second]) {
      const { payload } = await place.next('wallet:created')
      expect(payload.id).toMatch(/^[0-9a-f-]{36}$/)
      expect(new Date(payload.at).toISOString()).toBe(payload.at)
      expect(payload.data).toEqual(wallet('w1'))
    }
    server.deps.push.emit(stranger.client.id, 'wallet:removed', { id: 'w2' })
    await stranger.socket.next('wallet:removed')
    expect(stranger.socket.heard.map(({ name }) => name)).toEqual(['wallet:removed'])
    expect(loggedOut.heard).toEqual([])
    expect(socket.heard).toHaveLength(1)
  })

  it('with data that break the contract are not sent', async () => {
    const { client, socket } = await online('broken@example.com')
    server.deps.push.emit(client.id, 'wallet:created', { id: 'w1' } as never)
    server.deps.push.emit(client.id, 'wallet:removed', { id: 'w1' })
    await socket.next('wallet:removed')
    expect(socket.heard.map(({ name }) => name)).toEqual(['wallet:removed'])
  })
})

describe('the end of a session', () => {
  it('is told to its sockets and closes them within a second', async () => {
    const { client, socket } = await online('bye@example.com')
    const other = await online('bye@example.com')
    const asked = Date.now()
    await client.ok(signOut, { body: {} })
    const { payload } = await socket.next('log-out')
    expect(payload.data).toEqual({ reason: 'sign-out' })
    expect(await socket.closed).toBe('io server disconnect')
    expect(Date.now() - asked).toBeLessThan(1000)
    server.deps.push.emit(client.id, 'wallet:removed', { id: 'w' })
    await other.socket.next('wallet:removed')
    expect(other.socket.heard.map(({ name }) => name)).toEqual(['wallet:removed'])
  })

  it('on all devices is told to all', async () => {
    const places = [await online('devices@example.com'), await online('devices@example.com')]
    await places[0]?.client.ok(signOutAll, { body: {} })
    for (const { socket } of places) {
      expect((await socket.next('log-out')).payload.data).toEqual({ reason: 'sign-out-all' })
      expect(await socket.closed).toBe('io server disconnect')
    }
  })

  it('by age is told as well', async () => {
    const { socket } = await online('aged@example.com')
    server.clock.advance(8 * 86_400_000)
    await sweepAuth(server.deps, makeEnds(server.deps, makeSessions(server.deps)))
    expect((await socket.next('log-out')).payload.data).toEqual({ reason: 'expired' })
  })

  it('by rotation drops its sockets without a word, and the new pair works', async () => {
    const email = 'rotated@example.com'
    const codes = await (await server.signIn(email)).ok(generateBackupCodes, { body: {} })
    const { client } = await server.halfSignIn(email)
    const pair = await client.ok(completeBackup, { body: { code: codes[0]?.value ?? '' } })
    const socket = await server.socket(client)
    expect(await socket.login(pair)).toBe('success')
    const unused = await client.ok(refreshTokens, { body: {} })
    const { otpUri } = await client.ok(restoreTwoFactor, { body: {} })
    const fresh = await client.ok(completeRestore, {
      body: { code: totp(secretOf(otpUri), server.clock.now()) },
    })
    expect(await socket.closed).toBe('transport close')
    expect(socket.heard).toEqual([])
    const back = await server.socket(client)
    expect(fresh.connectionId).not.toBe(pair.connectionId)
    expect(await back.login(unused)).toMatchObject({ status: 403 })
    expect(await back.login(fresh)).toBe('success')
  })
})
