import { API_PREFIX, type Endpoint, fillPath, type InputOf, type ReplyOf } from '#contract/endpoint.ts'

export interface Answer<T = unknown> {
  status: number
  headers: Headers
  body: T
}

interface RawOptions {
  method?: string
  body?: unknown
  /** Sent as they are, over the usual ones; undefined removes one. */
  headers?: Record<string, string | undefined>
}

interface Cookie {
  value: string
  path: string
  /** The whole Set-Cookie line, for its attributes. */
  line: string
}

type AnyInput = { params?: Record<string, string>; query?: Record<string, unknown>; body?: unknown }

/** A browser as far as the server can tell: a cookie jar, an origin, JSON. */
export class Client {
  readonly cookies = new Map<string, Cookie>()
  url: string
  /** Origin of the page that calls. */
  readonly origin: string

  constructor(url: string, origin = url) {
    this.url = url
    this.origin = origin
  }

  cookieHeader(path: string): string | undefined {
    const pairs = [...this.cookies].filter(([, cookie]) => path.startsWith(cookie.path))
    return pairs.length === 0 ? undefined : pairs.map(([name, { value }]) => `${name}=${value}`).join('; ')
  }

  setCookie(name: string, value: string, path = '/') {
    this.cookies.set(name, { value, path, line: '' })
  }

  #keep(response: Response) {
    for (const line of response.headers.getSetCookie()) {
      const [pair = '', ...attributes] = line.split('; ')
      const name = pair.slice(0, pair.indexOf('='))
      const value = pair.slice(pair.indexOf('=') + 1)
      const path = attributes.find((text) => text.startsWith('Path='))?.slice(5) ?? '/'
      if (value === '' || attributes.includes('Max-Age=0')) this.cookies.delete(name)
      else this.cookies.set(name, { value, path, line })
    }
  }

  /** Any request, with the cookies of its path. */
  async raw(path: string, { method = 'GET', body, headers = {} }: RawOptions = {}): Promise<Answer> {
    const all: Record<string, string | undefined> = {
      accept: 'application/json',
      cookie: this.cookieHeader(path.split('?')[0] ?? path),
      ...(method === 'GET' ? {} : { origin: this.origin, 'content-type': 'application/json' }),
      ...headers,
    }
    const sent = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined))
    const response = await fetch(`${this.url}${path}`, {
      method,
      redirect: 'manual',
      headers: sent as Record<string, string>,
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    this.#keep(response)
    const text = await response.text()
    const json = response.headers.get('content-type')?.includes('json') ?? false
    return { status: response.status, headers: response.headers, body: json ? JSON.parse(text) : text }
  }

  /** One call of the contract; the status is the caller's to judge. */
  call<E extends Endpoint>(
    endpoint: E,
    input: InputOf<E>,
    headers: Record<string, string | undefined> = {},
  ): Promise<Answer<ReplyOf<E> & { name?: string; message?: string; traceId?: string }>> {
    const { params = {}, query, body } = input as AnyInput
    const search = new URLSearchParams()
    for (const [name, value] of Object.entries(query ?? {})) {
      if (value !== undefined) search.set(name, String(value))
    }
    const path = `${API_PREFIX}/${fillPath(endpoint.path, params)}${search.size > 0 ? `?${search}` : ''}`
    return this.raw(path, {
      method: endpoint.method,
      headers,
      ...(endpoint.method === 'GET' ? {} : { body: body ?? {} }),
    }) as Promise<Answer<ReplyOf<E> & { name?: string; message?: string; traceId?: string }>>
  }

  /** The same, for a test that needs it to succeed. */
  async ok<E extends Endpoint>(endpoint: E, input: InputOf<E>): Promise<ReplyOf<E>> {
    const answer = await this.call(endpoint, input)
    if (answer.status >= 300) {
      throw new Error(`${endpoint.path} answered ${answer.status}: ${JSON.stringify(answer.body)}`)
    }
    return answer.body as ReplyOf<E>
  }
}
