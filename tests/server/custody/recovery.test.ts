import { describe, expect, test } from 'vitest'
import type { Recovered } from '#server/custody/custody.ts'
import { faultOf } from '#server/custody/verify.ts'
import { diesAfter } from './dying.ts'
import {
  asking,
  type Bench,
  confirmGuardian,
  DAY,
  digestedMessage,
  grant,
  guarded,
  propose,
  refused,
  sending,
  setPolicy,
} from './fixture.ts'
import { codeOf, EMAIL, prove, secretOf } from './person.ts'

const WEEK = 7 * DAY
const MINUTE = 60_000

const texts = ({ said }: Recovered) => said.map(({ text }) => text).join('\n')
const recover = (made: Bench, email = EMAIL) => made.operator.recover({ email })

/** A notice whose mail was handed in; answers the secret of its link. */
const noticed = async (made: Bench) => {
  const { told } = await recover(made)
  if (told?.kind !== 'notice') throw new Error('There is no notice.')
  const { userId, id, link } = told
  await made.operator.recoverMailed({ userId, id })
  return { ...told, link }
}
const agree = async (made: Bench, name: string, walletId = 'safe') =>
  made.custody.agreeRecovery({ grant: await grant(made, `user-${name}`), walletId })

/** What the owner does once he may: another authenticator, after the code of a mail. */
const begun = async (made: Bench) => {
  const { half, hasAuthenticator } = await prove(made)
  expect(hasAuthenticator).toBe(false)
  return { half, secret: secretOf((await made.custody.setupAuthenticator({ half })).otpUri) }
}
const completed = async (made: Bench) => {
  const { half, secret } = await begun(made)
  return { secret, ...(await made.custody.completeSetup({ half, code: codeOf(made, secret) })) }
}
/** Nobody sets up another authenticator. */
const isShut = async (made: Bench) => {
  const { half, hasAuthenticator } = await prove(made)
  expect(hasAuthenticator).toBe(true)
  await refused(made.custody.setupAuthenticator({ half }), 'OutOfOrder')
  await refused(made.custody.completeSetup({ half, code: '123456' }), 'OutOfOrder')
}

describe('whoever has lost authenticator and backup codes', () => {
  test('sets up others after seven days and the word of every guardian; old sessions end and sends wait', async () => {
    const made = await guarded(['ada', 'ben'], 1, { policyDelayS: DAY / 1000 })
    const old = await grant(made, 'owner')
    const { asked } = await noticed(made)
    expect(asked).toMatchObject([{ walletId: 'safe', emails: ['ada@example.com', 'ben@example.com'] }])
    await isShut(made)
    made.clock.pass(MINUTE)
    await made.custody.keepSession({ grant: old })
    // All of them, although the rules ask for one.
    expect(await agree(made, 'ada')).toEqual({ missing: 1 })
    expect(await agree(made, 'ada')).toEqual({ missing: 1 })
    made.clock.pass(WEEK - MINUTE)
    const waits = await recover(made)
    expect(texts(waits)).toContain('Wallet safe: ben@example.com must agree.')
    expect(waits.told).toMatchObject({ kind: 'asked', asked: [{ emails: ['ben@example.com'] }] })
    await isShut(made)
    expect(await agree(made, 'ben')).toEqual({ missing: 0 })
    await isShut(made)
    expect((await recover(made)).told).toMatchObject({ kind: 'granted', email: EMAIL })
    await made.reopen()
    await made.custody.session({ grant: old })

    const { secret, cookie, ids, session, freeze = '' } = await completed(made)
    expect([session.kind, ids]).toEqual(['restore', [expect.any(String)]])
    await refused(made.custody.session({ grant: old }), 'SignedOut')
    const ask = digestedMessage(asking('safe'))
    await refused(made.custody.signMessage({ grant: cookie, ...ask }), 'OnHold')
    expect(await made.custody.makeBackupCodes({ grant: cookie })).toHaveLength(10)
    // Once only.
    await isShut(made)
    made.clock.pass(MINUTE)
    const { half } = await prove(made)
    const again = await made.custody.completeOtp({ half, code: codeOf(made, secret) })
    await refused(made.custody.signMessage({ grant: again.cookie, ...ask }), 'OnHold')
    made.clock.pass(DAY)
    await made.custody.signMessage({ grant: again.cookie, ...ask })
    expect(await faultOf(await made.custody.approvalLog({ walletId: 'safe' }))).toBeUndefined()
    // The link of the mail about it freezes.
    await made.custody.freezeAccount({ link: freeze })
    await refused(made.custody.signMessage({ grant: again.cookie, ...ask }), 'Frozen')
  })

  test('without guardians waits for the notice alone, which blocks must confirm', async () => {
    const made = await guarded([], 1)
    await grant(made, 'owner')
    const { asked } = await noticed(made)
    expect(asked).toEqual([])
    const began = made.clock.now().getTime()
    made.clock.pass(WEEK)
    const early = new Map([[153, began + WEEK - 1000]])
    const now = () => made.clock.now().getTime()
    await made.reopen({ witnesses: { database: now, blocks: () => early } })
    expect((await recover(made)).told).toBeUndefined()
    await isShut(made)
    // A clock that runs ahead of everybody else changes nothing at all.
    await made.reopen({ witnesses: { database: () => began, blocks: () => new Map([[153, began]]) } })
    await refused(recover(made), 'ClockAhead')
    await made.reopen()
    expect((await recover(made)).told?.kind).toBe('granted')
    await completed(made)
  })

  test('has seven days to set up others', async () => {
    const made = await guarded([], 1)
    await noticed(made)
    made.clock.pass(WEEK)
    await recover(made)
    made.clock.pass(WEEK)
    await isShut(made)
    expect((await recover(made)).told?.kind).toBe('notice')
  })

  test('hears nothing but a sentence where nobody ever signed in', async () => {
    const made = await guarded([], 1)
    expect(texts(await recover(made, 'nobody@example.com'))).toContain('Nobody has ever signed in')
  })
})

describe('the notice', () => {
  test('counts from when its mail was handed in, and is given anew before that', async () => {
    const made = await guarded([], 1)
    const first = await recover(made)
    made.clock.pass(WEEK)
    const second = await recover(made)
    expect([first.told?.kind, second.told?.kind]).toEqual(['notice', 'notice'])
    if (first.told?.kind !== 'notice') return
    const { userId, id } = first.told
    await made.operator.recoverMailed({ userId, id })
    made.clock.pass(WEEK)
    expect((await recover(made)).told?.kind).toBe('notice')
    await isShut(made)
  })

  test.each([
    [
      'somebody who is signed in',
      async (made: Bench, cookie: string) => {
        expect(await made.custody.refuseRecovery({ grant: cookie })).toEqual({ refused: true })
        expect(await made.custody.refuseRecovery({ grant: cookie })).toEqual({ refused: false })
      },
    ],
    [
      'a sign-in with the old authenticator',
      async (made: Bench) => {
        const { half } = await prove(made)
        await made.custody.completeOtp({ half, code: codeOf(made, OLD) })
      },
    ],
    [
      'the same authenticator in a session',
      async (made: Bench, cookie: string) => {
        await made.custody.stepUp({ grant: cookie, code: codeOf(made, OLD) })
      },
    ],
    [
      'the link of its mail',
      async (made: Bench, _: string, link: string) => {
        expect(await made.custody.freezeAccount({ link })).toMatchObject({ isNew: true })
      },
    ],
  ])(
    'is refused by %s, also once it is over and before another authenticator is there',
    async (_, refuse) => {
      for (const isGranted of [false, true]) {
        const made = await guarded(['ada'], 1)
        const cookie = await grant(made, 'owner')
        const { link } = await noticed(made)
        await agree(made, 'ada')
        made.clock.pass(WEEK - MINUTE)
        await made.custody.keepSession({ grant: cookie })
        made.clock.pass(MINUTE)
        if (isGranted) expect((await recover(made)).told?.kind).toBe('granted')
        await refuse(made, cookie, link)
        await made.reopen()
        await isShut(made)
        // From the beginning, and the guardian's word about the first one does not count.
        const anew = await recover(made)
        expect(anew.told).toMatchObject({ kind: 'notice', asked: [{ emails: ['ada@example.com'] }] })
      }
    },
  )

  test('is taken back by a mailed link once, so that whoever reads the mail keeps nobody out for ever', async () => {
    const made = await guarded([], 1)
    await grant(made, 'owner')
    const { link } = await noticed(made)
    await made.custody.freezeAccount({ link })
    const second = await noticed(made)
    for (const one of [link, second.link]) {
      const { isNew, goesOn } = await made.custody.freezeAccount({ link: one })
      expect([isNew, goesOn]).toEqual([false, second.from])
    }
    // Whoever has the authenticator still stops it, on the same page.
    made.clock.pass(MINUTE)
    await made.custody.undoRestore({ link: second.link, code: codeOf(made, OLD) })
    await isShut(made)
    const third = await noticed(made)
    await made.custody.freezeAccount({ link: third.link })
    await noticed(made)
    made.clock.pass(WEEK)
    await recover(made)
    const { cookie } = await completed(made)
    // It is the owner's again, and not frozen.
    made.clock.pass(1)
    await made.custody.signMessage({ grant: cookie, ...digestedMessage(asking('safe')) })
  })
})

/** Of everybody who signs in at custody itself. */
const OLD = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'

describe('a guardian’s word', () => {
  test('counts from those alone whom the journal names, with a fresh factor, and about a notice that was mailed', async () => {
    const made = await guarded(['ada'], 1)
    await grant(made, 'user-eve', 'eve@example.com')
    await refused(agree(made, 'ada'), 'NotEntitled')
    await recover(made)
    await refused(agree(made, 'ada'), 'NotEntitled')
    await noticed(made)
    await refused(agree(made, 'eve'), 'NotEntitled')
    await refused(
      made.custody.agreeRecovery({ grant: await grant(made, 'owner'), walletId: 'safe' }),
      'NotEntitled',
    )
    const stale = await grant(made, 'user-ada')
    made.clock.pass(16 * MINUTE)
    await refused(made.custody.agreeRecovery({ grant: stale, walletId: 'safe' }), 'StepUpRequired')
    expect(await agree(made, 'ada')).toEqual({ missing: 0 })
  })

  test('is asked for of everybody in the strictest rules of the journal, removed or not, and of every wallet', async () => {
    const made = await guarded(['ada', 'ben'], 2)
    await made.custody.createWalletKey({ walletId: 'other', userId: 'owner' })
    await confirmGuardian(made, 'cat', 'other')
    await setPolicy(made, made.people.slice(0, 1), 1)
    await confirmGuardian(made, 'dan')
    const { asked } = await noticed(made)
    expect(asked.map(({ walletId, emails }) => [walletId, emails])).toEqual([
      ['other', ['cat@example.com']],
      ['safe', ['ada@example.com', 'ben@example.com', 'dan@example.com']],
    ])
    made.clock.pass(WEEK)
    for (const name of ['ada', 'ben', 'dan']) await agree(made, name)
    expect((await recover(made)).told).toMatchObject({ kind: 'asked', asked: [{ walletId: 'other' }] })
    await agree(made, 'cat', 'other')
    expect((await recover(made)).told?.kind).toBe('granted')
  })
})

test('a process that ends at any write of it leaves the old factors or the new ones, and nothing in between', async () => {
  for (let writes = 0; ; writes += 1) {
    const made = await guarded(['ada'], 1)
    await propose(made, sending('tx-1'))
    await diesAfter(made, writes)
    const died = await (async () => {
      await noticed(made)
      await agree(made, 'ada')
      made.clock.pass(WEEK)
      await recover(made)
      await completed(made)
      return false
    })().catch(() => true)
    await made.reopen()
    const { half, hasAuthenticator } = await prove(made)
    if (!died) {
      expect(hasAuthenticator).toBe(true)
      expect(writes).toBeGreaterThan(8)
      break
    }
    // Whatever was written, a notice of seven days and the guardian's word stand before another authenticator.
    if (hasAuthenticator) await refused(made.custody.setupAuthenticator({ half }), 'OutOfOrder')
    else expect(made.clock.now().getTime()).toBeGreaterThanOrEqual(Date.parse('2026-03-08T12:00:00Z'))
  }
})
