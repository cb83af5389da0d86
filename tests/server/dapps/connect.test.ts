// @vitest-environment node
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { generateRandomBytes32 } from '@walletconnect/utils'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openClient } from '#server/dapps/program/client.ts'
import { startRelay } from '#server/sandbox/relay.ts'
import { memory } from './dapp.ts'

const log = pino({ level: 'silent' })

let relay: Awaited<ReturnType<typeof startRelay>>
beforeAll(async () => {
  relay = await startRelay({ log })
})
afterAll(() => relay.stop())

/** A way to the relay that counts who goes through and sent something: a mere look at the port says nothing. */
const startDoor = async () => {
  const sockets = new Set<Socket>()
  let opened = 0
  const door = createServer((inside) => {
    const outside = connect(relay.port, '127.0.0.1')
    for (const socket of [inside, outside]) {
      sockets.add(socket)
      socket.on('error', () => undefined)
    }
    inside.once('data', () => {
      opened += 1
    })
    inside.pipe(outside).pipe(inside)
  })
  await new Promise<void>((resolve) => door.listen(0, '127.0.0.1', resolve))
  const { port } = door.address() as AddressInfo
  return {
    url: relay.url.replace(String(relay.port), String(port)),
    opened: () => opened,
    async stop() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => door.close(resolve))
    },
  }
}

const link = () =>
  `wc:${generateRandomBytes32()}@2?relay-protocol=irn&symKey=${generateRandomBytes32()}&expiryTimestamp=${
    Math.floor(Date.now() / 1000) + 300
  }`

test('links that are pasted at once open one connection to the relay', async () => {
  const door = await startDoor()
  const items = memory()
  const client = await openClient({
    relayUrl: door.url,
    projectId: undefined,
    publicUrl: 'http://localhost',
    storage: { ...items, flush: async () => undefined } as never,
    log,
    listener: { proposed: () => undefined, requested: () => undefined, ended: () => undefined },
  })
  await Promise.all(Array.from({ length: 5 }, () => client.pair(link())))
  expect(client.connected()).toBe(true)
  expect(door.opened()).toBe(1)
  await client.close()
  await door.stop()
})
