import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Access, Endpoint } from '#contract/endpoint.ts'
import type { Env } from '#server/env.ts'
import { AppError, tooMany, unauthorized } from '#server/error.ts'
import { type Authority, callerOf, type Guard, type GuardHook } from './access.ts'
import type { OwnOrigin } from './origin.ts'
import { sourceOf } from './source.ts'

const MINUTE = 60_000
const AUTH_CALLS_PER_MINUTE = 600
const SESSION_CALLS_PER_MINUTE = 3000
/** In the sandbox everybody comes from 127.0.0.1. */
const SANDBOX_WIDTH = 100

const makeLimits = (app: FastifyInstance, wide: boolean) => {
  const width = wide ? SANDBOX_WIDTH : 1
  const limit = (max: number, keyGenerator: (request: FastifyRequest) => string = sourceOf): GuardHook => {
    const count = app.createRateLimit({
      max,
      timeWindow: MINUTE,
      keyGenerator,
    })
    return async (request) => {
      const result = await count(request)
      if (!result.isAllowed && result.isExceeded) {
        throw tooMany(result.ttlInSeconds, 'Too many requests. Try again later.')
      }
    }
  }
  return {
    address: limit(AUTH_CALLS_PER_MINUTE * width),
    session: limit(SESSION_CALLS_PER_MINUTE, (request) => callerOf(request).session.id),
    own: (perMinute: number) => limit(perMinute * width),
  }
}

/** The checks that run before a body is read, in this order: origin, rate per address, session, rate per session. */
export const makeGuard = (
  app: FastifyInstance,
  env: Pick<Env, 'sandbox'>,
  ownOrigin: OwnOrigin,
  authority: Authority,
): Guard => {
  const limits = makeLimits(app, env.sandbox)

  const origin: GuardHook = async (request) => {
    if (request.headers.origin !== ownOrigin(request)) {
      throw new AppError('OriginError', 'This call is only open to pages of this site')
    }
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
    hooks(endpoint: Endpoint, rate = {}) {
      const unsafe = endpoint.method !== 'GET' && endpoint.access !== 'hmac'
      return [
        ...(unsafe ? [origin] : []),
        ...(rate.perMinute === undefined ? [] : [limits.own(rate.perMinute)]),
        ...identity[endpoint.access],
      ]
    },
  }
}
