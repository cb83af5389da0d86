import type { CookieSerializeOptions } from '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { API_PREFIX } from '#contract/endpoint.ts'

export const PRE_MINUTES = 15
export const PKCE_MINUTES = 10
export const SESSION_DAYS = 30
const DEVICE_DAYS = 400

const BASE: CookieSerializeOptions = { httpOnly: true, sameSite: 'strict' }

interface Kind {
  /** A `__Host-` name, which browsers take only over https, from this host, for all paths. */
  host?: true
  name: string
  path: string
  maxAge: number
}
export const SESSION: Kind = { name: 'sid', path: '/', maxAge: SESSION_DAYS * 86_400, host: true }
export const HALF: Kind = { name: 'pre', path: `${API_PREFIX}/auth`, maxAge: PRE_MINUTES * 60 }
/** Secrets by which accounts know this browser, the newest first. */
const DEVICES: Kind = { name: 'dev', path: `${API_PREFIX}/auth`, maxAge: DEVICE_DAYS * 86_400 }
export const PKCE: Kind = { name: 'oauth_pkce', path: `${API_PREFIX}/oauth`, maxAge: PKCE_MINUTES * 60 }

export const cookieName = (kind: Kind, secure: boolean) =>
  kind.host && secure ? `__Host-${kind.name}` : kind.name

export const readCookie = (
  cookies: Record<string, string | undefined>,
  kind: Kind,
  secure: boolean,
): string | undefined => cookies[cookieName(kind, secure)]

export interface Cookies {
  read(request: FastifyRequest, kind: Kind): string | undefined
  write(request: FastifyRequest, reply: FastifyReply, kind: Kind, value: string): void
  clear(request: FastifyRequest, reply: FastifyReply, kind: Kind): void
}

const DEVICES_MAX = 8
const SECRET = /^[\w-]{43}$/

export const readDevices = (cookies: Cookies, request: FastifyRequest): string[] =>
  (cookies.read(request, DEVICES) ?? '')
    .split('.')
    .filter((secret) => SECRET.test(secret))
    .slice(0, DEVICES_MAX)

/** Keeps one more secret, and all for longer. The oldest of too many is forgotten. */
export const writeDevices = (
  cookies: Cookies,
  request: FastifyRequest,
  reply: FastifyReply,
  added?: string,
): void => {
  const all = new Set([...(added === undefined ? [] : [added]), ...readDevices(cookies, request)])
  cookies.write(request, reply, DEVICES, [...all].slice(0, DEVICES_MAX).join('.'))
}

export const makeCookies = (isSecure: (request: FastifyRequest) => boolean): Cookies => ({
  read: (request, kind) => readCookie(request.cookies, kind, isSecure(request)),
  write(request, reply, kind, value) {
    const secure = isSecure(request)
    reply.setCookie(cookieName(kind, secure), value, {
      ...BASE,
      secure,
      path: kind.path,
      maxAge: kind.maxAge,
    })
  },
  clear(request, reply, kind) {
    const secure = isSecure(request)
    reply.clearCookie(cookieName(kind, secure), { ...BASE, secure, path: kind.path })
  },
})
