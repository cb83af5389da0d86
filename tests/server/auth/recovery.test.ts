import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { completeOtp, completeSetup, setupTwoFactor } from '#contract/endpoints/auth.ts'
import { freezeAccount, unfreezeAccount } from '#contract/endpoints/freeze.ts'
import { agreeRecovery, refuseRecovery } from '#contract/endpoints/recovery.ts'
import { generateBackupCodes, getMyUser, listBackupCodes } from '#contract/endpoints/user.ts'
import { createWallet } from '#contract/endpoints/wallet.ts'
import { createKeyRing, type OpenCustody, openCustody } from '#server/custody/custody.ts'
import { secretOf, totp } from '#tests/server/harness/user.ts'
import { startServer, type TestServer } from '#tests/server/harness.ts'

const DAY = 86_400_000

let folder: string
let custody: OpenCustody
let server: TestServer | undefined
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'countersign-recovery-'))
  const began = new Date()
  custody = await openCustody({
    dir: join(folder, 'custody'),
    keyRing: await createKeyRing(join(folder, 'keys')),
    clock: { now: () => server?.clock.now() ?? began },
    policyDelayS: DAY / 1000,
  })
  server = await startServer({ deps: { custody }, env: { POLICY_DELAY_S: String(DAY / 1000) } })
})
afterAll(async () => {
  await server?.stop()
  await custody.close()
  await rm(folder, { recursive: true, force: true })
})
const running = (): TestServer => {
  if (!server) throw new Error('The server does not run.')
  return server
}

/** An operator's notice whose mail was handed in. */
const noticed = async (email: string): Promise<string> => {
  const { told } = await custody.operator.recover({ email })
  if (told?.kind !== 'notice') throw new Error('There is no notice.')
  await custody.operator.recoverMailed({ userId: told.userId, id: told.id })
  return told.link
}
const granted = async (email: string) => {
  running().clock.advance(7 * DAY)
  return (await custody.operator.recover({ email })).told?.kind
}

it('lets whoever lost both factors in by mail, after the notice, and everybody else out', async () => {
  const { signIn, halfSignIn, clock, mails, url, client } = running()
  const email = 'lost@example.com'
  const old = await signIn(email)
  const { id } = await old.ok(createWallet, { body: { name: 'Savings' } })
  await noticed(email)
  const early = await halfSignIn(email)
  expect(early.requiredAction).toBe('check-2fa')
  expect((await early.client.call(setupTwoFactor, { body: {} })).status).toBe(409)
  clock.advance(6 * DAY)
  await old.ok(getMyUser, {})
  // Nobody is asked about a wallet without guardians.
  expect((await old.call(agreeRecovery, { params: { id } })).status).toBe(404)
  clock.advance(DAY)
  expect((await custody.operator.recover({ email })).told?.kind).toBe('granted')

  const { client: owner, requiredAction } = await halfSignIn(email)
  expect(requiredAction).toBe('setup-2fa')
  const secret = secretOf((await owner.ok(setupTwoFactor, { body: {} })).otpUri)
  await owner.ok(completeSetup, { body: { code: totp(secret, clock.now()) } })
  expect(await owner.ok(generateBackupCodes, { body: {} })).toHaveLength(10)
  expect(await owner.ok(listBackupCodes, {})).toHaveLength(10)
  expect((await old.call(getMyUser, {})).status).toBe(401)

  const subject = 'Your Countersign authenticator was replaced'
  const mail = () => mails(email).find((one) => one.subject === subject)
  await expect.poll(mail).toBeDefined()
  expect(mail()?.text).toContain('seven days after the mail about it')
  expect(mail()?.text).toMatch(/Your account sends and approves nothing before/)
  // The old one may undo it, by the link of that mail.
  const [, link = ''] = new RegExp(`${url}/freeze#code=([\\w-]{43})`).exec(mail()?.text ?? '') ?? []
  const reader = client()
  expect(await reader.ok(freezeAccount, { body: { link } })).toEqual({ isRestored: true })
  await reader.ok(unfreezeAccount, { body: { link, code: running().authenticatorCode(email) } })
  expect((await owner.call(getMyUser, {})).status).toBe(401)
})

it('is stopped by a session, and by the link of the mail once', async () => {
  const { signIn, halfSignIn, client } = running()
  const email = 'kept@example.com'
  const owner = await signIn(email)
  await noticed(email)
  await owner.ok(refuseRecovery, {})
  expect(await granted(email)).toBe('notice')

  const link = await noticed(email)
  const reader = client()
  expect(await reader.ok(freezeAccount, { body: { link } })).toEqual({ isRestored: false })
  const second = await noticed(email)
  expect(await reader.ok(freezeAccount, { body: { link: second } })).toMatchObject({
    goesOn: expect.any(String),
  })
  // A sign-in with the authenticator does.
  const { client: again } = await halfSignIn(email)
  await again.ok(completeOtp, { body: { code: running().authenticatorCode(email) } })
  expect(await granted(email)).toBe('notice')
})
