import {
  API_PREFIX,
  type Endpoint,
  fillPath,
  IDEMPOTENCY_HEADER,
  type InputOf,
  type ReplyOf,
} from '#contract/endpoint.ts'
import { NO_CONNECTION, TRACE_HEADER } from '#contract/error.ts'
import { CONTRACT_VERSION, OLDEST_HEADER, VERSION_HEADER, versionIn } from '#contract/version.ts'
import { answerError, CanceledError, RequestError } from './error.ts'

export interface CallOptions {
  idempotencyKey?: string | undefined
  signal?: AbortSignal | undefined
}

interface ApiDeps {
  fetch: typeof fetch
  /** Where the server is: empty for the page's own origin. */
  origin?: string
  /** What its user reads, where that is not the browser's to say. */
  language?(): string | undefined
  onUnauthorized(): void
  /** The server has said which version it speaks. */
  onVersion?(said: { version: number; oldest: number }): void
  /** An item of a list that could not be read and was left out. */
  onOdd?(what: string): void
}

/** Every endpoint at once: what travels is read from its definition, and its answer is parsed by it. */
type AnyInput = { params?: Record<string, string>; query?: Record<string, unknown>; body?: unknown }

type Route = Pick<Endpoint, 'method' | 'path'>

const url = (endpoint: Route, { params, query }: AnyInput): string => {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value !== undefined && value !== null) search.set(name, String(value))
  }
  const path = `${API_PREFIX}/${fillPath(endpoint.path, params ?? {})}`
  return search.size > 0 ? `${path}?${search}` : path
}

const readJson = async (response: Response): Promise<unknown> => {
  const text = await response.text()
  if (text === '') return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

export const createApi = ({ fetch, origin = '', language, onUnauthorized, onVersion, onOdd }: ApiDeps) => {
  let era = new AbortController()
  /** Only our server names its answers by a trace id. */
  const hear = ({ headers }: Response) => {
    if (!headers.has(TRACE_HEADER)) return
    onVersion?.({
      version: versionIn(headers.get(VERSION_HEADER)),
      oldest: versionIn(headers.get(OLDEST_HEADER)),
    })
  }

  /** What `read` makes of an answer that is 2xx. */
  const ask = async <T>(
    endpoint: Route,
    parts: AnyInput,
    { idempotencyKey, signal }: CallOptions,
    read: (body: unknown, response: Response) => T | Promise<T>,
  ): Promise<T> => {
    const stop = signal ? AbortSignal.any([era.signal, signal]) : era.signal
    const unsafe = endpoint.method !== 'GET'
    const headers = new Headers({ accept: 'application/json', [VERSION_HEADER]: String(CONTRACT_VERSION) })
    if (unsafe) headers.set('content-type', 'application/json')
    const spoken = language?.()
    if (spoken) headers.set('accept-language', spoken)
    if (idempotencyKey) headers.set(IDEMPOTENCY_HEADER, idempotencyKey)

    try {
      const response = await fetch(origin + url(endpoint, parts), {
        method: endpoint.method,
        credentials: 'same-origin',
        headers,
        signal: stop,
        ...(unsafe && { body: JSON.stringify(parts.body ?? {}) }),
      })
      hear(response)
      const body = await readJson(response)
      stop.throwIfAborted()
      if (!response.ok) {
        if (response.status === 401) onUnauthorized()
        throw answerError(response.status, body, response.headers.get(TRACE_HEADER) ?? undefined)
      }
      const reply = await read(body, response)
      stop.throwIfAborted()
      return reply
    } catch (error) {
      if (error instanceof RequestError) throw error
      if (stop.aborted) throw new CanceledError({ cause: error })
      throw new RequestError({ message: NO_CONNECTION, cause: error })
    }
  }

  const call = <E extends Endpoint>(
    endpoint: E,
    input: InputOf<E>,
    options: CallOptions = {},
  ): Promise<ReplyOf<E>> =>
    ask(endpoint, input as AnyInput, options, async (body, response) => {
      if (endpoint.reply === null) return undefined as ReplyOf<E>
      const { readLeniently } = await import('#contract/lenient.ts')
      const reply = readLeniently(endpoint.reply, body, (what) => onOdd?.(`${endpoint.path} ${what}`))
      if (reply.success) return reply.data as ReplyOf<E>
      const traceId = response.headers.get(TRACE_HEADER) ?? undefined
      throw new RequestError({ status: response.status, traceId, cause: reply.error })
    })

  return {
    call,
    /** An answer as it came: its reader has to look at what is in it. */
    raw: (endpoint: Route): Promise<unknown> => ask(endpoint, {}, {}, (body) => body),
    /** Nothing that was asked before this moment is answered any more. */
    abortAll() {
      era.abort()
      era = new AbortController()
    },
  }
}

export type Api = ReturnType<typeof createApi>
export type Call = Api['call']
