import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  completeOtp,
  completeSetup,
  setupTwoFactor,
  signIn,
  signOutAll,
  verifySignIn,
} from '#contract/endpoints/auth.ts'
import { admitBrowser } from '#contract/endpoints/browser.ts'
import { bench, refused } from '../custody/fixture.ts'
import { memoryStore } from '../custody/memory.ts'
import type { Client } from '../harness/client.ts'
import { totp } from '../harness/user.ts'
import { startServer, type TestServer } from '../harness.ts'

const EMAIL = 'owner@example.com'
const SECOND = 1000
const MINUTE = 60 * SECOND
const SOURCES = Array.from({ length: 100 }, (_, index) => `203.0.113.${index}`)
const other = (code: string) => (code === '000000' ? '111111' : '000000')

describe('a stranger with a hundred addresses', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startServer({ env: { TRUST_PROXY: '1' } })
  })
  afterAll(() => server.stop())

  /** Asks for codes until no address is answered any more, and wastes each of them. */
  const waste = async () => {
    for (const source of SOURCES) {
      const from = { 'x-forwarded-for': source }
      for (;;) {
        const { status, body } = await server.client().call(signIn, { body: { email: EMAIL } }, from)
        if (status !== 200) break
        const code = other(server.codeFor(EMAIL, body.id))
        for (let tries = 0; tries < 5; tries += 1)
          await server.client().call(verifySignIn, { body: { id: body.id, code } }, from)
      }
    }
  }
  const enter = async (client: Client) => {
    const { id } = await client.ok(signIn, { body: { email: EMAIL } })
    await client.ok(verifySignIn, { body: { id, code: server.codeFor(EMAIL, id) } })
    await client.ok(completeOtp, { body: { code: server.authenticatorCode(EMAIL) } })
  }

  test('keeps the owner out neither of his own browser nor of a new one, which a mail’s link lets ask', async () => {
    const own = await server.signIn(EMAIL)
    await waste()
    await enter(own)

    const fresh = server.client()
    const refusal = await fresh.call(signIn, { body: { email: EMAIL } })
    expect(refusal.status).toBe(429)
    expect(refusal.body.message).toContain('the second link')
    expect(Number(refusal.headers.get('retry-after'))).toBeGreaterThan(0)
    const link = /\/verify\?id=\d+#browser=([\w-]+)/.exec(server.mails(EMAIL)[0]?.text ?? '')
    expect(await fresh.ok(admitBrowser, { body: { token: link?.[1] ?? '' } })).toEqual({ email: EMAIL })
    expect(fresh.cookies.get('pre')).toBeUndefined()
    expect(fresh.cookies.get('sid')).toBeUndefined()
    await enter(fresh)
  })
})

describe('a browser', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startServer()
  })
  afterAll(() => server.stop())
  const askUntilRefused = async (client: Client, email: string) => {
    for (let sent = 0; ; sent += 1)
      if ((await client.call(signIn, { body: { email } })).status !== 200) return sent
  }

  test('that completed a sign-in is known for 400 days by a cookie of its own', async () => {
    const client = await server.signIn('cookie@example.com')
    const line = client.cookies.get('dev')?.line ?? ''
    expect(line).toMatch(/HttpOnly/)
    expect(line).toMatch(/SameSite=Strict/)
    expect(line).toMatch(/Max-Age=34560000/)
    expect(line).toMatch(/Path=\/api\/v1\/auth(;|$)/)
  })

  test('is known to each account that signed in with it, and to no other', async () => {
    const [first, second, third] = ['one@example.com', 'two@example.com', 'three@example.com']
    const { client } = await server.halfSignIn(first)
    const begun = async (email: string) => {
      const { otpUri } = await client.ok(setupTwoFactor, { body: {} })
      server.keepSecret(email, otpUri)
      await client.ok(completeSetup, { body: { code: server.authenticatorCode(email) } })
    }
    await begun(first)
    await server.halfSignIn(second, client)
    await begun(second)
    // Its source is used up for all three: what is left are its own budgets.
    for (const email of [first, second, third]) await askUntilRefused(server.client(), email)
    expect(await askUntilRefused(client, first)).toBe(5)
    expect(await askUntilRefused(client, second)).toBe(5)
    expect(await askUntilRefused(client, third)).toBe(0)
  })

  test('that is signed out from another one by “all devices” is new to the account again', async () => {
    const email = 'all@example.com'
    const [away, here] = [await server.signIn(email), await server.signIn(email)]
    await here.ok(signOutAll, { body: {} })
    await askUntilRefused(server.client(), email)
    expect(await askUntilRefused(away, email)).toBe(0)
    expect(await askUntilRefused(here, email)).toBe(5)
  })

  test('is let in by no link that is a day old, changed, or another mail’s', async () => {
    const email = 'link@example.com'
    const client = server.client()
    await client.ok(signIn, { body: { email } })
    const token = /#browser=([\w-]+)/.exec(server.mails(email)[0]?.text ?? '')?.[1] ?? ''
    expect((await client.call(admitBrowser, { body: { token: 'A'.repeat(43) } })).status).toBe(400)
    expect((await client.call(admitBrowser, { body: { token } })).status).toBe(200)
    server.clock.advance(24 * 60 * MINUTE)
    expect((await client.call(admitBrowser, { body: { token } })).status).toBe(400)
  })
})

describe('a day of a stranger with a hundred addresses', () => {
  test('has no hour in which the owner does not get in, from his browser and from a new one', async () => {
    const made = await bench()
    await made.reopen({ openStore: memoryStore() })
    const ask = (source: string, devices: string[]) =>
      made.custody.startSignIn({ email: EMAIL, source, devices })
    /** By the way of a mail's link where there is no other. */
    let links = 0
    const enter = async (source: string, devices: string[]) => {
      let held = devices
      const { id, code } = await ask(source, held).catch(() => {
        links += 1
        held = [mailbox.at(-1) ?? '', ...devices]
        return ask(source, held)
      })
      const { half } = await made.custody.verifySignIn({ id, code, devices: held })
      made.clock.pass(30 * SECOND)
      return made.custody.completeOtp({ half, code: totp(secret, made.clock.now()), devices: held })
    }
    const mailbox: string[] = []
    let wrong = 0
    /** Whatever he is let do; answers how many mails that were. */
    const attack = async (): Promise<number> => {
      const ids: { id: string; code: string }[] = []
      for (const source of SOURCES) {
        for (;;) {
          const begun = await ask(source, []).catch(() => undefined)
          if (!begun) break
          mailbox.push(begun.browser)
          ids.push(begun)
        }
      }
      for (const { id, code } of ids) {
        for (let tries = 0; tries < 5; tries += 1) {
          await refused(made.custody.verifySignIn({ id, code: other(code) }), 'WrongCode').then(
            () => {
              wrong += 1
            },
            () => undefined,
          )
        }
      }
      return ids.length
    }

    const first = await ask('home', [])
    const { half } = await made.custody.verifySignIn({ id: first.id, code: first.code })
    const { otpUri } = await made.custody.setupAuthenticator({ half })
    const secret = new URL(otpUri).searchParams.get('secret') ?? ''
    const { device = '' } = await made.custody.completeSetup({ half, code: totp(secret, made.clock.now()) })

    for (let hour = 0; hour < 24; hour += 1) {
      let mails = 0
      for (let part = 0; part < 6; part += 1) {
        mails += await attack()
        made.clock.pass(10 * MINUTE - (part === 5 ? MINUTE : 0))
      }
      expect(mails).toBeLessThanOrEqual(20)
      await attack()
      await enter('home', [device])
      await enter(`hotel ${hour}`, [])
    }
    expect(links).toBeGreaterThan(12)
    expect(wrong).toBeGreaterThan(1000)
    // Five an id, and ten seconds between them from the thousandth on.
    expect(wrong).toBeLessThanOrEqual(1000 + 24 * 20)

    made.clock.pass(60 * MINUTE)
    const { id, code } = await ask('elsewhere', [])
    const guess = () => made.custody.verifySignIn({ id, code: other(code) })
    await refused(guess(), 'WrongCode')
    made.clock.pass(SECOND)
    expect((await refused(guess(), 'TooMany')).details.retryAfterMs).toBe(9 * SECOND)
    made.clock.pass(9 * SECOND)
    await refused(guess(), 'WrongCode')
    made.clock.pass(10 * SECOND)
    await made.custody.verifySignIn({ id, code })
  })
})
