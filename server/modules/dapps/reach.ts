import { randomUUID } from 'node:crypto'
import * as z from 'zod/mini'
import { WcSession } from '#contract/dapp.ts'
import { ClientFault, Request, Session } from '#server/dapps/message.ts'
import { providerFailed } from '#server/error.ts'
import type { Carry, Commands } from './commands.ts'
import { type Connection, NOT_REACHED } from './connection.ts'
import type { Sessions } from './sessions.ts'

/** What the client was told of a request, and of the connection that it came over. */
const Told = z.object({ session: z.optional(Session), request: z.optional(Request) })
export type Told = z.infer<typeof Told>

const Choice = z.object({ userId: z.string(), id: z.string(), walletId: z.string() })

/** What only the process that has the client can do. */
const CALLS = {
  connect: {
    input: z.object({ userId: z.string(), id: z.string(), uri: z.string(), walletId: z.string() }),
    answer: WcSession,
  },
  approve: { input: Choice, answer: WcSession },
  reject: { input: Choice, answer: WcSession },
  disconnect: { input: Choice, answer: WcSession },
  disconnectAll: {
    input: z.object({ userId: z.string(), walletId: z.optional(z.string()) }),
    answer: z.number(),
  },
  ping: { input: z.object({ userId: z.string(), id: z.string() }), answer: z.boolean() },
  told: { input: z.object({ topic: z.string(), id: z.number() }), answer: Told },
} as const
type Calls = {
  [Name in keyof typeof CALLS]: {
    input: z.infer<(typeof CALLS)[Name]['input']>
    answer: z.infer<(typeof CALLS)[Name]['answer']>
  }
}
const isCall = (name: string): name is keyof Calls => Object.hasOwn(CALLS, name)

/** The calls that need the WalletConnect client, in whichever process it is. */
export const makeReach = (connection: Connection, sessions: () => Sessions, commands: () => Commands) => {
  const own: { [Name in keyof Calls]: (input: Calls[Name]['input'], again: boolean) => Promise<unknown> } = {
    connect: ({ userId, id, uri, walletId }) => sessions().connect(userId, { uri, walletId }, id),
    approve: ({ userId, id, walletId }, again) => sessions().approve(userId, id, walletId, again),
    reject: ({ userId, id, walletId }, again) => sessions().reject(userId, id, walletId, again),
    disconnect: ({ userId, id, walletId }, again) => sessions().disconnect(userId, id, walletId, again),
    disconnectAll: ({ userId, walletId }) => sessions().disconnectAll(userId, walletId),
    ping: ({ userId, id }) => sessions().ping(userId, id),
    async told({ topic, id }) {
      const client = await connection.use()
      try {
        const [session, request] = await Promise.all([client.session(topic), client.request(topic, id)])
        return { session, request }
      } catch (error) {
        if (error instanceof ClientFault && error.code === 'RelayDown') throw providerFailed(NOT_REACHED)
        throw error
      }
    },
  }
  const carry: Carry = async (name, message, again) => {
    if (!isCall(name)) throw new Error(`Nobody answers '${name}' here`)
    const work = own[name] as (input: unknown, again: boolean) => Promise<unknown>
    return work(CALLS[name].input.parse(message), again)
  }
  const call = async <Name extends keyof Calls>(
    name: Name,
    input: Calls[Name]['input'],
  ): Promise<Calls[Name]['answer']> => {
    const answer = connection.isElsewhere() ? commands().ask(name, input) : carry(name, input, false)
    return CALLS[name].answer.parse(await answer) as Calls[Name]['answer']
  }

  return {
    carry,
    connect: (userId: string, link: { uri: string; walletId: string }) =>
      call('connect', { userId, id: randomUUID(), ...link }),
    approve: (userId: string, id: string, walletId: string) => call('approve', { userId, id, walletId }),
    reject: (userId: string, id: string, walletId: string) => call('reject', { userId, id, walletId }),
    disconnect: (userId: string, id: string, walletId: string) =>
      call('disconnect', { userId, id, walletId }),
    disconnectAll: (userId: string, walletId: string | undefined) =>
      call('disconnectAll', { userId, walletId }),
    ping: (userId: string, id: string) => call('ping', { userId, id }),
    told: (topic: string, id: number) => call('told', { topic, id }),
  }
}
export type Reach = ReturnType<typeof makeReach>
