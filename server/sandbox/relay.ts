import { createHash } from 'node:crypto'
import { createServer, type Server as HttpServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import { decodeJWT, verifyJWT } from '@walletconnect/relay-auth'
import type { FastifyBaseLogger } from 'fastify'
import { type WebSocket, WebSocketServer } from 'ws'
import * as z from 'zod/mini'
import { type Letter, makePostbox } from './postbox.ts'

export const RELAY_PATH = '/sandbox/relay'

const MAX_PAYLOAD_BYTES = 4 * 1024 * 1024
const MAX_WAITING_BYTES = 32 * 1024 * 1024
const MAX_CONNECTIONS = 500
const MAX_TOPICS = 20_000
const MAX_TTL_S = 30 * 24 * 60 * 60
const FIVE_MINUTES_S = 300
/** Clients give a connection up when nothing came for 35 seconds. */
const PING_MS = 20_000
const CLOCK_SKEW_S = 60

/** Tags of the messages that the two session calls publish. */
const TAG = { propose: 1100, proposeAnswer: 1101, settle: 1102 }

const Topic = z.string().check(z.regex(/^[0-9a-f]{64}$/))
const Message = z.string().check(z.minLength(1))
const Ttl = z.number().check(z.positive(), z.maximum(MAX_TTL_S))
const Topics = z.object({ topics: z.array(Topic).check(z.maxLength(500)) })
const Publish = z.object({ topic: Topic, message: Message, ttl: Ttl, tag: z.optional(z.number()) })
const Unsubscribe = z.object({ topic: Topic, id: z.string() })
const Propose = z.object({ pairingTopic: Topic, sessionProposal: Message })
const Approve = z.object({
  pairingTopic: Topic,
  sessionTopic: Topic,
  sessionProposalResponse: Message,
  sessionSettlementRequest: Message,
})
const Payload = z.object({
  id: z.union([z.number(), z.string()]),
  method: z.optional(z.string()),
  params: z.optional(z.unknown()),
})

interface Connection {
  socket: WebSocket
  client: string
  topics: Set<string>
  alive: boolean
}

/** The client id that this token proves; undefined for a token that is forged or not valid now. */
const clientOf = async (request: IncomingMessage): Promise<string | undefined> => {
  const auth = new URL(request.url ?? '', 'ws://relay').searchParams.get('auth')
  if (!auth) return undefined
  try {
    const { iss, iat, exp } = decodeJWT(auth).payload
    const now = Date.now() / 1000
    const inTime = exp > now && iat < now + CLOCK_SKEW_S
    return inTime && (await verifyJWT(auth)) ? iss : undefined
  } catch {
    return undefined
  }
}

const subscriptionId = (topic: string, client: string) =>
  createHash('sha256')
    .update(topic + client)
    .digest('hex')

const refuse = (socket: Duplex, status: string) => {
  socket.end(`HTTP/1.1 ${status}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`)
}

/** WalletConnect's relay protocol (irn), as much of it as wallets and dApps use. Messages are opaque here: only their ends hold keys. */
export const makeRelay = ({ log }: { log: FastifyBaseLogger }) => {
  const sockets = new WebSocketServer({ noServer: true, maxPayload: MAX_PAYLOAD_BYTES })
  const postbox = makePostbox()
  const connections = new Set<Connection>()
  let lastId = Date.now() * 1000

  const send = ({ socket }: Connection, payload: object) => {
    if (socket.readyState !== socket.OPEN) return
    if (socket.bufferedAmount > MAX_WAITING_BYTES) socket.terminate()
    else socket.send(JSON.stringify({ jsonrpc: '2.0', ...payload }))
  }
  const hand = (to: Connection, { topic, message, publishedAt, tag }: Letter) => {
    lastId += 1
    const params = {
      id: subscriptionId(topic, to.client),
      data: { topic, message, publishedAt, tag },
    }
    send(to, { id: lastId, method: 'irn_subscription', params })
  }
  const publish = (from: string, topic: string, message: string, ttl: number, tag: number) => {
    const publishedAt = Date.now()
    const letter = { topic, message, tag, publishedAt, expiresAt: publishedAt + ttl * 1000, from }
    postbox.put(letter)
    for (const connection of connections) {
      if (connection.client !== from && connection.topics.has(topic)) hand(connection, letter)
    }
  }
  const subscribe = (connection: Connection, topics: readonly string[]): string[] => {
    const added = topics.filter((topic) => !connection.topics.has(topic))
    if (connection.topics.size + added.length > MAX_TOPICS) throw new Error('Too many topics')
    for (const topic of added) connection.topics.add(topic)
    // The answer goes first, so that the client knows the topic of what follows.
    setImmediate(() => {
      for (const topic of topics) {
        for (const letter of postbox.read(topic, connection.client)) hand(connection, letter)
      }
    })
    return topics.map((topic) => subscriptionId(topic, connection.client))
  }

  const call = (connection: Connection, method: string, params: unknown): unknown => {
    const { client } = connection
    switch (method) {
      case 'irn_publish': {
        const { topic, message, ttl, tag } = Publish.parse(params)
        publish(client, topic, message, ttl, tag ?? 0)
        return true
      }
      case 'irn_batchPublish': {
        const { messages } = z.object({ messages: z.array(Publish).check(z.maxLength(500)) }).parse(params)
        for (const { topic, message, ttl, tag } of messages) publish(client, topic, message, ttl, tag ?? 0)
        return true
      }
      case 'irn_subscribe':
        return subscribe(connection, [z.object({ topic: Topic }).parse(params).topic])[0]
      case 'irn_batchSubscribe':
        return subscribe(connection, Topics.parse(params).topics)
      case 'irn_unsubscribe':
        return connection.topics.delete(Unsubscribe.parse(params).topic)
      case 'irn_batchUnsubscribe': {
        const { subscriptions } = z.object({ subscriptions: z.array(Unsubscribe) }).parse(params)
        for (const { topic } of subscriptions) connection.topics.delete(topic)
        return true
      }
      case 'irn_batchFetchMessages': {
        const letters = Topics.parse(params).topics.flatMap((topic) => postbox.read(topic, client))
        const messages = letters.map(({ topic, message, publishedAt, tag }) => ({
          topic,
          message,
          publishedAt,
          tag,
        }))
        return { messages, hasMore: false }
      }
      case 'wc_proposeSession': {
        const { pairingTopic, sessionProposal } = Propose.parse(params)
        publish(client, pairingTopic, sessionProposal, FIVE_MINUTES_S, TAG.propose)
        subscribe(connection, [pairingTopic])
        return true
      }
      case 'wc_approveSession': {
        const { pairingTopic, sessionTopic, ...messages } = Approve.parse(params)
        publish(client, pairingTopic, messages.sessionProposalResponse, FIVE_MINUTES_S, TAG.proposeAnswer)
        publish(client, sessionTopic, messages.sessionSettlementRequest, FIVE_MINUTES_S, TAG.settle)
        subscribe(connection, [sessionTopic])
        return true
      }
      default:
        return undefined
    }
  }

  const onMessage = (connection: Connection, text: string) => {
    let id: number | string = 0
    try {
      const payload = Payload.parse(JSON.parse(text))
      id = payload.id
      // Answers to what was handed over say nothing: letters stay until their time runs out.
      if (payload.method === undefined) return
      const result = call(connection, payload.method, payload.params)
      if (result === undefined)
        send(connection, { id, error: { code: -32601, message: 'The method is not known' } })
      else send(connection, { id, result })
    } catch (error) {
      log.debug({ err: error }, 'The relay refuses a call')
      send(connection, { id, error: { code: -32602, message: 'The parameters are not as they should be' } })
    }
  }

  const accept = (socket: WebSocket, client: string) => {
    const connection: Connection = { socket, client, topics: new Set(), alive: true }
    connections.add(connection)
    socket.on('message', (data) => onMessage(connection, data.toString()))
    socket.on('pong', () => {
      connection.alive = true
    })
    socket.on('close', () => connections.delete(connection))
    socket.on('error', (error) => log.debug({ err: error }, 'A relay connection failed'))
  }

  const pings = setInterval(() => {
    for (const connection of connections) {
      if (!connection.alive) connection.socket.terminate()
      connection.alive = false
      connection.socket.ping()
    }
  }, PING_MS)
  pings.unref()

  return {
    /** Takes over an upgrade request, once its token is checked. */
    async upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
      socket.on('error', () => socket.destroy())
      const client = await clientOf(request)
      if (!client) return refuse(socket, '401 Unauthorized')
      if (connections.size >= MAX_CONNECTIONS) return refuse(socket, '503 Service Unavailable')
      sockets.handleUpgrade(request, socket, head, (opened) => accept(opened, client))
    },
    close(): void {
      clearInterval(pings)
      postbox.close()
      for (const { socket } of connections) socket.terminate()
      sockets.close()
    },
  }
}
export type Relay = ReturnType<typeof makeRelay>

/** Serves the relay's address on a server that serves other sockets, too. `mayConnect` false answers 403. */
export const attachRelay = (
  server: HttpServer,
  relay: Relay,
  mayConnect: (request: IncomingMessage) => boolean,
): void => {
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    if (request.url?.split('?')[0]?.replace(/\/$/, '') !== RELAY_PATH) return
    if (mayConnect(request)) void relay.upgrade(request, socket, head)
    else refuse(socket, '403 Forbidden')
  })
}

/** A relay alone on a port of this machine; 0 takes a free one. */
export const startRelay = async ({ port = 0, log }: { port?: number; log: FastifyBaseLogger }) => {
  const relay = makeRelay({ log })
  const server = createServer((_request, response) => response.writeHead(404).end())
  attachRelay(server, relay, () => true)
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  const { port: own } = server.address() as AddressInfo
  return {
    port: own,
    url: `ws://127.0.0.1:${own}${RELAY_PATH}`,
    async stop(): Promise<void> {
      relay.close()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
export type RunningRelay = Awaited<ReturnType<typeof startRelay>>
