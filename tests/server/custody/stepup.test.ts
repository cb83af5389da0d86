// @vitest-environment node
import { expect, test } from 'vitest'
import type { Custody } from '#server/custody/custody.ts'
import { grantOf } from '../harness/grant.ts'
import { totp } from '../harness/user.ts'
import { type Bench, bench, guarded, refused } from './fixture.ts'

const MINUTE = 60_000

/** A guarded wallet, and its owner's session of long ago. */
const settled = async () => {
  const made = await guarded(['ada', 'bob'], 2)
  made.clock.pass(MINUTE)
  const session = await grantOf(made, 'owner@example.com')
  made.clock.pass(15 * MINUTE + 1)
  const code = () => totp(session.secret, made.clock.now())
  return Object.assign(made, { session: session.cookie, code })
}

const rules = ({ people }: { people: { id: string }[] }) => ({
  ...{ walletId: 'safe', enabled: true, consensus: 2 },
  guardians: people.map(({ id }) => id),
})

test('what weakens a wallet or an account needs a second factor of the last 15 minutes', async () => {
  const made = await settled()
  const { custody, session, code } = made
  const ask = { grant: session, ...rules(made) }
  const risky: [string, () => Promise<unknown>][] = [
    ['off', () => custody.setPolicy({ ...ask, enabled: false })],
    ['lower', () => custody.setPolicy({ ...ask, consensus: 1 })],
    ['fewer', () => custody.setPolicy({ ...ask, guardians: ask.guardians.slice(1) })],
    [
      'invite',
      () => custody.invite({ grant: session, walletId: 'safe', inviteId: 'i', email: 'eve@example.com' }),
    ],
    ['codes', () => custody.backupCodes({ grant: session })],
    ['others', () => custody.signOutAll({ grant: session })],
  ]
  for (const [name, call] of risky) expect([name, await refused(call(), 'StepUpRequired')]).toBeDefined()
  expect((await custody.policies({ walletId: 'safe' })).at(-1)).toMatchObject({ enabled: true, consensus: 2 })

  await custody.stepUp({ grant: session, code: code() })
  for (const [, call] of risky.slice(3, 5)) await call()
  made.clock.pass(15 * MINUTE)
  await custody.setPolicy({ ...ask, enabled: false })
  made.clock.pass(1)
  // Stricter rules and what changes nothing never need it.
  await custody.setPolicy({ ...ask, enabled: true })
  await custody.setPolicy({ ...ask, enabled: true })
  await refused(custody.setPolicy({ ...ask, enabled: false }), 'StepUpRequired')
})

test('a code steps up once, the session it was given in, and is there after a restart', async () => {
  const made = await settled()
  const { session, code } = made
  const now = code()
  await refused(made.custody.stepUp({ grant: session, code: '000000' }), 'WrongCode')
  await made.custody.stepUp({ grant: session, code: now })
  await refused(made.custody.stepUp({ grant: session, code: now }), 'WrongCode')
  const { half } = await made.custody.identify({
    identity: 'https://test owner@example.com',
    email: 'owner@example.com',
  })
  await refused(made.custody.completeOtp({ half, code: now }), 'WrongCode')
  const custody = await made.reopen()
  await custody.backupCodes({ grant: session })
  made.clock.pass(MINUTE)
  const other = await grantOf(made, 'owner@example.com')
  made.clock.pass(16 * MINUTE)
  await custody.stepUp({ grant: other.cookie, code: code() })
  await refused(custody.backupCodes({ grant: session }), 'StepUpRequired')
  await refused(custody.stepUp({ grant: 'made up', code: code() }), 'SignedOut')
})

test('tries are counted apart from those of sign-ins', async () => {
  const made = await settled()
  const { custody, session, code } = made
  for (let tries = 0; tries < 5; tries += 1)
    await refused(custody.stepUp({ grant: session, code: '000000' }), 'WrongCode')
  await refused(custody.stepUp({ grant: session, code: code() }), 'TooMany')
  await grantOf(made, 'owner@example.com')
  made.clock.pass(16 * MINUTE)
  await custody.stepUp({ grant: session, code: code() })
})

/** Signed in with a backup code, 16 minutes ago. */
const byBackupCode = async (made: Bench, custody: Custody) => {
  const { cookie } = await grantOf(made, 'eve@example.com')
  const [first, second, third] = await custody.makeBackupCodes({ grant: cookie })
  const { half } = await custody.identify({
    identity: 'https://test eve@example.com',
    email: 'eve@example.com',
  })
  const begun = await custody.completeBackup({ half, code: first?.value ?? '' })
  made.clock.pass(16 * MINUTE)
  return { otp: cookie, session: begun.cookie, codes: [first, second, third].map((one) => one?.value ?? '') }
}

test('another backup code steps up a session that began with one, and no other session', async () => {
  const made = await bench()
  const { custody } = made
  const { otp, session, codes } = await byBackupCode(made, custody)
  const [first = '', second = '', third = ''] = codes
  await refused(custody.backupCodes({ grant: session }), 'StepUpRequired')
  await refused(custody.stepUp({ grant: session, code: first }), 'WrongCode')
  await custody.stepUp({ grant: session, code: second })
  const shown = await custody.backupCodes({ grant: session })
  expect(shown.slice(0, 3).map(({ usedAt }) => usedAt !== undefined)).toEqual([true, true, false])
  await refused(custody.stepUp({ grant: otp, code: third }), 'WrongCode')
})
