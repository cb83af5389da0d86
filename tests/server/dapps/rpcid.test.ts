// @vitest-environment node
import { Core } from '@walletconnect/core'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { separateTopics, swapId } from '#server/dapps/program/rpcid.ts'
import { memory } from './dapp.ts'

const KEYS = ['11'.repeat(32), '22'.repeat(32)] as const
const ID = 1_790_000_000_000_123

let made = 0
const openCore = async () => {
  made += 1
  const core = new Core({
    storage: memory(),
    customStoragePrefix: `rpcid${made}`,
    logger: pino({ level: 'silent' }) as never,
  })
  await core.crypto.init()
  await core.history.init()
  await core.relayer.messages.init()
  const [first, second] = KEYS
  return { core, topics: [await core.crypto.setSymKey(first), await core.crypto.setSymKey(second)] as const }
}

test('a number has another one in each topic, and swapped twice it is itself', () => {
  const topics = ['aa'.repeat(32), 'bb'.repeat(32)]
  for (const id of [0, ID, Number.MAX_SAFE_INTEGER]) {
    const own = topics.map((topic) => swapId(topic, id))
    expect(new Set([id, ...own]).size).toBe(3)
    expect(own.every(Number.isSafeInteger)).toBe(true)
    expect(own.map((swapped, index) => swapId(topics[index] ?? '', swapped))).toEqual([id, id])
  }
})

test('a request comes in under its own number and is answered under the one it was sent with', async () => {
  const [wallet, peer] = [await openCore(), await openCore()]
  const [topic] = wallet.topics
  separateTopics(wallet.core)
  const request = { id: ID, jsonrpc: '2.0', method: 'wc_sessionPing', params: {} }
  const heard = await wallet.core.crypto.decode(topic, await peer.core.crypto.encode(topic, request))
  expect(heard).toEqual({ ...request, id: swapId(topic, ID) })
  const answer = { id: heard.id, jsonrpc: '2.0', result: true }
  expect(await peer.core.crypto.decode(topic, await wallet.core.crypto.encode(topic, answer))).toEqual({
    ...answer,
    id: ID,
  })
  expect(await peer.core.crypto.decode(topic, await wallet.core.crypto.encode(topic, request))).toEqual(
    request,
  )
})

test('a proposal is of the topic and the number that it came with', async () => {
  const [wallet, peer] = [await openCore(), await openCore()]
  const [topic, other] = wallet.topics
  separateTopics(wallet.core)
  const params = { id: 1, pairingTopic: other, relays: [] }
  const proposal = { id: ID, jsonrpc: '2.0', method: 'wc_sessionPropose', params }
  const heard = await wallet.core.crypto.decode(topic, await peer.core.crypto.encode(topic, proposal))
  const id = swapId(topic, ID)
  expect(heard).toEqual({ ...proposal, id, params: { id, pairingTopic: topic, relays: [] } })
})

test('an answer counts only in the topic of its request', async () => {
  const [wallet, peer] = [await openCore(), await openCore()]
  const [topic, other] = wallet.topics
  separateTopics(wallet.core)
  wallet.core.history.set(topic, { id: ID, jsonrpc: '2.0', method: 'wc_sessionPing', params: {} })
  const answer = { id: ID, jsonrpc: '2.0', result: true }
  const from = async (place: string) =>
    wallet.core.crypto.decode(place, await peer.core.crypto.encode(place, answer))
  expect(await from(topic)).toEqual(answer)
  await expect(from(other)).rejects.toThrow('An answer should be to a request of its topic')
})

test('what makes no sense is not kept to be tried again', async () => {
  const [wallet, peer] = [await openCore(), await openCore()]
  const [topic] = wallet.topics
  separateTopics(wallet.core)
  const { messages } = wallet.core.relayer
  for (const id of [1.5, -1, 2 ** 60]) {
    const request = { id, jsonrpc: '2.0', method: 'wc_sessionPing', params: {} }
    const message = await peer.core.crypto.encode(topic, request)
    await messages.set(topic, message, 'inbound')
    expect(messages.getWithoutAck([topic])[topic]).toEqual([message])
    await expect(wallet.core.crypto.decode(topic, message)).rejects.toThrow('a whole one that a double holds')
    expect(messages.getWithoutAck([topic])[topic]).toEqual([])
  }
})
