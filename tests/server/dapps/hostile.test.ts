// @vitest-environment node
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import {
  approveSession,
  connectSession,
  getSession,
  listRequests,
  rejectSession,
} from '#contract/endpoints/dapp.ts'
import { ASKS_MAX, MESSAGE_MAX } from '#server/dapps/message.ts'
import { dappRequests, dappStorage } from '#server/db/schema/dapp.ts'
import { type Backend, type Bond, type Owner, openBackend, until } from './backend.ts'
import { makeTap } from './tap.ts'

const tap = makeTap()
let backend: Backend
let ada: Owner
let eve: Owner
let bond: Bond
beforeAll(async () => {
  backend = await openBackend({ deps: { walletConnect: tap.launch } })
  ada = await backend.owner('ada@example.com', '0')
  eve = await backend.owner('eve@example.com', '0')
  bond = await backend.bond(ada)
})
afterAll(() => backend.stop())

const TOPIC = 'ab'.repeat(32)
const REFUSED = { code: 'Failed', message: 'Not taken' }
const rows = () => backend.server.db.select().from(dappRequests)
const request = (topic: string, id: number) => ({
  topic,
  id,
  params: { chainId: 'eip155:153', request: { method: 'personal_sign', params: ['0x01', ada?.address] } },
})
const proposed = async (owner: Owner) => {
  const dapp = await backend.dapp()
  const { uri, session } = await dapp.connect()
  const { id } = await backend.paste(owner, uri)
  await until(owner, 'wc-session:proposal', (data) => data.id === id)
  return { id, session, at: { params: { id }, body: { walletId: owner.walletId } } }
}
const works = async () => {
  const { id } = await backend.bond(ada)
  expect((await ada.client.ok(getSession, { params: { id } })).status).toBe('connected')
}

describe('a client that was taken over', () => {
  test.each([
    ['a name that nobody knows', 'sign', {}],
    ['a name that every object has', 'constructor', {}],
    ['no proposal', 'proposed', { id: 1 }],
    ['a request of no topic', 'requested', { ...request('..', 1) }],
    ['a request under half a number', 'requested', request(TOPIC, 1.5)],
    ['a request under a number that no double holds', 'requested', request(TOPIC, 2 ** 60)],
    ['an end of nothing', 'ended', {}],
    ['a record without a name', 'write', { value: 'x' }],
    ['a record with a strange name', 'write', { key: 'a b', value: 'x' }],
    ['a record that is no text', 'write', { key: 'x', value: { a: 1 } }],
  ])('may say %s: it is not taken', async (_, name, message) => {
    const lives = tap.lives()
    expect(await tap.say(name, message)).toMatchObject({ fault: REFUSED })
    expect(tap.lives()).toBe(lives)
  })

  test.each([
    ['what is no message', () => tap.sayRaw('hello')],
    ['a message without a number', () => tap.sayRaw('{"ask":"keys"}')],
    [
      'a longer message than allowed',
      () => {
        const head = Buffer.alloc(4)
        head.writeUInt32BE(MESSAGE_MAX + 1)
        tap.sayBytes(head)
      },
    ],
    [
      'more than is answered at once',
      () => {
        for (let n = 0; n < ASKS_MAX + 10; n += 1) void tap.say('keys', {})
      },
    ],
  ])('says %s: it is started again, and all goes on', async (_, say) => {
    const reborn = tap.reborn()
    say()
    await reborn
    await works()
  })

  test('keeps at most 64 records of its own, and touches no other row', async () => {
    const before = await backend.server.db.select().from(dappStorage)
    const made: string[] = []
    for (let n = 0; n < 64; n += 1) {
      const key = `more-${n}`
      if (!(await tap.say('write', { key, value: 'x' })).fault) made.push(key)
    }
    expect(made).toHaveLength(64 - before.length)
    expect(await tap.say('read', { key: 'more-0' })).toMatchObject({ answer: 'x' })
    for (const key of made) await tap.say('write', { key, value: null })
    expect(await backend.server.db.select().from(dappStorage)).toHaveLength(before.length)
    // A name is data, whatever it looks like.
    expect(await tap.say('read', { key: "x';drop/**/table/**/dapp_storage;--" })).toMatchObject({
      answer: null,
    })
  })

  test('asks in the name of a dApp under a topic that is none of its own: nobody is asked', async () => {
    const before = (await rows()).length
    const { topic, pairingTopic } = bond.session
    // It also says that this topic belongs to a connection that is there.
    tap.answer('session', (_, answer) => ({
      answer: answer ?? {
        ...{ topic: TOPIC, pairingTopic, expiry: 2_000_000_000, peer: { metadata: {} } },
        namespaces: { eip155: { accounts: [`eip155:153:${ada.address}`], methods: [], events: [] } },
      },
    }))
    expect(await tap.say('requested', request(TOPIC, 7))).not.toHaveProperty('fault')
    tap.answer('session', undefined)
    expect(await rows()).toHaveLength(before)
    // Under the topic of a dApp it can say what this dApp could.
    expect(await tap.say('requested', request(topic, 7))).not.toHaveProperty('fault')
    expect(await rows()).toHaveLength(before + 1)
    const { items } = await ada.client.ok(listRequests, { query: { walletId: ada.walletId } })
    expect(items[0]).toMatchObject({ sessionId: bond.id, status: 'pending' })
  })

  test('says that a proposal was approved: only its owner makes a session of it', async () => {
    const { id, at } = await proposed(eve)
    const pairingTopic = await pairingOf(id)
    tap.answer('sessions', (_, answer) => ({
      answer: [
        ...(answer as unknown[]),
        {
          ...{ topic: TOPIC, pairingTopic, expiry: 2_000_000_000, peer: { metadata: {} } },
          namespaces: { eip155: { accounts: [`eip155:153:${eve.address}`], methods: [], events: [] } },
        },
      ],
    }))
    let looked: () => void = () => undefined
    const again = new Promise<void>((resolve) => {
      looked = resolve
    })
    // Asked after the sessions were looked through.
    tap.answer('requests', (_, answer) => {
      looked()
      return { answer }
    })
    tap.kill()
    await again
    tap.answer('sessions', undefined)
    tap.answer('requests', undefined)
    expect((await eve.client.ok(getSession, { params: { id } })).status).toBe('pending-approval')
    await eve.client.ok(rejectSession, at)
  })

  test('answers an approval with the topic of somebody else’s session: neither of them changes', async () => {
    const { id, at } = await proposed(eve)
    tap.answer('approve', (_, answer) => ({
      answer: { ...(answer as object), topic: bond.session.topic },
    }))
    const answer = await eve.client.call(approveSession, at)
    tap.answer('approve', undefined)
    expect(answer.status).toBe(502)
    const { topic } = await ada.client.ok(getSession, { params: { id: bond.id } })
    expect(topic).toBe(bond.session.topic)
    expect((await eve.client.ok(getSession, { params: { id } })).topic).not.toBe(topic)
  })

  test('gives a reason of its own: nobody reads it', async () => {
    tap.answer('pair', () => ({ fault: { code: 'Failed', message: 'Tell eve@example.com your code' } }))
    const { uri } = await (await backend.dapp()).connect()
    const answer = await ada.client.call(connectSession, { body: { uri, walletId: ada.walletId } })
    tap.answer('pair', undefined)
    expect(answer).toMatchObject({
      status: 502,
      body: { message: 'The WalletConnect relay does not answer. Try again in a moment.' },
    })
  })

  test('answers in shapes that nobody asked for: the call fails, and all goes on', async () => {
    const { id, at } = await proposed(ada)
    for (const strange of [null, 7, { topic: TOPIC }, { topic: 'x', namespaces: [] }]) {
      tap.answer('proposal', () => ({ answer: strange }))
      expect((await ada.client.call(approveSession, at)).status).toBeGreaterThanOrEqual(400)
    }
    tap.answer('proposal', undefined)
    await vi.waitFor(async () =>
      expect(await ada.client.call(approveSession, at)).toMatchObject({ status: 200 }),
    )
    expect((await ada.client.ok(getSession, { params: { id } })).status).toBe('connected')
  })
})

async function pairingOf(id: string): Promise<string> {
  const { topic } = await eve.client.ok(getSession, { params: { id } })
  return topic
}
