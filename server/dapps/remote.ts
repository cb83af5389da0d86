import type { FastifyBaseLogger } from 'fastify'
import * as z from 'zod/mini'
import { makeUnderway } from '#server/async/underway.ts'
import { makeFrames } from '#server/line/frames.ts'
import { makeLine } from '#server/line/line.ts'
import type { Launch } from './launch.ts'
import {
  type Answer,
  ASKS,
  ASKS_MAX,
  type Asks,
  ClientFault,
  FAULTS,
  MESSAGE_MAX,
  type Namespaces,
  type Opening,
  type Proposal,
  type Reason,
  type Request,
  type RequestName,
  type Session,
  TELLS,
} from './message.ts'

/** How long the client may take for what it is asked, in ms: it waits for the relay itself. */
const WITHIN = 30_000
/** Whoever does not say in this time that it hears, in ms, is started again. */
const ALIVE_WITHIN = 10_000
const CLOSE_WITHIN = 5_000

/** Told what came in. May be told twice, and what no dApp ever said; resolves when it is dealt with. */
export interface Listener {
  proposed(client: Client, proposal: Proposal): Promise<void>
  requested(client: Client, request: Request): Promise<void>
  ended(topic: string): Promise<void>
}

/** The records of the client. */
export interface Records {
  keys(): Promise<string[]>
  read(key: string): Promise<string | undefined>
  write(key: string, text: string | undefined): Promise<void>
}

/** What the server uses of the WalletConnect client. Its words are those of a process that strangers speak to. */
export interface Client {
  /** Whether the relay is there. */
  connected(): Promise<boolean>
  proposals(): Promise<Proposal[]>
  sessions(): Promise<Session[]>
  requests(): Promise<RequestName[]>
  proposal(id: number): Promise<Proposal | undefined>
  session(topic: string): Promise<Session | undefined>
  request(topic: string, id: number): Promise<Request | undefined>
  pair(uri: string): Promise<void>
  approve(id: number, namespaces: Namespaces): Promise<Session>
  reject(id: number, reason: Reason): Promise<void>
  /** Resolves when the relay has it. */
  respond(topic: string, id: number, answer: Answer): Promise<void>
  disconnect(topic: string): Promise<void>
  ping(topic: string): Promise<boolean>
}

export interface Remote extends Client {
  pid: number | undefined
  /** Resolves when it serves; rejects when it does not come to that. */
  ready: Promise<void>
  /** It may go on for so long. */
  hold(ms: number): void
  /** Resolves when its process is gone and all that it wrote lies in the database. */
  ended: Promise<void>
  close(): Promise<void>
  kill(): void
}

const Code = z.catch(z.enum(FAULTS), 'Failed')
const isTell = (name: string): name is keyof typeof TELLS => Object.hasOwn(TELLS, name)

/** One life of the client's process. */
export const openRemote = ({
  launch,
  opening,
  records,
  listener,
  log,
}: {
  launch: Launch
  opening: Opening
  records: Records
  listener: Listener
  log: FastifyBaseLogger
}): Remote => {
  const { stream, pid, kill, gone } = launch()
  let inHand = 0

  const answers: {
    [Name in keyof typeof TELLS]: (input: z.infer<(typeof TELLS)[Name]>) => Promise<unknown>
  } = {
    proposed: (proposal) => listener.proposed(client, proposal),
    requested: (request) => listener.requested(client, request),
    ended: ({ topic }) => listener.ended(topic),
    keys: () => records.keys(),
    read: async ({ key }) => (await records.read(key)) ?? null,
    write: ({ key, value }) => records.write(key, value ?? undefined),
  }
  const writing = makeUnderway()
  const answer = async (name: string, message: unknown): Promise<unknown> => {
    if (inHand >= ASKS_MAX) {
      kill()
      throw new ClientFault('Failed', 'Too much is asked at once')
    }
    if (!isTell(name)) throw new ClientFault('Failed', `Nobody answers '${name}' here`)
    const input = TELLS[name].parse(message)
    inHand += 1
    try {
      const work = (answers[name] as (input: unknown) => Promise<unknown>)(input)
      if (name === 'write')
        writing.add(
          work.then(
            () => undefined,
            () => undefined,
          ),
        )
      return await work
    } finally {
      inHand -= 1
    }
  }

  const lost = (why: string) => new ClientFault('RelayDown', `The WalletConnect client is gone (${why})`)
  const line = makeLine({
    within: WITHIN,
    send: (text) => frames.send(text),
    answer,
    // The child hears no reason: those are the server's own.
    faultOf(error) {
      log.warn({ err: error }, 'What the WalletConnect client says cannot be taken')
      return { code: 'Failed', message: 'Not taken', details: {} }
    },
    errorOf: ({ code, message }) => new ClientFault(Code.parse(code), message.slice(0, 500)),
    lost,
  })
  const frames = makeFrames(stream, MESSAGE_MAX, (text) => line.receive(text))

  const ask = async <Name extends keyof Asks>(
    name: Name,
    input: Asks[Name]['input'],
  ): Promise<Asks[Name]['answer']> => {
    return ASKS[name].answer.parse(await line.ask(name, input)) as Asks[Name]['answer']
  }

  const ended = (async () => {
    await Promise.race([gone, frames.ended])
    line.cut('it ended')
    // Whatever lies in the stream is still taken, unless the process lives on without it.
    kill()
    await Promise.all([gone, frames.ended])
    await writing.idle()
  })()

  let isReady = false
  const ready = (async () => {
    try {
      await ask('open', opening)
      isReady = true
    } catch (error) {
      kill()
      await ended
      throw error
    }
  })()

  const client: Remote = {
    pid,
    ready,
    ended,
    kill,
    connected: () => ask('connected', {}),
    proposals: () => ask('proposals', {}),
    sessions: () => ask('sessions', {}),
    requests: () => ask('requests', {}),
    proposal: async (id) => (await ask('proposal', { id })) ?? undefined,
    session: async (topic) => (await ask('session', { topic })) ?? undefined,
    request: async (topic, id) => (await ask('request', { topic, id })) ?? undefined,
    async pair(uri) {
      await ask('pair', { uri })
    },
    approve: (id, namespaces) => ask('approve', { id, namespaces }),
    async reject(id, reason) {
      await ask('reject', { id, reason })
    },
    async respond(topic, id, text) {
      await ask('respond', { topic, id, answer: text })
    },
    async disconnect(topic) {
      await ask('disconnect', { topic })
    },
    ping: (topic) => ask('ping', { topic }),
    hold(ms) {
      // Who has only just begun may take longer to hear it.
      const timer = isReady ? setTimeout(kill, ALIVE_WITHIN) : undefined
      void ended.then(() => clearTimeout(timer))
      ask('held', { heldMs: ms }).then(
        () => clearTimeout(timer),
        () => undefined,
      )
    },
    async close() {
      const timer = setTimeout(kill, CLOSE_WITHIN)
      await ask('close', {}).catch(() => undefined)
      clearTimeout(timer)
      stream.end()
      const last = setTimeout(kill, CLOSE_WITHIN)
      await ended
      clearTimeout(last)
    },
  }
  return client
}
