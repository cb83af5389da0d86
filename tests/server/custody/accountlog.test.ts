// @vitest-environment node
import { expect, test } from 'vitest'
import { grantOf } from '../harness/grant.ts'
import { totp } from '../harness/user.ts'
import { grant, guarded, refused, setPolicy } from './fixture.ts'

const CHROME = { browser: 'Chrome', system: 'macOS' }
const OF_SIGN_INS = new Set(['signed-in', 'authenticator-set', 'sessions-ended', 'provider-linked'])

test('rules and guardians of own wallets are in the account log, of nobody else’s', async () => {
  const made = await guarded(['ada', 'bob'], 2)
  await setPolicy(made, made.people, 1)
  await setPolicy(made, made.people.slice(1), 1)
  await setPolicy(made, made.people.slice(1), 1, false)
  const owner = await grant(made, 'owner')
  await made.custody.invite({ grant: owner, walletId: 'safe', inviteId: 'i', email: 'eve@example.com' })
  await made.custody.renewInvite({ grant: owner, walletId: 'safe', inviteId: 'i' })
  await made.custody.endInvite({ grant: owner, walletId: 'safe', inviteId: 'i' })

  const log = await made.custody.accountLog({ grant: owner })
  const ofWallet = log.filter(({ walletId }) => walletId === 'safe').toReversed()
  const shown = ofWallet.map(({ type, email, from, to, of }) => ({ type, email, from, to, of }))
  const said = (type: string, more: object) => ({
    ...{ type, email: undefined, from: undefined, to: undefined, of: undefined },
    ...more,
  })
  expect(shown).toEqual([
    said('guardian-invited', { email: 'ada@example.com' }),
    said('guardian-joined', { email: 'ada@example.com' }),
    said('guardian-invited', { email: 'bob@example.com' }),
    said('guardian-joined', { email: 'bob@example.com' }),
    said('approval-on', { to: 2, of: 2 }),
    said('consensus', { from: 1, to: 2, of: 2 }),
    said('consensus', { from: 2, to: 1, of: 2 }),
    said('guardian-removed', { email: 'ada@example.com' }),
    said('approval-off', { to: 1, of: 1 }),
    said('guardian-invited', { email: 'eve@example.com' }),
    said('invite-withdrawn', { email: 'eve@example.com' }),
  ])
  const ada = await made.custody.accountLog({ grant: await grant(made, 'user-ada') })
  expect(ada.filter(({ walletId }) => walletId !== undefined)).toEqual([])
  expect(ada.filter(({ type }) => !OF_SIGN_INS.has(type))).toEqual([])
  await refused(made.custody.accountLog({ grant: 'made up' }), 'SignedOut')
})

test('sessions keep their browser over a restart, and take no name but a plain one', async () => {
  const made = await guarded(['ada'], 1)
  made.clock.pass(60_000)
  const { secret } = await grantOf(made, 'owner@example.com')
  const begin = async (agent: { browser: string; system: string }) => {
    made.clock.pass(60_000)
    const { half } = await made.custody.identify({
      identity: 'https://test owner@example.com',
      email: 'owner@example.com',
    })
    return made.custody.completeOtp({ half, code: totp(secret, made.clock.now()), agent })
  }
  for (const browser of ['<b>', 'Chrome\u202e', 'Chrome\n', '=1+1', '', 'a'.repeat(21), 'a b c'])
    await refused(begin({ ...CHROME, browser }), 'BadInput')
  const { cookie } = await begin(CHROME)
  const custody = await made.reopen()
  const [own] = await custody.sessions({ grant: cookie })
  expect(own).toMatchObject({ isOwn: true, agent: CHROME })
})

test('a session of an older log has no browser, and is listed all the same', async () => {
  const made = await guarded([], 1)
  const custody = await made.reopen()
  const owner = await grant(made, 'owner')
  const [own] = await custody.sessions({ grant: owner })
  expect(own).toMatchObject({ isOwn: true, kind: 'otp' })
  expect(own).not.toHaveProperty('agent')
  await refused(custody.endSession({ grant: owner, id: own?.id ?? '' }), 'OutOfOrder')
  await refused(custody.endSession({ grant: owner, id: 'other' }), 'NotFound')
})
