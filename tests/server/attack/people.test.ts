import { createHash } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { completeOtp, signIn, signOut, verifySignIn } from '#contract/endpoints/auth.ts'
import { getMyUser, listBackupCodes } from '#contract/endpoints/user.ts'
import { sessions, users } from '#server/db/schema/auth.ts'
import type { SignedInClient } from '../harness/user.ts'
import { startServer, type TestServer } from '../harness.ts'

/** Whoever can write rows of the database, beside an account of his own, and would like to be somebody else. */
let server: TestServer
let owner: SignedInClient
let thief: SignedInClient

beforeAll(async () => {
  server = await startServer()
  owner = await server.signIn('owner@example.com')
  thief = await server.signIn('thief@example.com')
})
afterAll(() => server.stop())

const rowOf = async ({ id }: SignedInClient) => {
  const [row] = await server.db.select().from(sessions).where(eq(sessions.userId, id))
  if (!row) throw new Error('There is no such session')
  return row
}
const cookieOf = (client: SignedInClient) => client.cookies.get('sid')?.value ?? ''
const hash = (cookie: string) => createHash('sha256').update(cookie).digest('hex')
const withCookie = (cookie: string) => {
  const client = server.client()
  client.setCookie('sid', cookie)
  return client
}

describe('a session', () => {
  const COOKIE = 'A'.repeat(43)

  test('that was made up opens nothing, whatever signature it carries', async () => {
    const [own, foreign] = [await rowOf(thief), await rowOf(owner)]
    for (const [index, row] of [own, foreign].entries()) {
      const forged = {
        ...{ ...row, id: `forged-${index}`, connectionId: `forged-${index}` },
        userId: owner.id,
        email: owner.email,
        tokenHash: hash(COOKIE),
      }
      await server.db.insert(sessions).values(forged)
      expect((await withCookie(COOKIE).call(getMyUser, {})).status).toBe(401)
      await server.db.delete(sessions).where(eq(sessions.id, forged.id))
    }
  })

  test.each([
    ['user', () => ({ userId: owner.id })],
    ['user and address', () => ({ userId: owner.id, email: owner.email })],
    ['address', () => ({ email: owner.email })],
    ['kind', () => ({ kind: 'restore' as const })],
    ['end', () => ({ expiresAt: new Date('2100-01-01') })],
    ['cookie before', () => ({ oldTokenHash: hash(COOKIE), oldTokenUntil: new Date('2100-01-01') })],
  ])('whose %s was changed is over', async (_, change) => {
    const row = await rowOf(thief)
    await server.db.update(sessions).set(change()).where(eq(sessions.id, row.id))
    expect((await thief.call(getMyUser, {})).status).toBe(401)
    expect((await withCookie(COOKIE).call(getMyUser, {})).status).toBe(401)
    await server.db.update(sessions).set(row).where(eq(sessions.id, row.id))
    expect((await thief.ok(getMyUser, {})).id).toBe(thief.id)
  })

  test('of the owner, found by the thief’s cookie, opens nothing', async () => {
    const row = await rowOf(owner)
    await server.db
      .update(sessions)
      .set({ tokenHash: hash(COOKIE) })
      .where(eq(sessions.id, row.id))
    expect((await withCookie(COOKIE).call(getMyUser, {})).status).toBe(401)
    await server.db.update(sessions).set(row).where(eq(sessions.id, row.id))
    expect((await owner.ok(getMyUser, {})).id).toBe(owner.id)
  })

  test('that ended and whose row is brought back stays over', async () => {
    const again = await server.signIn('owner@example.com')
    const [row] = await server.db
      .select()
      .from(sessions)
      .where(eq(sessions.tokenHash, hash(cookieOf(again))))
    if (!row) throw new Error('There is no such session')
    const cookie = cookieOf(again)
    await again.ok(signOut, { body: {} })
    await server.db.insert(sessions).values(row)
    expect((await withCookie(cookie).call(getMyUser, {})).status).toBe(401)
  })
})

describe('a user', () => {
  /** Signs in as somebody who reads this mailbox. */
  const enter = async (email: string) => {
    const client = server.client()
    const { id } = await client.ok(signIn, { body: { email } })
    const result = await client.ok(verifySignIn, { body: { id, code: server.codeFor(email, id) } })
    return { client, result }
  }

  test('whose address was put on another row is still the one who proved it first', async () => {
    const [before] = await server.db.select().from(users).where(eq(users.id, owner.id))
    await server.db.update(users).set({ emailKey: 'nobody@example.com' }).where(eq(users.id, owner.id))
    await server.db
      .update(users)
      .set({ email: 'owner@example.com', emailKey: 'owner@example.com' })
      .where(eq(users.id, thief.id))
    expect((await enter('owner@example.com')).result).toEqual({
      requiredAction: 'check-2fa',
      email: 'owner@example.com',
    })
    const [after] = await server.db.select().from(users).where(eq(users.id, owner.id))
    expect(after).toEqual(before)
    const mine = await enter('thief@example.com')
    expect(mine.result).toEqual({ requiredAction: 'check-2fa', email: 'thief@example.com' })
    await mine.client.ok(completeOtp, { body: { code: server.authenticatorCode('thief@example.com') } })
    expect((await mine.client.ok(getMyUser, {})).id).toBe(thief.id)
  })

  test('keeps his authenticator, whatever the columns of an older version say', async () => {
    await server.db.update(users).set({ totpSecret: null, totpStep: null }).where(eq(users.id, owner.id))
    const { client, result } = await enter('owner@example.com')
    expect(result.requiredAction).toBe('check-2fa')
    const answer = await client.call(completeOtp, {
      body: { code: server.authenticatorCode('thief@example.com') },
    })
    expect(answer.status).toBe(400)
  })

  test('keeps his backup codes: a session shows those of its own person', async () => {
    const row = await rowOf(thief)
    await server.db.update(sessions).set({ userId: owner.id }).where(eq(sessions.id, row.id))
    expect((await thief.call(listBackupCodes, {})).status).toBe(401)
    await server.db.update(sessions).set(row).where(eq(sessions.id, row.id))
    expect(await thief.ok(listBackupCodes, {})).toEqual([])
  })
})
