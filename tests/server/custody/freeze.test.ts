import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { coin, fakeSigners, NETWORK, offer, pay, paying } from './bitcoin.ts'
import { asking, type Bench, bench, DAY, digestedMessage, refused, sending } from './fixture.ts'
import { codeOf, enter, prove, secretOf } from './person.ts'

const MINUTE = 60_000

/** An owner with a wallet and backup codes, signed in with his authenticator. */
const owned = async (policyDelayS = 0) => {
  const made = await bench({ policyDelayS })
  const owner = await enter(made)
  await made.custody.createWalletKey({ walletId: 'safe', userId: owner.session.userId })
  const codes = (await made.custody.makeBackupCodes({ grant: owner.cookie })).map(({ value }) => value)
  return { made, owner, codes }
}

/** A sign-in with one of his backup codes, and the secret of the link that is mailed about it. */
const found = async (made: Bench, code = '') => {
  const { half } = await prove(made)
  const { cookie, freeze: link = '' } = await made.custody.completeBackup({ half, code })
  return { cookie, link }
}

/** Another authenticator by a backup code. */
const restored = async (made: Bench, code = '') => {
  const { cookie: grant } = await found(made, code)
  const secret = secretOf((await made.custody.restoreAuthenticator({ grant })).otpUri)
  const done = await made.custody.completeRestore({ grant, code: codeOf(made, secret) })
  return { secret, cookie: done.cookie, link: done.freeze ?? '' }
}

const propose = (made: Bench, grant: string, id = 'send-1') => {
  const { walletId, meaning, tx } = sending()
  const { chainId, to, value, data } = tx
  const expiresAt = new Date(made.clock.now().getTime() + DAY).toISOString()
  return made.custody.propose({
    ...{ grant, walletId, source: { kind: 'key' as const, id }, payload: { chainId, to, value, data } },
    meaning: { ...meaning, expiresAt },
  })
}
const sign = (made: Bench, txId: string) =>
  made.custody.signEvmTransaction({ walletId: 'safe', txId, tx: sending().tx, mined: 0 })
const message = (made: Bench, grant: string) =>
  made.custody.signMessage({ grant, ...digestedMessage(asking('safe')) })

describe('a text for a dApp', () => {
  test('waits as a send does, in a session that began with a backup code and after a restore', async () => {
    const { made, owner, codes } = await owned(DAY / 1000)
    const thief = await found(made, codes[0])
    await refused(message(made, thief.cookie), 'OnHold')
    await message(made, owner.cookie)
    const { cookie } = await restored(made, codes[1])
    await refused(message(made, cookie), 'OnHold')
    made.clock.pass(DAY)
    await message(made, cookie)
  })
})

test('a session that ended while its calls waited for the wallet does nothing more', async () => {
  const { made, owner } = await owned()
  const { signers } = fakeSigners()
  let go = (): void => undefined
  const gate = new Promise<void>((resolve) => {
    go = resolve
  })
  await made.reopen({
    signers: { ...signers, makeKey: (...ask) => gate.then(() => signers.makeKey(...ask)) },
  })
  made.clock.pass(MINUTE)
  const { half } = await prove(made)
  const thief = await made.custody.completeOtp({ half, code: codeOf(made, owner.secret) })
  const slow = made.custody.addBitcoinAccount({ walletId: 'safe', network: NETWORK })
  const asked = [propose(made, thief.cookie), message(made, thief.cookie)].map((call) =>
    refused(call, 'SignedOut'),
  )
  const others = propose(made, owner.cookie, 'send-2')
  // Each of them has been let in by now.
  expect(await made.custody.session({ grant: thief.cookie })).toBeDefined()
  await made.custody.endOtherSessions({ grant: owner.cookie, devices: [] })
  go()
  await slow
  await Promise.all(asked)
  expect((await others).txId).toBeDefined()
})

describe('the link of a mail about a backup code', () => {
  test('freezes a Bitcoin account, too: what was proposed ends, and what hangs is not replaced', async () => {
    const { made, owner, codes } = await owned()
    const { signers } = fakeSigners()
    await made.reopen({ signers })
    await made.custody.addBitcoinAccount({ walletId: 'safe', network: NETWORK })
    const ids: string[] = []
    for (const name of ['btc-1', 'btc-2'])
      ids.push((await offer(made, paying(made, name), { grant: owner.cookie })).txId)
    const [signed = '', waiting = ''] = ids
    const sent = paying(made)
    await pay(made, { ...sent, txId: signed })
    const { link } = await found(made, codes[0])
    await made.custody.freezeAccount({ link })
    await refused(pay(made, { ...sent, txId: waiting, coins: [coin(1_000_000)] }), 'Ended')
    await refused(
      made.custody.replaceTransaction({
        ...{ grant: owner.cookie, walletId: 'safe', txId: signed, attempt: 2, cancels: true },
        how: { family: 'bitcoin', coins: sent.coins, change: '999000' },
      }),
      'Frozen',
    )
  })

  test('freezes the account, also after a restart: nothing is proposed, signed, approved or loosened', async () => {
    const { made, owner, codes } = await owned()
    await made.custody.setPolicy({
      ...{ grant: owner.cookie, walletId: 'safe', enabled: false, consensus: 2, guardians: [] },
    })
    const { txId } = await propose(made, owner.cookie)
    const { link } = await found(made, codes[0])
    expect(await made.custody.freezeAccount({ link })).toMatchObject({ isRestored: false, isNew: true })
    expect(await made.custody.freezeAccount({ link })).toMatchObject({ isNew: false })
    await made.reopen()
    const grant = owner.cookie
    const { message: sentence } = await refused(propose(made, grant, 'send-2'), 'Frozen')
    expect(sentence).toMatch(/^Paused: .*Nothing is lost\.$/)
    await refused(message(made, grant), 'Frozen')
    await refused(
      made.custody.approve({
        ...{ grant, walletId: 'safe', txId, guardianId: 'guardian', nonce: 'n', timestamp: 1 },
        signature: `0x${'0'.repeat(130)}`,
      }),
      'Frozen',
    )
    await refused(
      made.custody.invite({ grant, walletId: 'safe', inviteId: 'i', email: 'eve@example.com' }),
      'Frozen',
    )
    const rules = { walletId: 'safe', enabled: false, guardians: [] }
    await refused(made.custody.setPolicy({ grant, ...rules, consensus: 1 }), 'Frozen')
    await made.custody.setPolicy({ grant, ...rules, consensus: 3 })
    const { details } = await refused(sign(made, txId), 'Ended')
    expect(details.outcome).toBe('withdrawn')
  })

  test('holds although the person’s log is refused', async () => {
    const { made, owner, codes } = await owned()
    const { txId } = await propose(made, owner.cookie)
    const { link } = await found(made, codes[0])
    await made.custody.freezeAccount({ link })
    await made.custody.close()
    await rm(join(made.dir, 'people-heads', `${owner.session.userId}.head`))
    await made.reopen()
    await refused(prove(made), 'Broken')
    expect((await refused(sign(made, txId), 'Ended')).details.outcome).toBe('withdrawn')
  })

  test('is not any other text, and no good after 30 days', async () => {
    const { made, codes } = await owned()
    const { link, cookie } = await found(made, codes[0])
    await refused(made.custody.freezeAccount({ link: cookie }), 'WrongCode')
    made.clock.pass(30 * DAY)
    await refused(made.custody.freezeAccount({ link }), 'WrongCode')
  })

  test('is lifted by the authenticator alone, which ends every session; what was proposed before stays unsent', async () => {
    const { made, owner, codes } = await owned(DAY / 1000)
    const { txId } = await propose(made, owner.cookie)
    const thief = await found(made, codes[0])
    await made.custody.freezeAccount({ link: thief.link })
    made.clock.pass(MINUTE)
    await refused(made.custody.undoRestore({ link: thief.link, code: '000000' }), 'WrongCode')
    const code = codeOf(made, owner.secret)
    const { ids } = await made.custody.undoRestore({ link: thief.link, code })
    expect(ids).toHaveLength(2)
    for (const grant of [owner.cookie, thief.cookie])
      await refused(made.custody.session({ grant }), 'SignedOut')
    // Neither the link nor any backup code is good any more.
    await refused(made.custody.freezeAccount({ link: thief.link }), 'WrongCode')
    const { half } = await prove(made)
    await refused(made.custody.completeBackup({ half, code: codes[1] ?? '' }), 'WrongCode')
    await refused(made.custody.completeOtp({ half, code }), 'WrongCode')
    made.clock.pass(MINUTE)
    const { cookie } = await made.custody.completeOtp({ half, code: codeOf(made, owner.secret) })
    await refused(sign(made, txId), 'Ended')
    const { txId: next } = await propose(made, cookie, 'send-2')
    expect((await sign(made, next)).nonce).toBe(0)
    expect(await made.custody.makeBackupCodes({ grant: cookie })).toHaveLength(10)
    await refused(made.custody.makeBackupCodes({ grant: cookie }), 'NotAllowed')
  })
})

describe('a restore', () => {
  test('is undone by the authenticator of before, however often it was repeated', async () => {
    const { made, owner, codes } = await owned(DAY / 1000)
    const first = await restored(made, codes[0])
    made.clock.pass(MINUTE)
    const second = await restored(made, codes[1])
    expect(await made.custody.freezeAccount({ link: second.link })).toMatchObject({ isRestored: true })
    made.clock.pass(MINUTE)
    await made.reopen()
    for (const { secret } of [first, second])
      await refused(made.custody.undoRestore({ link: first.link, code: codeOf(made, secret) }), 'WrongCode')
    const undone = await made.custody.undoRestore({ link: first.link, code: codeOf(made, owner.secret) })
    expect(undone.isRestored).toBe(true)
    await refused(made.custody.session({ grant: second.cookie }), 'SignedOut')
    made.clock.pass(MINUTE)
    const { half } = await prove(made)
    await refused(made.custody.completeOtp({ half, code: codeOf(made, second.secret) }), 'WrongCode')
    const { cookie } = await made.custody.completeOtp({ half, code: codeOf(made, owner.secret) })
    // The old authenticator may be a thief's, too.
    await refused(propose(made, cookie), 'OnHold')
    await refused(message(made, cookie), 'OnHold')
    made.clock.pass(DAY)
    await propose(made, cookie)
  })

  test('is undone for 30 days, and tries of it are limited apart from those of sign-ins', async () => {
    const { made, owner, codes } = await owned()
    const { link, secret } = await restored(made, codes[0])
    made.clock.pass(MINUTE)
    for (let tries = 0; tries < 5; tries += 1)
      await refused(made.custody.undoRestore({ link, code: 'wrong' }), 'WrongCode')
    const undo = () => made.custody.undoRestore({ link, code: codeOf(made, owner.secret) })
    await refused(undo(), 'TooMany')
    const { half } = await prove(made)
    await made.custody.completeOtp({ half, code: codeOf(made, secret) })
    made.clock.pass(30 * DAY)
    await refused(undo(), 'WrongCode')
  })
})
