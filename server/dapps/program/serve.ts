import type { Duplex } from 'node:stream'
import type { FastifyBaseLogger } from 'fastify'
import * as z from 'zod/mini'
import {
  ASKS,
  type Asks,
  ClientFault,
  MESSAGE_MAX,
  Proposal,
  Request,
  RequestName,
  Session,
  TELLS_MAX,
} from '#server/dapps/message.ts'
import { makeFrames } from '#server/line/frames.ts'
import { makeLine } from '#server/line/line.ts'
import { type Client, openClient } from './client.ts'
import { makeStorage, type Records } from './storage.ts'

/** How long the server may take to answer, in ms. */
const WITHIN = 30_000

const isAsk = (name: string): name is keyof Asks => Object.hasOwn(ASKS, name)

const failed = (why: string) => new ClientFault('Failed', why)

/**
 * Serves the WalletConnect client over a stream to the server that started it. Resolves when that server is gone, or
 * has not said in time that it still holds the client.
 */
export const serveClient = async (stream: Duplex, makeLog: (level: string) => FastifyBaseLogger) => {
  let log = makeLog('warn')
  let client: Client | undefined
  let deadline: NodeJS.Timeout | undefined
  const holdFor = (ms: number) => {
    clearTimeout(deadline)
    deadline = setTimeout(() => stream.destroy(), ms)
  }

  /** What dApps sent in forms that no dApp sends is nobody's loss. */
  const shaped = <T>(schema: z.ZodMiniType<T>, values: readonly unknown[]): T[] =>
    values.flatMap((value) => {
      const parsed = schema.safeParse(value)
      if (parsed.success) return [parsed.data]
      log.warn({ err: parsed.error }, 'A dApp sent something in a form that nobody understands')
      return []
    })
  const one = <T>(schema: z.ZodMiniType<T>, value: unknown): T | null => shaped(schema, [value])[0] ?? null

  const telling = new Set<Promise<void>>()
  const waiting: (() => void)[] = []
  /** What is not told is found by the server when it looks. */
  const tell = (name: string, message: unknown): void => {
    const begin = () => {
      const told = line.ask(name, message).then(
        () => undefined,
        (error: unknown) => log.warn({ err: error }, 'The server could not be told'),
      )
      telling.add(told)
      void told.then(() => {
        telling.delete(told)
        waiting.shift()?.()
      })
    }
    if (telling.size < TELLS_MAX) begin()
    else waiting.push(begin)
  }

  const records: Records = {
    keys: async () => z.array(z.string()).parse(await line.ask('keys', {})),
    read: async (key) => z.nullish(z.string()).parse(await line.ask('read', { key })) ?? undefined,
    async write(key, text) {
      await line.ask('write', { key, value: text ?? null })
    },
  }

  const begin = async ({ relayUrl, projectId, publicUrl, level, heldMs }: Asks['open']['input']) => {
    if (client) throw failed('The client is open already')
    holdFor(heldMs)
    log = makeLog(level)
    client = await openClient({
      relayUrl,
      projectId,
      publicUrl,
      storage: makeStorage(records, log),
      log,
      listener: {
        proposed(proposal) {
          const told = one(Proposal, proposal)
          if (told) tell('proposed', told)
        },
        requested(request) {
          const told = one(Request, request)
          if (told) tell('requested', told)
        },
        ended: (topic) => tell('ended', { topic }),
      },
    })
  }
  const open = (): Client => {
    if (!client) throw failed('The client is not open yet')
    return client
  }
  const sessionOf = (topic: string) =>
    open()
      .sessions()
      .find((session) => session.topic === topic)

  const answers: { [Name in keyof Asks]: (input: Asks[Name]['input']) => Promise<unknown> } = {
    open: begin,
    held: async ({ heldMs }) => holdFor(heldMs),
    connected: async () => open().connected(),
    proposals: async () => shaped(Proposal, open().proposals()),
    sessions: async () => shaped(Session, open().sessions()),
    requests: async () => shaped(RequestName, open().requests()),
    async proposal({ id }) {
      const found = open()
        .proposals()
        .find((proposal) => proposal.id === id)
      return found ? one(Proposal, found) : null
    },
    async session({ topic }) {
      const found = sessionOf(topic)
      return found ? one(Session, found) : null
    },
    async request({ topic, id }) {
      const found = open()
        .requests()
        .find((request) => request.topic === topic && request.id === id)
      return found ? one(Request, found) : null
    },
    pair: ({ uri }) => open().pair(uri),
    approve: async ({ id, namespaces }) => one(Session, await open().approve(id, namespaces)),
    reject: ({ id, reason }) => open().reject(id, reason),
    respond: ({ topic, id, answer }) => open().respond(topic, id, answer),
    disconnect: ({ topic }) => open().disconnect(topic),
    ping: ({ topic }) => open().ping(topic),
    async close() {
      const own = client
      client = undefined
      await own?.close()
    },
  }

  const line = makeLine({
    within: WITHIN,
    send: (text) => frames.send(text),
    async answer(name, message) {
      if (!isAsk(name)) throw failed(`Nobody answers '${name}' here`)
      const answer = answers[name] as (input: unknown) => Promise<unknown>
      return answer(ASKS[name].input.parse(message))
    },
    faultOf(error) {
      if (error instanceof ClientFault) return { code: error.code, message: error.message, details: {} }
      log.warn({ err: error }, 'WalletConnect did not do what it was asked')
      return { code: 'Failed', message: String(error), details: {} }
    },
    errorOf: ({ message }) => new Error(message),
    lost: (why) => new Error(`The server does not answer (${why})`),
  })
  const frames = makeFrames(stream, MESSAGE_MAX, (text) => line.receive(text))

  await frames.ended
  clearTimeout(deadline)
  line.cut('it is gone')
  return client
}
