import { DEFAULT_ERROR_MESSAGE, DEFAULT_ERROR_NAME, REQUEST_ERROR_NAME } from '#contract/error.ts'
import type { Told } from '#domain/inwords.ts'

interface Details {
  name?: string
  message?: string
  traceId?: string | undefined
  status?: number
  code?: string
  told?: Told
  cause?: unknown
}

/** A call that failed. `status` is absent when no answer came; `code` is the server's own name of the error. */
export class RequestError extends Error {
  override readonly name: string
  readonly traceId: string | undefined
  readonly status: number | undefined
  readonly code: string | undefined
  readonly told: Told | undefined

  constructor(details: Details = {}) {
    super(details.message ?? DEFAULT_ERROR_MESSAGE, { cause: details.cause })
    this.name = details.name ?? DEFAULT_ERROR_NAME
    this.traceId = details.traceId
    this.status = details.status
    this.code = details.code
    this.told = details.told
  }
}

/** An answer that nobody waits for any more: the caller gave up or the session has ended. */
export class CanceledError extends RequestError {}

/**
 * Nobody knows what became of the call: nothing came back, or something that is not from our server, which names each
 * answer by a trace id or an error of its own (a gateway's 502 has neither). The one definition for all of the client.
 */
export const isUnanswered = (error: unknown): boolean =>
  error instanceof RequestError &&
  !(error instanceof CanceledError) &&
  error.traceId === undefined &&
  error.code === undefined

const isParams = (value: unknown): value is Told['params'] =>
  typeof value === 'object' &&
  value !== null &&
  Object.values(value).every((one) => typeof one === 'string' || typeof one === 'number')

/** The error of an answer that is not 2xx. `body` is its parsed JSON, undefined when there is none. */
export const answerError = (status: number, body: unknown, traceId: string | undefined): RequestError => {
  if (body === undefined) return new RequestError({ status })
  const read = (key: string): unknown =>
    typeof body === 'object' && body !== null ? Reflect.get(body, key) : undefined
  const text = (key: string) => {
    const value = read(key)
    return typeof value === 'string' && value !== '' ? value : undefined
  }
  const [message, code, key, params] = [text('message'), text('name'), text('key'), read('params')]
  return new RequestError({
    name: REQUEST_ERROR_NAME,
    status,
    traceId,
    ...(message !== undefined && { message }),
    ...(code !== undefined && { code }),
    ...(message && key && isParams(params) && { told: { message, key, params } }),
  })
}
