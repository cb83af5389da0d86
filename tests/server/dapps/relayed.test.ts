// @vitest-environment node
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { generateRandomBytes32 } from '@walletconnect/utils'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { WebSocketServer } from 'ws'
import { openClient } from '#server/dapps/program/client.ts'
import { memory } from './dapp.ts'

/** How long a record takes to be written, in ms. */
const WRITING = 200

test('the relay hears that a message arrived only when it is written down', async () => {
  const order: string[] = []
  const topic = generateRandomBytes32()
  const message = Buffer.from('what nobody can read').toString('base64')
  // A relay that hands one message out, as soon as somebody wants its topic.
  const relay = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  const handed = new Promise<void>((resolve) => {
    relay.on('connection', (socket) => {
      socket.on('message', (data) => {
        const { id, method, params } = JSON.parse(String(data))
        if (method === undefined) {
          order.push('acknowledged')
          return resolve()
        }
        const topics: string[] = params.topics ?? [params.topic]
        socket.send(JSON.stringify({ id, jsonrpc: '2.0', result: params.topics ? topics : topic }))
        if (!/subscribe$/i.test(method) || !topics.includes(topic)) return
        const data_ = { topic, message, publishedAt: Date.now(), tag: 1108 }
        setTimeout(() => {
          const event = { id: 7, jsonrpc: '2.0', method: 'irn_subscription' }
          socket.send(JSON.stringify({ ...event, params: { id: topic, data: data_ } }))
        })
      })
    })
  })
  await once(relay, 'listening')
  const items = memory()
  const client = await openClient({
    relayUrl: `ws://127.0.0.1:${(relay.address() as AddressInfo).port}`,
    projectId: undefined,
    publicUrl: 'http://localhost',
    storage: {
      ...items,
      async setItem(key: string, value: unknown) {
        const isMessage = key.endsWith('messages_withoutClientAck') && JSON.stringify(value).includes(message)
        if (isMessage) await new Promise((resolve) => setTimeout(resolve, WRITING))
        if (isMessage) order.push('written')
        await items.setItem(key, value)
      },
      flush: async () => undefined,
    } as never,
    log: pino({ level: 'silent' }),
    listener: { proposed: () => undefined, requested: () => undefined, ended: () => undefined },
  })
  await client.pair(
    `wc:${topic}@2?relay-protocol=irn&symKey=${generateRandomBytes32()}&expiryTimestamp=${Math.floor(Date.now() / 1000) + 300}`,
  )
  await handed
  expect(order).toEqual(['written', 'acknowledged'])
  await client.close()
  for (const socket of relay.clients) socket.terminate()
  relay.close()
})
