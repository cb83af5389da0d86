import type { FastifyRequest } from 'fastify'
import type { Endpoint } from '#contract/endpoint.ts'
import type { SessionKind } from '#server/custody/custody.ts'

export interface SessionContext {
  user: { id: string; email: string }
  session: { id: string; kind: SessionKind }
  /** The cookie's secret: custody knows by it who asks. Never stored, never logged. */
  grant: string
}

/** A person who asks, as services take him. `grant` is only passed on to custody. */
export interface Caller {
  id: string
  email: string
  grant: string
}

export const callerIn = ({ user, grant }: SessionContext): Caller => ({ ...user, grant })

export interface HalfContext {
  /** `half` is the cookie's secret. */
  pre: { half: string; userId: string; email: string }
}

/** Who called, as the guard found out; read by handlers through their context. */
declare module 'fastify' {
  interface FastifyRequest {
    caller: SessionContext | undefined
    half: HalfContext | undefined
  }
}

export interface RateOptions {
  /** Calls a minute per address, instead of what the access level allows. */
  perMinute?: number
}

export type GuardHook = (request: FastifyRequest) => Promise<void>

/** Who knows the sessions behind the cookies. */
export interface Authority {
  caller(request: FastifyRequest): Promise<SessionContext | undefined>
  half(request: FastifyRequest): Promise<HalfContext | undefined>
}

/** Runs before a body is read: origin, session, rate. */
export interface Guard {
  hooks(endpoint: Endpoint, rate?: RateOptions): GuardHook[]
}

export const callerOf = (request: FastifyRequest): SessionContext => {
  if (!request.caller) throw new Error('A handler asked for the caller of a call that needs no session.')
  return request.caller
}

export const halfOf = (request: FastifyRequest): HalfContext => {
  if (!request.half) throw new Error('A handler asked for a half session that its call does not need.')
  return request.half
}
