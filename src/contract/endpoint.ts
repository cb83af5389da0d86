import type * as z from 'zod/mini'

/** Who may call: see the security notes in README.md. `open` and `none` need no session. */
export type Access = 'open' | 'none' | 'pre' | 'sid' | 'owner' | 'guardian' | 'hmac'

type Method = 'GET' | 'POST'

/**
 * One call as plain data. `path` is relative to /api/v1, with `{name}` for parameters. `reply` null means
 * 204. `redirect` marks the one answer that is a browser redirect, `binary` the one that is an image.
 */
export interface Endpoint {
  method: Method
  path: string
  access: Access
  query?: z.ZodMiniType
  body?: z.ZodMiniType
  reply: z.ZodMiniType | null
  status?: 200 | 201
  redirect?: true
  binary?: true
  /** Bytes that its body may have, where that are more than of other calls. */
  bodyLimit?: number
}

export const endpoint = <const E extends Endpoint>(definition: E): E => definition

type Names<P extends string> = P extends `${string}{${infer N}}${infer Rest}` ? N | Names<Rest> : never

type Part<K extends string, T> = [T] extends [never] ? unknown : { [Key in K]: T }
type Out<S> = S extends z.ZodMiniType ? z.output<S> : never
type In<S> = S extends z.ZodMiniType ? z.input<S> : never

type ParamsOf<E extends Endpoint> = [Names<E['path']>] extends [never]
  ? never
  : Record<Names<E['path']>, string>

/** What a caller hands over. */
export type InputOf<E extends Endpoint> = Part<'params', ParamsOf<E>> &
  Part<'query', In<E['query']>> &
  Part<'body', In<E['body']>>

/** What a handler receives: the same, parsed. */
export type ParsedInputOf<E extends Endpoint> = Part<'params', ParamsOf<E>> &
  Part<'query', Out<E['query']>> &
  Part<'body', Out<E['body']>>

export type ReplyOf<E extends Endpoint> = E['reply'] extends z.ZodMiniType ? z.output<E['reply']> : undefined

export const API_PREFIX = '/api/v1'
export const IDEMPOTENCY_HEADER = 'idempotency-key'

/** Fills `{name}` in the path; every value is URI-encoded. */
export const fillPath = (path: string, params: Record<string, string>): string =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
