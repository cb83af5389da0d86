import {
  BaseError,
  type Hex,
  HttpRequestError,
  MethodNotFoundRpcError,
  MethodNotSupportedRpcError,
  type PublicClient,
} from 'viem'
import * as z from 'zod/mini'

/** Native coins that a contract paid inside a call. Addresses are lower case. */
export interface Payment {
  hash: string
  from: string
  to: string
  value: bigint
}

interface Frame {
  from: string
  to?: string | undefined
  value?: string | undefined
  error?: string | undefined
  calls?: Frame[] | undefined
  type?: string | undefined
}
const Frame: z.ZodMiniType<Frame> = z.object({
  from: z.string(),
  to: z.optional(z.string()),
  value: z.optional(z.string()),
  error: z.optional(z.string()),
  calls: z.optional(z.array(z.lazy(() => Frame))),
  type: z.optional(z.string()),
})
const Traced = z.array(z.object({ txHash: z.string(), result: z.optional(Frame) }))

const Flat = z.array(
  z.object({
    transactionHash: z.nullish(z.string()),
    traceAddress: z.array(z.number()),
    error: z.nullish(z.string()),
    action: z.object({
      from: z.optional(z.string()),
      to: z.optional(z.string()),
      value: z.optional(z.string()),
      /** Of a contract that ends itself. */
      address: z.optional(z.string()),
      refundAddress: z.optional(z.string()),
      balance: z.optional(z.string()),
      callType: z.optional(z.string()),
    }),
  }),
)

const payment = (hash: string, from?: string, to?: string, value?: string): Payment[] =>
  from === undefined || to === undefined || value === undefined || BigInt(value) === 0n
    ? []
    : [{ hash, from: from.toLowerCase(), to: to.toLowerCase(), value: BigInt(value) }]

/** A frame that failed took back all that happened inside it. A DELEGATECALL repeats its caller's value. */
const inside = (hash: string, { calls = [], error }: Frame): Payment[] => {
  if (error !== undefined) return []
  return calls.flatMap((call) => {
    const pays = call.error === undefined && call.type !== 'DELEGATECALL'
    return [...(pays ? payment(hash, call.from, call.to, call.value) : []), ...inside(hash, call)]
  })
}

/** debug_traceBlockByNumber of geth and its relatives. */
const byDebug = (answer: unknown): Payment[] =>
  Traced.parse(answer).flatMap(({ txHash, result }) => (result ? inside(txHash, result) : []))

/** trace_block of erigon, nethermind and their relatives: a flat list, each with its way through the calls. */
const byTrace = (answer: unknown): Payment[] => {
  const traces = Flat.parse(answer)
  const way = (hash: string, path: readonly number[]) => `${hash} ${path.join('.')}`
  const failed = new Set(
    traces.flatMap(({ transactionHash, traceAddress, error }) =>
      error && transactionHash ? [way(transactionHash, traceAddress)] : [],
    ),
  )
  return traces.flatMap(({ transactionHash: hash, traceAddress, action }) => {
    if (!hash || traceAddress.length === 0 || action.callType === 'delegatecall') return []
    const undone = [...traceAddress.keys(), traceAddress.length].some((depth) =>
      failed.has(way(hash, traceAddress.slice(0, depth))),
    )
    if (undone) return []
    return action.refundAddress === undefined
      ? payment(hash, action.from, action.to, action.value)
      : payment(hash, action.address, action.refundAddress, action.balance)
  })
}

const METHODS = [
  {
    ask: (client: PublicClient, block: Hex) =>
      client.request<{ Method: 'debug_traceBlockByNumber'; Parameters: unknown[]; ReturnType: unknown }>({
        method: 'debug_traceBlockByNumber',
        params: [block, { tracer: 'callTracer' }],
      }),
    read: byDebug,
  },
  {
    ask: (client: PublicClient, block: Hex) =>
      client.request<{ Method: 'trace_block'; Parameters: unknown[]; ReturnType: unknown }>({
        method: 'trace_block',
        params: [block],
      }),
    read: byTrace,
  },
] as const

const ABSENT =
  /method.*(not (found|supported|available|allowed|exist|enabled)|disabled)|(unsupported|unknown).*method/i

/** The node does not have this method, rather than an answer this time. */
const isAbsent = (error: unknown): boolean => {
  if (!(error instanceof BaseError)) return false
  const absent = error.walk(
    (cause) =>
      cause instanceof MethodNotFoundRpcError ||
      cause instanceof MethodNotSupportedRpcError ||
      (cause instanceof HttpRequestError && [400, 403, 404, 405].includes(cause.status ?? 0)),
  )
  return absent !== null || ABSENT.test(error.details)
}

/** What contracts paid inside a block, by whichever trace this node offers; found out once. */
export const makeTracer = (client: PublicClient) => {
  let left: readonly (typeof METHODS)[number][] = METHODS
  /** Undefined when the node cannot tell. Never throws: what happened is then known by balances alone. */
  return async (block: number): Promise<Payment[] | undefined> => {
    for (const method of left) {
      try {
        return method.read(await method.ask(client, `0x${block.toString(16)}`))
      } catch (error) {
        if (!isAbsent(error)) return undefined
        left = left.filter((other) => other !== method)
      }
    }
    return undefined
  }
}
