import { randomUUID } from 'node:crypto'
import type { Socket } from 'node:net'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { DEFAULT_ERROR_MESSAGE, ERROR_NAMES, type ErrorName, TRACE_HEADER } from '#contract/error.ts'
import type { ErrorBody } from '#contract/errorbody.ts'
import { BODY_LIMIT_BYTES } from '#contract/limit.ts'
import { type Sentence, saidOf } from '#contract/said.ts'
import { CustodyRefusal } from '#server/custody/custody.ts'
import { AppError } from '#server/error.ts'

/** The framework's own refusals, by their status, in our words. */
const known = (error: FastifyError, limit = BODY_LIMIT_BYTES): AppError | undefined => {
  switch (error.statusCode) {
    case 413:
      return new AppError('PayloadTooLargeError', `The body should be at most ${limit} bytes long`)
    case 415:
      return new AppError('UnsupportedMediaTypeError', 'The body should be application/json')
    case 404:
    case 405:
      return new AppError('NotFoundError', 'Not found')
    case 400:
    case 414:
      return new AppError('ValidationError', 'The request is malformed')
    default:
      return undefined
  }
}

/** It may have done what it was asked all the same: nobody is told that nothing happened. */
const unreachable = (error: unknown): AppError | undefined =>
  error instanceof CustodyRefusal && error.code === 'Unreachable'
    ? new AppError(
        'CustodyUnavailableError',
        'Custody cannot be reached. Nothing is lost. Try again in a moment.',
      )
    : undefined

/** What travels of an error: its sentence, and by which key another language says it. */
const bodyOf = (name: ErrorName, message: Sentence, traceId: string, seconds?: number): ErrorBody => {
  const said = saidOf(message)
  if (!said) return { message, name, traceId }
  const params = seconds === undefined ? said.params : { ...said.params, seconds }
  return { message, name, traceId, key: said.key, params }
}

const send = (reply: FastifyReply, name: ErrorName, message: Sentence, seconds?: number) => {
  const body = bodyOf(name, message, reply.request.id, seconds)
  return reply.code(ERROR_NAMES[name]).type('application/json; charset=utf-8').send(body)
}

const onError = (error: FastifyError | AppError, request: FastifyRequest, reply: FastifyReply) => {
  const expected =
    error instanceof AppError ? error : (unreachable(error) ?? known(error, request.routeOptions.bodyLimit))
  if (!expected) {
    request.log.error({ err: error }, 'A request failed')
    return send(reply, 'InternalError', DEFAULT_ERROR_MESSAGE)
  }
  if (expected.retryAfter !== undefined) reply.header('retry-after', expected.retryAfter)
  return send(reply, expected.name, expected.message, expected.retryAfter)
}

/** Answers bytes that are not HTTP, which never reach a route. */
const onClientError = (error: Error & { code?: string }, socket: Socket) => {
  if (error.code === 'ECONNRESET' || !socket.writable) return socket.destroy()
  const traceId = randomUUID()
  const tooLarge = error.code === 'HPE_HEADER_OVERFLOW'
  const message = tooLarge ? 'The headers of the request are too long' : 'The request is malformed'
  const body = JSON.stringify(bodyOf('ValidationError', message, traceId))
  const head = `HTTP/1.1 400 Bad Request\r\n${TRACE_HEADER}: ${traceId}\r\nContent-Type: application/json; charset=utf-8`
  return socket.end(
    `${head}\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  )
}

/** Every failure leaves as the same envelope with a trace id, and none with its inner details. */
export const answerFaults = (app: FastifyInstance): void => {
  app.setErrorHandler(onError)
}

export const faultOptions = { clientErrorHandler: onClientError }
