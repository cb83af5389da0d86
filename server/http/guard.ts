import type { FastifyRequest } from 'fastify'
import type { Access, Endpoint } from '#contract/endpoint.ts'
import { VERSION_HEADER, versionIn } from '#contract/version.ts'
import type { Env } from '#server/env.ts'
import { AppError, tooMany, unauthorized } from '#server/error.ts'
import { type Authority, callerOf, type Guard, type GuardHook } from './access.ts'
import type { OwnOrigin } from './origin.ts'
import type { Rate } from './rate.ts'
import { sourceOf } from './source.ts'

const AUTH_CALLS_PER_MINUTE = 600
const SESSION_CALLS_PER_MINUTE = 3000
/** In the sandbox everybody comes from 127.0.0.1. */
const SANDBOX_WIDTH = 100

const makeLimits = (rate: Rate, wide: boolean) => {
  const width = wide ? SANDBOX_WIDTH : 1
  const limit =
    (name: string, max: number, of: (request: FastifyRequest) => string = sourceOf): GuardHook =>
    async (request) => {
      const seconds = await rate(`${name} ${of(request)}`, max)
      if (seconds !== undefined) throw tooMany(seconds, 'Too many requests. Try again later.')
    }
  return {
    address: limit('address', AUTH_CALLS_PER_MINUTE * width),
    session: limit('session', SESSION_CALLS_PER_MINUTE, (request) => callerOf(request).session.id),
    own: ({ method, path }: Endpoint, perMinute: number) => limit(`${method} ${path}`, perMinute * width),
  }
}

/** The checks that run before a body is read, in this order: origin, rate per address, session, rate per session. */
export const makeGuard = (
  rate: Rate,
  env: Pick<Env, 'sandbox' | 'oldestClient'>,
  ownOrigin: OwnOrigin,
  authority: Authority,
): Guard => {
  const limits = makeLimits(rate, env.sandbox)

  const origin: GuardHook = async (request) => {
    if (request.headers.origin !== ownOrigin(request)) {
      throw new AppError('OriginError', 'This call is only open to pages of this site')
    }
  }
  /** Who names no version is no page: a script, a test, the worker. */
  const version: GuardHook = async ({ headers }) => {
    const named = headers[VERSION_HEADER]
    if (typeof named === 'string' && versionIn(named) < env.oldestClient)
      throw new AppError('OutdatedError', 'This page is too old for the server. Update Countersign.')
  }
  const session: GuardHook = async (request) => {
    request.caller = await authority.caller(request)
    if (!request.caller) throw unauthorized()
  }
  const half: GuardHook = async (request) => {
    request.half = await authority.half(request)
    if (!request.half) throw unauthorized()
  }
  const identity: Record<Access, GuardHook[]> = {
    open: [limits.address],
    none: [limits.address],
    hmac: [limits.address],
    pre: [limits.address, half],
    sid: [session, limits.session],
    owner: [session, limits.session],
    guardian: [session, limits.session],
  }

  return {
    hooks(endpoint: Endpoint, own = {}) {
      const unsafe = endpoint.method !== 'GET' && endpoint.access !== 'hmac'
      return [
        ...(unsafe ? [origin] : []),
        version,
        ...(own.perMinute === undefined ? [] : [limits.own(endpoint, own.perMinute)]),
        ...identity[endpoint.access],
      ]
    },
  }
}
