import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { API_PREFIX } from '#contract/endpoint.ts'
import { completeBackup, completeRestore, restoreTwoFactor } from '#contract/endpoints/auth.ts'
import { freezeAccount, unfreezeAccount } from '#contract/endpoints/freeze.ts'
import { generateBackupCodes, getMyUser, listBackupCodes } from '#contract/endpoints/user.ts'
import { secretOf, totp } from '#tests/server/harness/user.ts'
import { startServer, type TestServer } from '#tests/server/harness.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

const MINUTE = 60_000

/** A sign-in of somebody by one of his backup codes. */
const backedUp = async (email: string) => {
  const owner = await server.signIn(email)
  const [first] = await owner.ok(generateBackupCodes, { body: {} })
  const { client: thief } = await server.halfSignIn(email)
  await thief.ok(completeBackup, { body: { code: first?.value ?? '' } })
  return { owner, thief }
}
const mailOf = async (email: string, subject: string) => {
  const found = () => server.mails(email).find((mail) => mail.subject === subject)
  await expect.poll(found).toBeDefined()
  return found()
}
/** The secret in the fragment of a mail's link. */
const linkIn = async (email: string, subject: string): Promise<string> => {
  const mail = await mailOf(email, subject)
  const [, link = ''] = new RegExp(`${server.url}/freeze#code=([\\w-]{43})`).exec(mail?.text ?? '') ?? []
  expect(mail?.html).toContain(`/freeze#code=${link}`)
  return link
}

const BACKUP = 'Sign-in with a backup code'
const REPLACED = 'Your Countersign authenticator was replaced'

describe('the link that is mailed when a backup code was used', () => {
  it('freezes without a session when the button is pressed, and not by being opened', async () => {
    const email = 'frozen@example.com'
    await backedUp(email)
    const link = await linkIn(email, BACKUP)
    const reader = server.client()
    const subjects = () => server.mails(email).map(({ subject }) => subject)
    // A fragment reaches no server; what a scanner of mails could try is less than that.
    for (const path of [`/freeze?code=${link}`, `${API_PREFIX}/auth/freeze?link=${link}`])
      expect((await reader.raw(path)).status).toBe(404)
    const elsewhere = { origin: 'https://evil.example' }
    const forged = await reader.call(freezeAccount, { body: { link } }, elsewhere)
    expect(forged.status).toBe(403)
    expect(subjects()).not.toContain('Your Countersign account is frozen')
    expect(await reader.ok(freezeAccount, { body: { link } })).toEqual({ isRestored: false })
    await mailOf(email, 'Your Countersign account is frozen')
    await reader.ok(freezeAccount, { body: { link } })
    expect(subjects().filter((subject) => subject.endsWith('is frozen'))).toHaveLength(1)
    expect(reader.cookies.size).toBe(0)
    const made = await reader.call(freezeAccount, { body: { link: 'made-up' } })
    expect([made.status, made.body.message]).toEqual([400, 'This link is no longer valid'])
  })

  it('lets the authenticator end every session, and new codes be made where none are left', async () => {
    const email = 'lifted@example.com'
    const { owner, thief } = await backedUp(email)
    const link = await linkIn(email, BACKUP)
    await owner.ok(freezeAccount, { body: { link } })
    expect((await owner.call(unfreezeAccount, { body: { link, code: '000000' } })).status).toBe(400)
    await owner.ok(unfreezeAccount, { body: { link, code: server.authenticatorCode(email) } })
    for (const client of [owner, thief]) expect((await client.call(getMyUser, {})).status).toBe(401)
    await mailOf(email, 'Your Countersign account is yours again')
    const again = await server.signIn(email)
    expect(await again.ok(listBackupCodes, {})).toEqual([])
    expect(await again.ok(generateBackupCodes, { body: {} })).toHaveLength(10)
    expect((await again.call(generateBackupCodes, { body: {} })).status).toBe(403)
  })

  it('puts the old authenticator back after a restore, and the new one is dead', async () => {
    const email = 'undone@example.com'
    const { thief } = await backedUp(email)
    const { otpUri } = await thief.ok(restoreTwoFactor, { body: {} })
    const stolen = () => totp(secretOf(otpUri), server.clock.now())
    await thief.ok(completeRestore, { body: { code: stolen() } })
    const link = await linkIn(email, REPLACED)
    const reader = server.client()
    expect(await reader.ok(freezeAccount, { body: { link } })).toEqual({ isRestored: true })
    server.clock.advance(MINUTE)
    expect((await thief.call(unfreezeAccount, { body: { link, code: stolen() } })).status).toBe(400)
    await reader.ok(unfreezeAccount, { body: { link, code: server.authenticatorCode(email) } })
    expect((await thief.call(getMyUser, {})).status).toBe(401)
    const own = await server.signIn(email)
    expect((await own.ok(getMyUser, {})).email).toBe(email)
  })
})
