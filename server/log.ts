import type { FastifyBaseLogger } from 'fastify'
import { pino, stdSerializers } from 'pino'

/** A failed query carries its parameters, which are people's data: only the statement is written down. */
const withoutParameters = (error: unknown): unknown => {
  if (!(error instanceof Error) || !('query' in error) || !('params' in error)) {
    return error instanceof Error ? stdSerializers.err(error) : error
  }
  const cause = error.cause instanceof Error ? error.cause.message : undefined
  return { type: error.name, query: error.query, cause, stack: error.stack?.replace(error.message, '') }
}

export const makeLog = (level: string): FastifyBaseLogger =>
  pino({ level, base: null, serializers: { err: withoutParameters } }, process.stderr)
