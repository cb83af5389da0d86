import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  completeBackup,
  completeOtp,
  completeRestore,
  completeSetup,
  restoreTwoFactor,
  setupTwoFactor,
} from '#contract/endpoints/auth.ts'
import { generateBackupCodes, getMyUser, listBackupCodes } from '#contract/endpoints/user.ts'
import { secretOf, totp } from '#tests/server/harness/user.ts'
import { startServer, type TestServer } from '#tests/server/harness.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

/** Six digits that no authenticator of this secret shows around now. */
const wrong = (secret: string) => {
  const near = [-60, -30, 0, 30, 60].map((s) =>
    totp(secret, new Date(server.clock.now().getTime() + s * SECOND)),
  )
  return (
    ['000000', '111111', '222222', '333333', '444444', '555555'].find((code) => !near.includes(code)) ?? ''
  )
}
const codeNow = (secret: string, ms = 0) => totp(secret, new Date(server.clock.now().getTime() + ms))

const newUser = async (email: string) => {
  const { client } = await server.halfSignIn(email)
  const { otpUri } = await client.ok(setupTwoFactor, { body: {} })
  return { client, otpUri, secret: secretOf(otpUri) }
}
/** A user with an authenticator and backup codes, and the codes. */
const withCodes = async (email: string) => {
  const client = await server.signIn(email)
  const codes = await client.ok(generateBackupCodes, { body: {} })
  return { client, codes: codes.map(({ value }) => value) }
}
const backupSession = async (email: string) => {
  const { codes } = await withCodes(email)
  const { client } = await server.halfSignIn(email)
  await client.ok(completeBackup, { body: { code: codes[0] ?? '' } })
  return { client, codes }
}

describe('set-up of the authenticator', () => {
  it('answers the same otpauth link until it is completed', async () => {
    const { client, otpUri } = await newUser('setup@example.com')
    const link = new URL(otpUri)
    expect(link.protocol).toBe('otpauth:')
    expect(link.searchParams.get('secret')).toMatch(/^[A-Z2-7]{32}$/)
    expect(link.searchParams.get('algorithm')).toBe('SHA1')
    expect(link.searchParams.get('digits')).toBe('6')
    expect(link.searchParams.get('period')).toBe('30')
    expect(await client.ok(setupTwoFactor, { body: {} })).toEqual({ otpUri })
  })

  it('opens a session and closes the half one', async () => {
    const { client, secret } = await newUser('opens@example.com')
    const half = client.cookies.get('pre')?.value ?? ''
    const pair = await client.ok(completeSetup, { body: { code: ` ${codeNow(secret)} ` } })
    expect(pair.connectionId).toMatch(/^[0-9a-f-]{36}$/)
    expect(pair.oneTimeToken).toMatch(/^[\w-]{43}$/)
    expect(new Date(pair.expiresAt).getTime()).toBe(server.clock.now().getTime() + MINUTE)
    expect(client.cookies.get('pre')).toBeUndefined()
    expect((await client.ok(getMyUser, {})).email).toBe('opens@example.com')
    const replay = server.client()
    replay.setCookie('pre', half)
    expect((await replay.call(setupTwoFactor, { body: {} })).status).toBe(401)
  })

  it('sets a hidden, strict session cookie for the whole site', async () => {
    const { client, secret } = await newUser('cookie@example.com')
    await client.ok(completeSetup, { body: { code: codeNow(secret) } })
    const line = client.cookies.get('sid')?.line ?? ''
    expect(line).toMatch(/HttpOnly/)
    expect(line).toMatch(/SameSite=Strict/)
    expect(line).toMatch(/Path=\/(;|$)/)
    expect(line).toMatch(/Max-Age=2592000/)
  })

  it('refuses a wrong code as a wrong code, not as a missing session', async () => {
    const { client, secret } = await newUser('wrong@example.com')
    const answer = await client.call(completeSetup, { body: { code: wrong(secret) } })
    expect(answer.status).toBe(400)
    expect(answer.body.name).toBe('InvalidCodeError')
    expect((await client.call(completeSetup, { body: { code: codeNow(secret) } })).status).toBe(200)
  })

  it('forgives one step of drift and no more', async () => {
    for (const [index, [ms, status]] of (
      [
        [-30, 200],
        [30, 200],
        [-90, 400],
        [90, 400],
      ] as const
    ).entries()) {
      const { client, secret } = await newUser(`drift${index}@example.com`)
      const code = codeNow(secret, ms * SECOND)
      expect((await client.call(completeSetup, { body: { code } })).status).toBe(status)
    }
  })

  it('refuses a code before a secret was asked for', async () => {
    const { client } = await server.halfSignIn('early@example.com')
    expect((await client.call(completeSetup, { body: { code: '123456' } })).status).toBe(409)
    expect((await client.call(completeOtp, { body: { code: '123456' } })).status).toBe(409)
  })

  it('happens once per account, also when two half sessions race', async () => {
    const [a, b] = [await newUser('race@example.com'), await newUser('race@example.com')]
    expect(a.secret).not.toBe(b.secret)
    const answers = await Promise.all([
      a.client.call(completeSetup, { body: { code: codeNow(a.secret) } }),
      b.client.call(completeSetup, { body: { code: codeNow(b.secret) } }),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  })

  it('cannot be repeated for an account that has an authenticator', async () => {
    await server.signIn('twice@example.com')
    const { client, requiredAction } = await server.halfSignIn('twice@example.com')
    expect(requiredAction).toBe('check-2fa')
    expect((await client.call(setupTwoFactor, { body: {} })).status).toBe(409)
    expect((await client.call(completeSetup, { body: { code: '123456' } })).status).toBe(409)
  })

  it('ends with the half session after 15 minutes', async () => {
    const { client, secret } = await newUser('slow@example.com')
    server.clock.advance(15 * MINUTE)
    expect((await client.call(completeSetup, { body: { code: codeNow(secret) } })).status).toBe(401)
  })
})

describe('sign-in with the authenticator', () => {
  it('takes each code once, even from another half session and at the same time', async () => {
    const email = 'replay@example.com'
    await server.signIn(email)
    const halves = [
      await server.halfSignIn(email),
      await server.halfSignIn(email),
      await server.halfSignIn(email),
    ]
    const code = server.authenticatorCode(email)
    const answers = await Promise.all(
      halves.map(({ client }) => client.call(completeOtp, { body: { code } })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400])
    expect(answers.find(({ status }) => status === 400)?.body.name).toBe('InvalidCodeError')
  })

  it('refuses an older code after a newer one', async () => {
    const { client, secret } = await newUser('older@example.com')
    await client.ok(completeSetup, { body: { code: codeNow(secret, 30 * SECOND) } })
    const second = await server.halfSignIn('older@example.com')
    expect((await second.client.call(completeOtp, { body: { code: codeNow(secret) } })).status).toBe(400)
    server.clock.advance(MINUTE)
    expect((await second.client.call(completeOtp, { body: { code: codeNow(secret) } })).status).toBe(200)
  })

  it('stops after five wrong codes in 15 minutes, over all half sessions, also for the right one', async () => {
    const email = 'guess@example.com'
    const { client, secret } = await newUser(email)
    await client.ok(completeSetup, { body: { code: codeNow(secret) } })
    const halves = [await server.halfSignIn(email), await server.halfSignIn(email)]
    const guesses = await Promise.all(
      Array.from({ length: 9 }, (_, index) =>
        halves[index % 2]?.client.call(completeOtp, { body: { code: wrong(secret) } }),
      ),
    )
    const statuses = guesses.map((answer) => answer?.status)
    expect(statuses.filter((status) => status === 400)).toHaveLength(5)
    expect(statuses.filter((status) => status === 429)).toHaveLength(4)
    server.clock.advance(30 * SECOND)
    const right = await halves[0]?.client.call(completeOtp, { body: { code: codeNow(secret) } })
    expect(right?.status).toBe(429)
    const wait = Number(right?.headers.get('retry-after'))
    expect(wait).toBe(15 * 60 - 30)
    server.clock.advance(wait * SECOND)
    const again = await server.halfSignIn(email)
    expect((await again.client.call(completeOtp, { body: { code: codeNow(secret) } })).status).toBe(200)
  })
})

describe('backup codes', () => {
  it('are ten different ones of eight digits, made once per set-up', async () => {
    const { client, codes } = await withCodes('ten@example.com')
    expect(codes).toHaveLength(10)
    expect(new Set(codes).size).toBe(10)
    for (const code of codes) expect(code).toMatch(/^\d{8}$/)
    expect((await client.ok(listBackupCodes, {})).map(({ value }) => value)).toEqual(codes)
    expect((await client.call(generateBackupCodes, { body: {} })).status).toBe(409)
    expect((await client.ok(listBackupCodes, {})).map(({ value }) => value)).toEqual(codes)
  })

  it('are made once even when asked for many times at once', async () => {
    const client = await server.signIn('atonce@example.com')
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => client.call(generateBackupCodes, { body: {} })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409])
    const made = answers.find(({ status }) => status === 200)?.body
    expect(await client.ok(listBackupCodes, {})).toEqual(made)
  })

  it('cannot be made in a session that only checked the authenticator', async () => {
    await withCodes('checked@example.com')
    const client = await server.signIn('checked@example.com')
    const answer = await client.call(generateBackupCodes, { body: {} })
    expect(answer.status).toBe(403)
    expect(answer.body.name).toBe('ForbiddenError')
  })

  it('open a session once each and are listed as used', async () => {
    const email = 'uses@example.com'
    const { codes } = await withCodes(email)
    const [code = ''] = codes
    const halves = [await server.halfSignIn(email), await server.halfSignIn(email)]
    const answers = await Promise.all(
      halves.map(({ client }) => client.call(completeBackup, { body: { code } })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
    const winner = halves[answers.findIndex(({ status }) => status === 200)]
    const listed = await winner?.client.ok(listBackupCodes, {})
    expect(listed?.map(({ value }) => value)).toEqual(codes)
    expect(listed?.map(({ usedAt }) => usedAt ?? null)).toEqual([
      server.clock.now().toISOString(),
      ...Array.from({ length: 9 }, () => null),
    ])
  })

  it('of another user are wrong ones', async () => {
    const { codes } = await withCodes('theirs@example.com')
    await withCodes('mine@example.com')
    const { client } = await server.halfSignIn('mine@example.com')
    const answer = await client.call(completeBackup, { body: { code: codes[0] ?? '' } })
    expect(answer.status).toBe(400)
    expect(answer.body.name).toBe('InvalidCodeError')
  })

  it('allow five wrong tries an hour', async () => {
    const email = 'fivewrong@example.com'
    const { codes } = await withCodes(email)
    const { client } = await server.halfSignIn(email)
    const unknown = ['10000000', '20000000', '30000000'].find((code) => !codes.includes(code)) ?? ''
    for (let tries = 0; tries < 5; tries++) {
      expect((await client.call(completeBackup, { body: { code: unknown } })).status).toBe(400)
    }
    const refused = await client.call(completeBackup, { body: { code: codes[0] ?? '' } })
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBe(3600)
  })
})

describe('restore of the authenticator', () => {
  it('is only open to a session that a backup code opened', async () => {
    const client = await server.signIn('nobackup@example.com')
    expect((await client.call(restoreTwoFactor, { body: {} })).status).toBe(403)
    expect((await client.call(completeRestore, { body: { code: '123456' } })).status).toBe(403)
  })

  it('shows the same secret for 15 minutes, then another', async () => {
    const { client } = await backupSession('same@example.com')
    const first = await client.ok(restoreTwoFactor, { body: {} })
    server.clock.advance(14 * MINUTE)
    expect(await client.ok(restoreTwoFactor, { body: {} })).toEqual(first)
    server.clock.advance(MINUTE)
    const late = await client.call(completeRestore, { body: { code: codeNow(secretOf(first.otpUri)) } })
    expect(late.status).toBe(409)
    expect(await client.ok(restoreTwoFactor, { body: {} })).not.toEqual(first)
  })

  it('replaces the authenticator on completion, not before, and rotates the session', async () => {
    const email = 'restored@example.com'
    const { client, codes } = await backupSession(email)
    const { otpUri } = await client.ok(restoreTwoFactor, { body: {} })
    const old = await server.halfSignIn(email)
    await old.client.ok(completeOtp, { body: { code: server.authenticatorCode(email) } })

    const open = await server.halfSignIn(email, old.client)
    const before = client.cookies.get('sid')?.value ?? ''
    const wrongCode = await client.call(completeRestore, { body: { code: wrong(secretOf(otpUri)) } })
    expect(wrongCode.status).toBe(400)
    expect(wrongCode.body.name).toBe('InvalidCodeError')
    const pair = await client.ok(completeRestore, { body: { code: codeNow(secretOf(otpUri)) } })
    expect(pair.connectionId).toMatch(/^[0-9a-f-]{36}$/)
    expect(client.cookies.get('sid')?.value).not.toBe(before)
    await expect
      .poll(() => server.mails(email).map(({ subject }) => subject))
      .toContain('Your Countersign authenticator was replaced')

    // Whoever else was signed in, or about to, is out.
    expect((await old.client.call(getMyUser, {})).status).toBe(401)
    expect((await open.client.call(completeOtp, { body: { code: '123456' } })).status).toBe(401)

    const again = await server.halfSignIn(email)
    server.clock.advance(30 * SECOND)
    const oldPhone = server.authenticatorCode(email)
    expect((await again.client.call(completeOtp, { body: { code: oldPhone } })).status).toBe(400)
    server.keepSecret(email, otpUri)
    server.clock.advance(30 * SECOND)
    expect(
      (await again.client.call(completeOtp, { body: { code: server.authenticatorCode(email) } })).status,
    ).toBe(200)

    const fresh = await client.ok(generateBackupCodes, { body: {} })
    expect(fresh.map(({ value }) => value)).not.toEqual(codes)
    expect((await client.call(generateBackupCodes, { body: {} })).status).toBe(409)
    const late = await server.halfSignIn(email)
    expect((await late.client.call(completeBackup, { body: { code: codes[1] ?? '' } })).status).toBe(400)
  })

  it('lets the old cookie work 30 seconds more', async () => {
    const { client } = await backupSession('grace@example.com')
    const { otpUri } = await client.ok(restoreTwoFactor, { body: {} })
    const late = server.client()
    late.setCookie('sid', client.cookies.get('sid')?.value ?? '')
    await client.ok(completeRestore, { body: { code: codeNow(secretOf(otpUri)) } })
    server.clock.advance(29 * SECOND)
    expect((await late.call(getMyUser, {})).status).toBe(200)
    server.clock.advance(SECOND)
    expect((await late.call(getMyUser, {})).status).toBe(401)
    expect((await client.call(getMyUser, {})).status).toBe(200)
  })

  it('happens once', async () => {
    const { client } = await backupSession('single@example.com')
    const { otpUri } = await client.ok(restoreTwoFactor, { body: {} })
    const code = codeNow(secretOf(otpUri))
    const cookie = client.cookies.get('sid')?.value ?? ''
    const others = [server.client(), server.client()]
    for (const other of others) other.setCookie('sid', cookie)
    const answers = await Promise.all(others.map((other) => other.call(completeRestore, { body: { code } })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 403])
  })
})

describe('the owner hears by mail', () => {
  const subjects = (email: string) =>
    server.mails(email).flatMap(({ subject }) => (subject.startsWith('Sign-in') ? [subject] : []))

  it('of a sign-in from a browser that the account does not know, and of no other', async () => {
    const email = 'heard@example.com'
    const own = await server.signIn(email)
    await server.halfSignIn(email, own)
    await own.ok(completeOtp, { body: { code: server.authenticatorCode(email) } })
    const other = await server.signIn('other@example.com')
    expect(subjects(email)).toEqual([])
    await server.halfSignIn(email, other)
    await other.ok(completeOtp, { body: { code: server.authenticatorCode(email) } })
    await expect.poll(() => subjects(email)).toEqual(['Sign-in from a new browser'])
    expect(server.mails(email)[0]?.text).toContain('from a browser that your account did not know')
  })

  it('of every sign-in with a backup code', async () => {
    const email = 'spent@example.com'
    const { client, codes } = await withCodes(email)
    await server.halfSignIn(email, client)
    await client.ok(completeBackup, { body: { code: codes[0] ?? '' } })
    await expect.poll(() => subjects(email)).toEqual(['Sign-in with a backup code'])
    expect(server.mails(email)[0]?.text).not.toContain('did not know')
  })
})

it('says after a day that ten codes were wrong, whatever kind they were', async () => {
  const email = 'mixedwrong@example.com'
  const { codes } = await withCodes(email)
  const { client } = await server.halfSignIn(email)
  const unknown = ['10000000', '20000000', '30000000'].find((code) => !codes.includes(code)) ?? ''
  for (let tries = 0; tries < 5; tries++) await client.call(completeBackup, { body: { code: unknown } })
  const subjects = () => server.mails(email).map(({ subject }) => subject)
  for (let tries = 0; tries < 5; tries++) {
    expect(subjects()).not.toContain('Wrong codes for your Countersign account')
    await client.call(completeOtp, { body: { code: '000000' } })
  }
  await expect.poll(subjects).toContain('Wrong codes for your Countersign account')
  server.clock.advance(HOUR)
})
