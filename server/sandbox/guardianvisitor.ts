import * as z from 'zod/mini'
import { API_PREFIX, type Endpoint, fillPath, type InputOf, type ReplyOf } from '#contract/endpoint.ts'
import { ERROR_NAMES, type ErrorName } from '#contract/error.ts'
import { ErrorBody } from '#contract/errorbody.ts'
import { AppError, passedOn, providerFailed } from '#server/error.ts'

/** Where the app is, and the origin that it takes for its own. */
export type Place = { url: string; origin: string }

export type Visitor = <E extends Endpoint>(endpoint: E, input: InputOf<E>) => Promise<ReplyOf<E>>

type AnyInput = { params?: Record<string, string>; query?: Record<string, string>; body?: unknown }

const isKnown = (name: string): name is ErrorName => name in ERROR_NAMES

const refusal = (body: unknown): AppError => {
  const { success, data } = ErrorBody.safeParse(body)
  if (!success) return providerFailed('The app gave an answer that is none')
  return isKnown(data.name)
    ? new AppError(data.name, passedOn(data.message))
    : providerFailed(passedOn(data.message))
}

/** A person's browser, as far as the app can tell: cookies of its own, the app's origin, JSON. */
export const makeVisitor = ({ url, origin }: Place): Visitor => {
  const cookies = new Map<string, { value: string; path: string }>()

  const keep = (lines: readonly string[]): void => {
    for (const line of lines) {
      const [pair = '', ...attributes] = line.split('; ')
      const name = pair.slice(0, pair.indexOf('='))
      const value = pair.slice(pair.indexOf('=') + 1)
      const path = attributes.find((text) => text.startsWith('Path='))?.slice('Path='.length) ?? '/'
      if (value === '' || attributes.includes('Max-Age=0')) cookies.delete(name)
      else cookies.set(name, { value, path })
    }
  }

  return async (endpoint, input) => {
    const { params = {}, query = {}, body = {} } = input as AnyInput
    const path = `${API_PREFIX}/${fillPath(endpoint.path, params)}`
    const search = new URLSearchParams(query).toString()
    const cookie = [...cookies]
      .filter(([, kept]) => path.startsWith(kept.path))
      .map(([name, { value }]) => `${name}=${value}`)
      .join('; ')
    const response = await fetch(`${url}${path}${search && `?${search}`}`, {
      method: endpoint.method,
      headers: { accept: 'application/json', 'content-type': 'application/json', origin, cookie },
      ...(endpoint.method === 'POST' && { body: JSON.stringify(body) }),
    })
    keep(response.headers.getSetCookie())
    const answer: unknown = response.status === 204 ? undefined : await response.json()
    if (!response.ok) throw refusal(answer)
    return z.parse(endpoint.reply ?? z.undefined(), answer) as ReplyOf<typeof endpoint>
  }
}
