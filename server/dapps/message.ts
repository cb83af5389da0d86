import * as z from 'zod/mini'

/**
 * What travels between the server and the process of its WalletConnect client. That process reads what strangers send
 * and may be taken over by one: whatever comes from it is parsed like a stranger's input.
 */

/** The descriptor over which the child speaks with the server. */
export const CHANNEL_FD = 3
/** One end takes no more than this at once, in bytes. */
export const MESSAGE_MAX = 64 * 1024 * 1024
/** What the server answers at once; who asks for more is cut off. */
export const ASKS_MAX = 500
/** What the child tells at once, so that it never comes near that. */
export const TELLS_MAX = 100

const Topic = z.string().check(z.regex(/^[0-9a-f]{64}$/))
const Id = z.number().check(z.int(), z.nonnegative())
const Names = z.array(z.string())

const Wants = z.record(z.string(), z.object({ chains: z.optional(Names), methods: Names, events: Names }))
export type Wants = z.infer<typeof Wants>

/** What a session may use, and with which accounts. */
export const Namespaces = z.record(
  z.string(),
  z.object({ chains: z.optional(Names), accounts: Names, methods: Names, events: Names }),
)
export type Namespaces = z.infer<typeof Namespaces>

/** What a dApp says of itself is cleaned where it is used. */
const Peer = z.object({ metadata: z.unknown() })

export const Proposal = z.object({
  id: Id,
  pairingTopic: Topic,
  /** Seconds. */
  expiryTimestamp: z.number(),
  requiredNamespaces: Wants,
  optionalNamespaces: z.optional(Wants),
  proposer: Peer,
})
export type Proposal = z.infer<typeof Proposal>

export const Session = z.object({
  topic: Topic,
  pairingTopic: Topic,
  /** Seconds. */
  expiry: z.number().check(z.int(), z.nonnegative(), z.maximum(1e11)),
  namespaces: Namespaces,
  peer: Peer,
})
export type Session = z.infer<typeof Session>

/** A request has its number within its topic. */
export const RequestName = z.object({ topic: Topic, id: Id })
export type RequestName = z.infer<typeof RequestName>
export const Request = z.extend(RequestName, {
  params: z.object({
    chainId: z.string(),
    request: z.object({
      method: z.string(),
      params: z.optional(z.unknown()),
      /** Seconds. */
      expiryTimestamp: z.optional(z.number()),
    }),
  }),
})
export type Request = z.infer<typeof Request>

/** What a dApp is told about its request. */
export const Answer = z.union([
  z.object({ result: z.string() }),
  z.object({ error: z.object({ code: z.number(), message: z.string() }) }),
])
export type Answer = z.infer<typeof Answer>

export const REASONS = [
  'USER_REJECTED',
  'UNSUPPORTED_CHAINS',
  'UNSUPPORTED_METHODS',
  'UNSUPPORTED_EVENTS',
] as const
export type Reason = (typeof REASONS)[number]

const Nothing = z.nullish(z.unknown())
const ByTopic = z.object({ topic: Topic })

/** What the server asks of the child, with the answer's shape. */
export const ASKS = {
  open: {
    input: z.object({
      relayUrl: z.string(),
      projectId: z.optional(z.string()),
      /** Where people find this wallet, for dApps to show. */
      publicUrl: z.string(),
      /** From which level on it logs. */
      level: z.string(),
      heldMs: z.number(),
    }),
    answer: Nothing,
  },
  /** It may go on for so long; hears it nothing more, it ends: another process may hold the client then. */
  held: { input: z.object({ heldMs: z.number() }), answer: Nothing },
  connected: { input: Nothing, answer: z.boolean() },
  proposals: { input: Nothing, answer: z.array(Proposal) },
  sessions: { input: Nothing, answer: z.array(Session) },
  requests: { input: Nothing, answer: z.array(RequestName) },
  proposal: { input: z.object({ id: Id }), answer: z.nullish(Proposal) },
  session: { input: ByTopic, answer: z.nullish(Session) },
  request: { input: RequestName, answer: z.nullish(Request) },
  pair: { input: z.object({ uri: z.string() }), answer: Nothing },
  approve: { input: z.object({ id: Id, namespaces: Namespaces }), answer: Session },
  reject: { input: z.object({ id: Id, reason: z.enum(REASONS) }), answer: Nothing },
  respond: { input: z.extend(RequestName, { answer: Answer }), answer: Nothing },
  disconnect: { input: ByTopic, answer: Nothing },
  ping: { input: ByTopic, answer: z.boolean() },
  close: { input: Nothing, answer: Nothing },
} as const
export type Asks = {
  [Name in keyof typeof ASKS]: {
    input: z.infer<(typeof ASKS)[Name]['input']>
    answer: z.infer<(typeof ASKS)[Name]['answer']>
  }
}
export type Opening = Asks['open']['input']

/** Names of the child's own records. */
const Key = z.string().check(z.regex(/^[\x21-\x7e]{1,200}$/))

/** What the child tells, and asks of its records. */
export const TELLS = {
  proposed: Proposal,
  requested: Request,
  /** The dApp disconnected, or the session's time ran out. */
  ended: ByTopic,
  keys: Nothing,
  read: z.object({ key: Key }),
  /** Without a value the record is removed. */
  write: z.object({ key: Key, value: z.nullable(z.string()) }),
} as const

/** Why the child did not do what it was asked: the only words of it that anybody sees. */
export const FAULTS = ['RelayDown', 'LinkUsed', 'Failed'] as const
export type FaultCode = (typeof FAULTS)[number]

export class ClientFault extends Error {
  constructor(
    readonly code: FaultCode,
    message: string,
  ) {
    super(message)
    this.name = 'ClientFault'
  }
}
