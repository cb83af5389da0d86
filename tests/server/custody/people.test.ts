import { cp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pino } from 'pino'
import { describe, expect, test } from 'vitest'
import { openStore, type Store } from '#server/custody/store.ts'
import { backupCodes, identities, users } from '#server/db/schema/auth.ts'
import { approvers } from '#server/db/schema/guardian.ts'
import { wallets } from '#server/db/schema/wallet.ts'
import { takeOverPeople } from '#server/modules/auth/takeover.ts'
import { openTestDatabase } from '../transactions/database.ts'
import { diesAfter } from './dying.ts'
import { type Bench, bench, DAY, refused, sending } from './fixture.ts'
import { codeOf, EMAIL, enter, prove, secretOf } from './person.ts'

const MINUTE = 60_000

test('sessions, factors and limits are there after a restart', async () => {
  const made = await bench()
  const { cookie, session, secret } = await enter(made)
  const codes = await made.custody.makeBackupCodes({ grant: cookie })
  const { half } = await prove(made)
  for (let tries = 0; tries < 5; tries += 1)
    await refused(made.custody.completeBackup({ half, code: '00000000' }), 'WrongCode')
  await made.reopen()
  expect(await made.custody.session({ grant: cookie })).toEqual(session)
  expect(await made.custody.backupCodes({ grant: cookie })).toEqual(codes)
  expect(await made.custody.halfSession({ half })).toEqual({ userId: session.userId, email: EMAIL })
  await refused(made.custody.completeBackup({ half, code: codes[0]?.value ?? '' }), 'TooMany')
  await refused(made.custody.completeOtp({ half, code: codeOf(made, secret) }), 'WrongCode')
  made.clock.pass(MINUTE)
  expect((await made.custody.completeOtp({ half, code: codeOf(made, secret) })).session.kind).toBe('otp')
})

test('a session that begins while what is over is swept away stays', async () => {
  const made = await bench()
  const { half } = await prove(made)
  const secret = secretOf((await made.custody.setupAuthenticator({ half })).otpUri)
  let begun = false
  let sweeps = 0
  const begins = made.custody.completeSetup({ half, code: codeOf(made, secret) }).finally(() => {
    begun = true
  })
  for (; !begun; sweeps += 1) {
    await made.custody.sweepPeople({})
    await new Promise(setImmediate)
  }
  expect(sweeps, 'in the middle of it').toBeGreaterThan(1)
  const { cookie, session } = await begins
  expect(await made.custody.session({ grant: cookie })).toEqual(session)
  expect(await made.custody.sweepPeople({})).toEqual({ ids: [] })
})

describe('a process that ends anywhere', () => {
  test('in a first sign-in leaves nobody half a person: he signs in again, with what he has', async () => {
    let ended = 0
    for (let writes = 0; ; writes += 1) {
      const made = await bench()
      const { half } = await prove(made)
      const secret = secretOf((await made.custody.setupAuthenticator({ half })).otpUri)
      await diesAfter(made, writes)
      const code = codeOf(made, secret)
      const done = await made.custody.completeSetup({ half, code }).then(
        () => true,
        () => false,
      )
      await made.reopen()
      made.clock.pass(MINUTE)
      const again = await prove(made)
      expect(again.email).toBe(EMAIL)
      const completed = again.hasAuthenticator
        ? await made.custody.completeOtp({ half: again.half, code: codeOf(made, secret) })
        : await made.custody
            .setupAuthenticator({ half: again.half })
            .then(({ otpUri }) =>
              made.custody.completeSetup({ half: again.half, code: codeOf(made, secretOf(otpUri)) }),
            )
      expect((await made.custody.session({ grant: completed.cookie })).email).toBe(EMAIL)
      if (done) break
      ended += 1
    }
    expect(ended).toBeGreaterThan(3)
  })

  test('in a sign-in by backup code spends it once or not at all', async () => {
    for (let writes = 0; ; writes += 1) {
      const made = await bench()
      const { cookie } = await enter(made)
      const [first] = await made.custody.makeBackupCodes({ grant: cookie })
      const { half } = await prove(made)
      await diesAfter(made, writes)
      const code = first?.value ?? ''
      const done = await made.custody.completeBackup({ half, code }).then(
        () => true,
        () => false,
      )
      await made.reopen()
      const { half: next } = await prove(made)
      const [now] = await made.custody.backupCodes({ grant: cookie })
      const again = made.custody.completeBackup({ half: next, code })
      if (now?.usedAt) await refused(again, 'WrongCode')
      else await again
      if (!done) continue
      expect(now?.usedAt).toBeDefined()
      break
    }
  })

  test('in a sign-in from a new browser takes the mailed code once, and leaves the owner a way in', async () => {
    for (let writes = 0; ; writes += 1) {
      const made = await bench()
      const { secret } = await enter(made)
      await diesAfter(made, writes)
      const attempt = async () => {
        const { id, code } = await made.custody.startSignIn({ email: EMAIL, source: 'hotel' })
        const { half } = await made.custody.verifySignIn({ id, code })
        made.clock.pass(MINUTE)
        const { device } = await made.custody.completeOtp({ half, code: codeOf(made, secret) })
        return { id, code, device }
      }
      const done = await attempt().catch(() => undefined)
      await made.reopen()
      if (done) await refused(made.custody.verifySignIn({ id: done.id, code: done.code }), 'WrongCode')
      made.clock.pass(MINUTE)
      expect((await attempt()).device).toBeDefined()
      if (!done) continue
      expect(done.device).toBeDefined()
      expect(writes).toBeGreaterThan(8)
      break
    }
  })

  test('while a wrong code of a second factor is counted gives no more tries than there are', async () => {
    for (let writes = 0; ; writes += 1) {
      const made = await bench()
      await enter(made)
      const { half } = await prove(made)
      const guess = () => made.custody.completeOtp({ half, code: 'wrong' })
      await diesAfter(made, writes)
      const answer = await guess().catch((error: Error) => error.message)
      await made.reopen()
      let more = 0
      for (; more < 10; more += 1) if ((await guess().catch(({ code }) => code)) === 'TooMany') break
      // One that was answered counts; one that was not may, or may not.
      expect(more).toBeLessThanOrEqual(5)
      if (answer !== 'The code is wrong') continue
      expect(more).toBe(4)
      break
    }
  })

  test('in a restore keeps the old authenticator or takes the new one', async () => {
    for (let writes = 0; ; writes += 1) {
      const made = await bench()
      const first = await enter(made)
      const [code] = await made.custody.makeBackupCodes({ grant: first.cookie })
      const { half } = await prove(made)
      const { cookie } = await made.custody.completeBackup({ half, code: code?.value ?? '' })
      const fresh = secretOf((await made.custody.restoreAuthenticator({ grant: cookie })).otpUri)
      await diesAfter(made, writes)
      made.clock.pass(MINUTE)
      const done = await made.custody.completeRestore({ grant: cookie, code: codeOf(made, fresh) }).then(
        () => true,
        () => false,
      )
      await made.reopen()
      made.clock.pass(MINUTE)
      const tries = []
      for (const secret of [first.secret, fresh]) {
        const { half: next } = await prove(made)
        const entered = made.custody.completeOtp({ half: next, code: codeOf(made, secret) })
        tries.push(
          await entered.then(
            () => true,
            () => false,
          ),
        )
      }
      expect(tries.filter(Boolean)).toHaveLength(1)
      if (!done) continue
      expect(tries).toEqual([false, true])
      break
    }
  })
})

test('a person’s log that lost its head or its end is refused, and nobody else with it', async () => {
  const made = await bench()
  const { cookie } = await enter(made)
  const other = await enter(made, 'other@example.com')
  const store = async (work: (store: Store) => Promise<unknown>) => {
    await made.custody.close()
    const files = await openStore(made.dir)
    await work(files)
    await files.close()
    await made.reopen()
  }
  const { session } = other
  await store((files) => files.remove(`people-heads/${session.userId}.head`))
  await refused(made.custody.session({ grant: other.cookie }), 'SignedOut')
  const { id, code } = await made.custody.startSignIn({ email: 'other@example.com' })
  await refused(made.custody.verifySignIn({ id, code }), 'Broken')
  expect((await made.custody.session({ grant: cookie })).email).toBe(EMAIL)
})

test('a person whose log is gone with its head is not new again: the mail alone would open his account', async () => {
  const made = await bench()
  const { session } = await enter(made)
  await made.custody.close()
  await rm(join(made.dir, 'people', `${session.userId}.log`))
  await rm(join(made.dir, 'people-heads', `${session.userId}.head`))
  await made.reopen()
  await refused(prove(made), 'Broken')
  expect(await prove(made, 'other@example.com')).toMatchObject({ hasAuthenticator: false })
})

/** Changes custody's files while it is closed. */
const meanwhile = async (made: Bench, work: (dir: string) => Promise<unknown>) => {
  await made.custody.close()
  await work(made.dir)
  const warnings: string[] = []
  await made.reopen({ warn: (message) => warnings.push(message) })
  return warnings
}
const files = async (folder: string) => (await readdir(folder)).map((name) => join(folder, name))

describe('a record file that is damaged', () => {
  test.each([
    ['accounts', 'is the same person again, as his log says'],
    ['identities', 'is the same person again, as his log says'],
    ['codes', 'asks for another code'],
    ['halves', 'begins again'],
    ['uses', 'begins again'],
    ['devices', 'is new to his account again'],
  ])('in %s is named at the start, keeps nobody out, and whoever it is of %s', async (folder) => {
    const made = await bench()
    const google = { identity: 'https://issuer sub', email: EMAIL }
    const { half: first } = await made.custody.identify(google)
    const secret = secretOf((await made.custody.setupAuthenticator({ half: first })).otpUri)
    const {
      cookie,
      session,
      device = '',
    } = await made.custody.completeSetup({
      half: first,
      code: codeOf(made, secret),
    })
    const { half } = await prove(made)
    const warnings = await meanwhile(made, async (dir) => {
      const all = await files(join(dir, folder))
      expect(all.length).toBeGreaterThan(0)
      for (const file of all) await writeFile(file, folder === 'accounts' ? '' : 'damaged')
    })
    expect(warnings.length).toBeGreaterThan(0)
    for (const warning of warnings)
      expect(warning).toMatch(
        new RegExp(`^Custody's file ${folder}/.* is damaged; restore it from a backup.$`),
      )

    made.clock.pass(MINUTE)
    await enter(made, 'other@example.com')
    const { half: next, userId } = await prove(made)
    expect(userId).toBe(session.userId)
    await made.custody.completeOtp({ half: next, code: codeOf(made, secret), devices: [device] })
    expect(await made.custody.identify({ ...google, email: 'moved@example.com' })).toMatchObject({ userId })
    if (folder === 'halves') await refused(made.custody.halfSession({ half }), 'SignedOut')
    if (folder === 'uses') await refused(made.custody.session({ grant: cookie }), 'SignedOut')
    else expect(await made.custody.session({ grant: cookie })).toEqual(session)
  })

  test('in tries holds back whose tries they were, for they may not begin anew', async () => {
    const made = await bench()
    await enter(made)
    await meanwhile(made, async (dir) => {
      for (const file of await files(join(dir, 'tries'))) await writeFile(file, 'damaged')
    })
    await refused(prove(made), 'Broken')
    await enter(made, 'other@example.com')
  })

  test('of an address that nobody completed a sign-in with is refused when it is used', async () => {
    const made = await bench()
    await prove(made)
    await meanwhile(made, async (dir) => {
      for (const file of await files(join(dir, 'accounts'))) await writeFile(file, '')
    })
    await refused(prove(made), 'Broken')
    await enter(made, 'other@example.com')
  })
})

describe('an address whose record is gone', () => {
  test('still belongs to the person whose log pins it, also where that log is damaged', async () => {
    const made = await bench()
    const { session, secret } = await enter(made)
    await meanwhile(made, (dir) => rm(join(dir, 'accounts'), { recursive: true }))
    const { half, userId, hasAuthenticator } = await prove(made)
    expect({ userId, hasAuthenticator }).toEqual({ userId: session.userId, hasAuthenticator: true })
    made.clock.pass(MINUTE)
    await made.custody.completeOtp({ half, code: codeOf(made, secret) })

    await meanwhile(made, async (dir) => {
      await rm(join(dir, 'accounts'), { recursive: true })
      const log = join(dir, 'people', `${session.userId}.log`)
      const lines = (await readFile(log, 'utf8')).split('\n')
      await writeFile(log, [...lines.slice(0, 3), 'damaged', ''].join('\n'))
    })
    await refused(prove(made), 'Broken')
    await enter(made, 'other@example.com')
  })

  test('is refused when it was given to somebody else meanwhile, and nobody else is', async () => {
    const made = await bench()
    const { session } = await enter(made)
    const [log, head] = [`people/${session.userId}.log`, `people-heads/${session.userId}.head`]
    const kept = new Map<string, Buffer>()
    await meanwhile(made, async (dir) => {
      for (const file of [log, head]) {
        kept.set(file, await readFile(join(dir, file)))
        await rm(join(dir, file))
      }
      await rm(join(dir, 'accounts'), { recursive: true })
    })
    expect(await prove(made)).toMatchObject({ hasAuthenticator: false })
    const warnings = await meanwhile(made, async (dir) => {
      for (const [file, bytes] of kept) await writeFile(join(dir, file), bytes)
    })
    expect(warnings).toHaveLength(1)
    expect(warnings[0]).toContain(
      `The log of person ${session.userId} and the record of the address name different`,
    )
    await refused(prove(made), 'Broken')
    await enter(made, 'other@example.com')
  })
})

describe('older records that are put back', () => {
  test('open no mailed code again that was taken', async () => {
    const made = await bench()
    const { secret } = await enter(made)
    const { id, code } = await made.custody.startSignIn({ email: EMAIL })
    const kept = join(made.folder, 'codes')
    await cp(join(made.dir, 'codes'), kept, { recursive: true })
    await made.custody.verifySignIn({ id, code })
    await meanwhile(made, (dir) => cp(kept, join(dir, 'codes'), { recursive: true }))
    await refused(made.custody.verifySignIn({ id, code }), 'WrongCode')
    made.clock.pass(MINUTE)
    const { half } = await prove(made)
    await made.custody.completeOtp({ half, code: codeOf(made, secret) })
  })

  test('give no second factor its tries back', async () => {
    const made = await bench()
    const { cookie } = await enter(made)
    const [first] = await made.custody.makeBackupCodes({ grant: cookie })
    const { half } = await prove(made)
    const kept = join(made.folder, 'tries')
    await cp(join(made.dir, 'tries'), kept, { recursive: true })
    for (let tries = 0; tries < 5; tries += 1) {
      await refused(made.custody.completeOtp({ half, code: 'wrong' }), 'WrongCode')
      await refused(made.custody.completeBackup({ half, code: 'wrong' }), 'WrongCode')
    }
    await meanwhile(made, async (dir) => {
      await rm(join(dir, 'tries'), { recursive: true })
      await cp(kept, join(dir, 'tries'), { recursive: true })
    })
    await refused(made.custody.completeOtp({ half, code: 'wrong' }), 'TooMany')
    await refused(made.custody.completeBackup({ half, code: first?.value ?? '' }), 'TooMany')
    made.clock.pass(60 * MINUTE)
    const { half: later } = await prove(made)
    await made.custody.completeBackup({ half: later, code: first?.value ?? '' })
  })
})

test('a restore ends every other session, for good', async () => {
  const made = await bench()
  const { cookie: first } = await enter(made)
  const [code] = await made.custody.makeBackupCodes({ grant: first })
  const { half } = await prove(made)
  const { half: open } = await prove(made)
  const { cookie } = await made.custody.completeBackup({ half, code: code?.value ?? '' })
  const fresh = secretOf((await made.custody.restoreAuthenticator({ grant: cookie })).otpUri)
  const uses = join(made.folder, 'uses')
  await cp(join(made.dir, 'uses'), uses, { recursive: true })
  const restored = await made.custody.completeRestore({ grant: cookie, code: codeOf(made, fresh) })
  expect(restored.ids).toHaveLength(1)
  await meanwhile(made, (dir) => cp(uses, join(dir, 'uses'), { recursive: true }))
  await refused(made.custody.session({ grant: first }), 'SignedOut')
  await refused(made.custody.halfSession({ half: open }), 'SignedOut')
  expect((await made.custody.session({ grant: restored.cookie })).kind).toBe('restore')
})

test('what began with a backup code waits to send and approve, and after a restore everybody does', async () => {
  const made = await bench({ policyDelayS: DAY / 1000 })
  const { cookie, session } = await enter(made)
  await made.custody.createWalletKey({ walletId: 'safe', userId: session.userId })
  const [first, second] = await made.custody.makeBackupCodes({ grant: cookie })
  let sends = 0
  const send = (grant: string) => {
    const { walletId, meaning, tx } = sending()
    const { chainId, to, value, data } = tx
    sends += 1
    const source = { kind: 'key' as const, id: `send-${sends}` }
    const expiresAt = new Date(made.clock.now().getTime() + DAY).toISOString()
    const payload = { chainId, to, value, data }
    return made.custody.propose({ grant, walletId, meaning: { ...meaning, expiresAt }, source, payload })
  }
  const approve = (grant: string) =>
    made.custody.approve({
      ...{ grant, walletId: 'safe', txId: 'none', guardianId: 'guardian', nonce: 'n', timestamp: 1 },
      signature: `0x${'0'.repeat(130)}`,
    })
  const byCode = async (code = '') => {
    const { half } = await prove(made)
    return (await made.custody.completeBackup({ half, code })).cookie
  }

  const found = await byCode(first?.value)
  const { details } = await refused(send(found), 'OnHold')
  expect(details.until).toBe(new Date(made.clock.now().getTime() + DAY).toISOString())
  await refused(approve(found), 'OnHold')
  await send(cookie)
  made.clock.pass(DAY)
  await send(found)
  await refused(approve(found), 'UnknownTransaction')

  const again = await byCode(second?.value)
  const { otpUri } = await made.custody.restoreAuthenticator({ grant: again })
  const fresh = secretOf(otpUri)
  await made.custody.completeRestore({ grant: again, code: codeOf(made, fresh) })
  made.clock.pass(DAY / 2)
  const { half } = await prove(made)
  const { cookie: later } = await made.custody.completeOtp({ half, code: codeOf(made, fresh) })
  await refused(send(later), 'OnHold')
  await made.reopen()
  await refused(send(later), 'OnHold')
  made.clock.pass(DAY / 2)
  await send(later)
})

test('the people of an older installation are taken over once, also when that was cut short', async () => {
  const made = await bench()
  const log = pino({ level: 'silent' })
  const database = await openTestDatabase(log)
  const { db } = database
  const sealer = (purpose: string) => made.keyRing.sealer(purpose)
  const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'
  const createdAt = made.clock.now()
  const add = async (name: string, hasFactor = true) => {
    const [id, email] = [`user-${name}`, `${name}@example.com`]
    const totpSecret = hasFactor ? sealer('totp').seal(secret, id) : null
    await db
      .insert(users)
      .values({ id, email, emailKey: email, vaultId: id, totpSecret, totpStep: 7, createdAt })
    return { id, email }
  }
  const [ada, ben, new_] = [await add('ada'), await add('ben'), await add('new', false)]
  await db.insert(identities).values({ id: 'https://issuer sub', userId: ada.id, createdAt })
  for (const [position, value] of ['11111111', '22222222'].entries())
    await db.insert(backupCodes).values({
      ...{ id: `code-${value}`, userId: ada.id, position, usedAt: position === 0 ? createdAt : null },
      sealed: sealer('backup-code').seal(value, `code-${value}`),
    })

  const invites = ['open', 'lost'].map((walletId) => ({
    ...{ id: `invite-${walletId}`, walletId, email: 'Friend@example.com', emailKey: 'friend@example.com' },
    ...{ status: 'pending' as const, createdAt, mailedAt: createdAt },
    expiresAt: new Date(createdAt.getTime() + 3 * 86_400_000),
  }))
  for (const { walletId: id } of invites)
    await db.insert(wallets).values({ id, userId: ada.id, name: id, status: 'active', createdAt })
  await db.insert(approvers).values(invites)
  await made.custody.createWalletKey({ walletId: 'open', userId: ada.id })

  await diesAfter(made, 8)
  await expect(takeOverPeople({ db, custody: made.custody, sealer, log })).rejects.toThrow('ended here')
  await made.reopen()
  await takeOverPeople({ db, custody: made.custody, sealer, log })
  expect(await db.select().from(backupCodes)).toEqual([])
  const [{ expiresAt } = { expiresAt: createdAt }] = invites
  expect(await made.custody.invites({ walletId: 'open' })).toEqual([
    {
      ...{ id: 'invite-open', email: 'Friend@example.com', status: 'pending' },
      ...{ invitedAt: createdAt.toISOString(), expiresAt: expiresAt.toISOString() },
    },
  ])
  expect((await db.select().from(users)).map(({ totpSecret }) => totpSecret)).toEqual([null, null, null])

  for (const { id, email } of [ada, ben]) {
    const step = await prove(made, email)
    expect(step).toMatchObject({ userId: id, email, hasAuthenticator: true })
    await made.custody.completeOtp({ half: step.half, code: codeOf(made, secret) })
  }
  expect(await prove(made, new_.email)).toMatchObject({ userId: new_.id, hasAuthenticator: false })
  const google = await made.custody.identify({ identity: 'https://issuer sub', email: 'moved@example.com' })
  expect(google).toMatchObject({ userId: ada.id, email: ada.email })
  const { cookie } = await made.custody.completeBackup({ half: google.half, code: '22222222' })
  expect(await made.custody.backupCodes({ grant: cookie })).toEqual([
    { value: '11111111', usedAt: createdAt.toISOString() },
    { value: '22222222', usedAt: expect.any(String) },
  ])

  const late = await add('late')
  const again = { walletId: 'open', inviteId: 'late', email: late.email, owner: ada.email }
  await refused(made.custody.importInvite({ ...again, expiresAt: expiresAt.toISOString() }), 'NotAllowed')
  await takeOverPeople({ db, custody: made.custody, sealer, log })
  expect(await prove(made, late.email)).toMatchObject({ hasAuthenticator: false })
  await refused(
    made.custody.importPerson({ userId: late.id, email: late.email, codes: [], identities: [] }),
    'NotAllowed',
  )
  await made.reopen()
  expect(await made.custody.importOpen({})).toBe(false)
  await database.close()
})
