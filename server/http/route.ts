import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { API_PREFIX, type Endpoint, type ParsedInputOf, type ReplyOf } from '#contract/endpoint.ts'
import { Empty } from '#contract/page.ts'
import type { Sentence } from '#contract/said.ts'
import { type AppError, invalid, notFound } from '#server/error.ts'
import {
  callerOf,
  type Guard,
  type HalfContext,
  halfOf,
  type RateOptions,
  type SessionContext,
} from './access.ts'
import { explain } from './explain.ts'
import { parseInput } from './input.ts'

interface Context {
  request: FastifyRequest
  reply: FastifyReply
  traceId: string
}

export type ContextOf<E extends Endpoint> = Context &
  (E['access'] extends 'sid' | 'owner' | 'guardian'
    ? SessionContext
    : E['access'] extends 'pre'
      ? HalfContext
      : unknown)

export type Handler<E extends Endpoint> = (
  input: ParsedInputOf<E>,
  context: ContextOf<E>,
) => Promise<E['reply'] extends null ? unknown : ReplyOf<E>>

interface Options {
  rate?: RateOptions
  /** Turns a refused input into another error than ValidationError. */
  refuse?: (message: Sentence) => AppError
}

const Params = z.record(z.string(), z.string().check(z.minLength(1), z.maxLength(128)))

const contextOf = (endpoint: Endpoint, request: FastifyRequest, reply: FastifyReply) => {
  const context: Context = { request, reply, traceId: request.id }
  switch (endpoint.access) {
    case 'sid':
    case 'owner':
    case 'guardian':
      return { ...context, ...callerOf(request) }
    case 'pre':
      return { ...context, ...halfOf(request) }
    default:
      return context
  }
}

/** Serves one endpoint of the contract: who may call, strict input, shaped reply. */
export const route = <const E extends Endpoint>(
  app: FastifyInstance,
  guard: Guard,
  endpoint: E,
  handler: Handler<E>,
  options: Options = {},
): void => {
  const refuse = options.refuse ?? invalid
  app.route({
    method: endpoint.method,
    url: `${API_PREFIX}/${endpoint.path.replace(/\{(\w+)\}/g, ':$1')}`,
    onRequest: guard.hooks(endpoint, options.rate),
    ...(endpoint.bodyLimit !== undefined && { bodyLimit: endpoint.bodyLimit }),
    config: { raw: endpoint.access === 'hmac' },
    handler: async (request, reply) => {
      const input = {
        // An id that cannot be is one that does not exist.
        params: parseInput(Params, request.params, () => notFound()),
        query: parseInput(endpoint.query ?? Empty, request.query, refuse),
        body:
          endpoint.method === 'POST' && endpoint.access !== 'hmac'
            ? parseInput(endpoint.body ?? Empty, request.body, refuse)
            : undefined,
      }
      // The schemas above are the endpoint's own, so the parsed input has the endpoint's type.
      const result = await handler(
        input as unknown as ParsedInputOf<E>,
        contextOf(endpoint, request, reply) as ContextOf<E>,
      )
      if (reply.sent || endpoint.redirect || endpoint.binary) return reply
      if (endpoint.reply === null) return reply.code(204).send()
      const shaped = endpoint.reply.safeParse(result)
      if (!shaped.success)
        throw new Error(`The answer of ${endpoint.path} is wrong: ${explain(shaped.error)}`)
      return reply.code(endpoint.status ?? 200).send(shaped.data)
    },
  })
}
