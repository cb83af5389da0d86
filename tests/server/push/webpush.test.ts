import { randomUUID } from 'node:crypto'
import { Agent } from 'node:https'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import webpush from 'web-push'
import { signOut } from '#contract/endpoints/auth.ts'
import { getConfig } from '#contract/endpoints/config.ts'
import { subscribePush, unsubscribePush } from '#contract/endpoints/user.ts'
import { pushSubscriptions } from '#server/db/schema/push.ts'
import { publicLookup } from '#server/modules/dapps/fetch.ts'
import { makeSendPush } from '#server/modules/push/send.ts'
import { makeWebPush } from '#server/modules/push/service.ts'
import type { SignedInClient } from '#tests/server/harness/user.ts'
import { startServer, type TestServer } from '#tests/server/harness.ts'
import { approval, session, transaction, wcRequest } from '#tests/unit/state/fixture.ts'
import { makeBrowser, startPushService } from './stand.ts'

const vapid = { subject: 'mailto:ops@wallet.example', ...webpush.generateVAPIDKeys() }
const VAPID = {
  VAPID_SUBJECT: vapid.subject,
  VAPID_PUBLIC: vapid.publicKey,
  VAPID_PRIVATE: vapid.privateKey,
}

let service: Awaited<ReturnType<typeof startPushService>>
let server: TestServer
let client: SignedInClient
beforeAll(async () => {
  service = await startPushService()
  server = await startServer({ env: { ...VAPID, PUSH_HOSTS: `${service.host}, push.wallet.example` } })
  client = await newUser()
})
afterAll(async () => {
  await server.stop()
  await service.stop()
})
beforeEach(async () => {
  await server.db.delete(pushSubscriptions)
  service.letters.length = 0
})

const stored = async () => (await server.db.select().from(pushSubscriptions)).map(({ endpoint }) => endpoint)
const newUser = () => server.signIn(`${randomUUID()}@example.com`)
const { keys } = makeBrowser()

describe('subscriptions', () => {
  test.each([
    ['https://fcm.googleapis.com/fcm/send/abc', 204],
    ['https://updates.push.services.mozilla.com/wpush/v2/abc', 204],
    ['https://web.push.apple.com/abc', 204],
    ['https://wns2-par02p.notify.windows.com/w/?token=abc', 204],
    ['https://push.wallet.example/abc', 204],
    ['http://fcm.googleapis.com/fcm/send/abc', 400],
    ['https://fcm.googleapis.com:8443/abc', 400],
    ['https://user@fcm.googleapis.com/abc', 400],
    ['https://fcm.googleapis.com.evil.example/abc', 400],
    ['https://evil.example/fcm.googleapis.com', 400],
    ['https://evilpush.apple.com/abc', 400],
    ['https://127.0.0.1/abc', 400],
    ['https://[::1]/abc', 400],
    ['https://localhost/abc', 400],
    ['no address', 400],
  ])('at %s: %i', async (endpoint, status) => {
    expect((await client.call(subscribePush, { body: { endpoint, keys } })).status).toBe(status)
    expect(await stored()).toEqual(status === 204 ? [endpoint] : [])
  })

  test('need keys that can encrypt, and a session', async () => {
    const endpoint = 'https://fcm.googleapis.com/abc'
    for (const wrong of [
      { ...keys, p256dh: keys.auth },
      { ...keys, auth: keys.p256dh },
      { ...keys, auth: '*' },
    ]) {
      expect((await client.call(subscribePush, { body: { endpoint, keys: wrong } })).status).toBe(400)
    }
    expect((await server.client().call(subscribePush, { body: { endpoint, keys } })).status).toBe(401)
    expect(await stored()).toEqual([])
  })

  test('are at most ten a user: the oldest goes', async () => {
    const [client, other] = [await newUser(), await newUser()]
    const endpoints = Array.from({ length: 11 }, (_, index) => `https://fcm.googleapis.com/${index}`)
    await other.ok(subscribePush, { body: { endpoint: 'https://fcm.googleapis.com/other', keys } })
    for (const endpoint of endpoints) {
      server.clock.advance(1)
      await client.ok(subscribePush, { body: { endpoint, keys } })
    }
    expect((await stored()).sort()).toEqual(
      [...endpoints.slice(1), 'https://fcm.googleapis.com/other'].sort(),
    )
  })

  test('are removed by their user only, and end with the session', async () => {
    const [client, other] = [await newUser(), await newUser()]
    const endpoint = 'https://fcm.googleapis.com/abc'
    await client.ok(subscribePush, { body: { endpoint, keys } })
    await other.ok(unsubscribePush, { body: { endpoint } })
    expect(await stored()).toEqual([endpoint])
    await client.ok(unsubscribePush, { body: { endpoint } })
    expect(await stored()).toEqual([])
    await client.ok(subscribePush, { body: { endpoint, keys } })
    await client.ok(signOut, { body: {} })
    expect(await stored()).toEqual([])
  })

  test('of one browser belong to whoever signed in there last', async () => {
    const [client, other] = [await newUser(), await newUser()]
    const body = { endpoint: 'https://fcm.googleapis.com/abc', keys }
    await client.ok(subscribePush, { body })
    await other.ok(subscribePush, { body })
    const rows = await server.db.select().from(pushSubscriptions)
    expect(rows.map(({ userId }) => userId)).toEqual([other.id])
  })

  test('are refused where the server has no key', async () => {
    const plain = await startServer()
    try {
      const client = await plain.signIn('plain@example.com')
      expect((await client.ok(getConfig, {})).vapidPublicKey).toBeFalsy()
      const answer = await client.call(subscribePush, {
        body: { endpoint: 'https://fcm.googleapis.com/abc', keys },
      })
      expect(answer.status).toBe(400)
    } finally {
      await plain.stop()
    }
  })
})

test('a wrong key pair stops the start', () => {
  expect(() => makeSendPush({ ...vapid, subject: 'nobody' }, new Agent())).toThrow(/VAPID_SUBJECT/)
})

describe('messages', () => {
  const open = (agent = new Agent({ ca: service.certificate })) => {
    const { db, clock, log, sealer, env } = server.deps
    return makeWebPush({ db, clock, log, sealer, pushHosts: env.pushHosts, send: makeSendPush(vapid, agent) })
  }
  const subscribe = async (status: number) => {
    const browser = makeBrowser()
    const client = await newUser()
    const endpoint = service.url(`/${status}/${randomUUID()}`)
    await client.ok(subscribePush, { body: { endpoint, keys: browser.keys } })
    return { client, endpoint, browser }
  }

  test('carry the kind and the id of what waits, readable by the browser alone', async () => {
    const { client, browser } = await subscribe(201)
    const push = open()
    push.hear(client.id, 'wc-session:proposal', session('s1', 'w1', { status: 'pending-approval' }))
    push.hear(client.id, 'wc-session:request', wcRequest('r1', 'w1'))
    push.hear(client.id, 'wc-session:request', wcRequest('r2', 'w1', { method: 'eth_sendTransaction' }))
    push.hear(client.id, 'transaction-approver:created', approval('t1'))
    await push.close()
    const read = service.letters.map(({ body }) => JSON.parse(browser.read(body)) as { id: string })
    expect(read.sort((a, b) => a.id.localeCompare(b.id))).toEqual([
      { kind: 'personal-sign', id: 'r1' },
      { kind: 'send-transaction', id: 'r2' },
      { kind: 'proposal', id: 's1' },
      { kind: 'approval', id: 't1' },
    ])
    for (const { headers, body } of service.letters) {
      expect(headers.authorization).toMatch(new RegExp(`^vapid t=.+, k=${vapid.publicKey}$`))
      expect(headers['content-encoding']).toBe('aes128gcm')
      expect(body.toString('latin1')).not.toContain('kind')
    }
  })

  test('are not sent of what asks nothing, nor to others', async () => {
    const [{ client }, other] = [await subscribe(201), await newUser()]
    const push = open()
    push.hear(client.id, 'wc-session:request', wcRequest('r1', 'w1', { method: 'eth_signTypedData_v4' }))
    push.hear(client.id, 'wc-session:request-result', wcRequest('r1', 'w1', { status: 'executed' }))
    push.hear(client.id, 'transaction-approver:created', approval('t1', { status: 'skipped' }))
    push.hear(other.id, 'wc-session:request', wcRequest('r1', 'w1'))
    await push.close()
    expect(service.letters).toEqual([])
  })

  test('are sent of the kinds that the browser wants, and of what has become of something once', async () => {
    const { client, browser, endpoint } = await subscribe(201)
    const push = open()
    const money = transaction('t1', [], {
      status: 'success',
      accountTxs: [{ walletId: 'w1', accountId: 'a1', direction: 'income' }],
    })
    push.hear(client.id, 'transaction:created', { ...money, id: 't0' })
    await push.close()
    expect(service.letters).toEqual([])
    await client.ok(subscribePush, { body: { endpoint, keys: browser.keys, kinds: ['received'] } })
    push.hear(client.id, 'transaction:created', money)
    push.hear(client.id, 'transaction:updated', { ...money, blockNumber: 7 })
    push.hear(client.id, 'wc-session:request', wcRequest('r1', 'w1'))
    await push.close()
    expect(service.letters.map(({ body }) => browser.read(body))).toEqual(['{"kind":"received","id":"t1"}'])
    const wrong = { endpoint, keys: browser.keys, kinds: ['party'] as never }
    expect((await client.call(subscribePush, { body: wrong })).status).toBe(400)
  })

  test.each([
    [404, 'forgotten'],
    [410, 'forgotten'],
    [500, 'kept'],
    [302, 'kept'],
  ])('that are answered with %i: the subscription is %s', async (status, fate) => {
    const { client, endpoint } = await subscribe(status)
    const push = open()
    push.hear(client.id, 'wc-session:request', wcRequest('r1', 'w1'))
    await push.close()
    expect(await stored()).toEqual(fate === 'kept' ? [endpoint] : [])
    expect(service.letters).toHaveLength(1)
  })

  test('never go into the server’s own network', async () => {
    const { client, endpoint } = await subscribe(201)
    const push = open(new Agent({ ca: service.certificate, lookup: publicLookup }))
    push.hear(client.id, 'wc-session:request', wcRequest('r1', 'w1'))
    await push.close()
    expect(service.letters).toEqual([])
    expect(await stored()).toEqual([endpoint])
  })

  test('hear what the server emits', async () => {
    const { client, browser } = await subscribe(201)
    const push = open()
    server.deps.push.hear(push.hear)
    server.deps.push.emit(client.id, 'wc-session:request', wcRequest('r1', 'w1'))
    await push.close()
    expect(service.letters.map(({ body }) => browser.read(body))).toEqual([
      '{"kind":"personal-sign","id":"r1"}',
    ])
  })
})
