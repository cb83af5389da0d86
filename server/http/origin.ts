import type { IncomingMessage } from 'node:http'
import type { FastifyRequest } from 'fastify'
import type { Trust } from './proxy.ts'

/** The origin that pages of this installation have. */
export type OwnOrigin = (request: FastifyRequest) => string

export const makeOwnOrigin =
  (publicUrl: string | undefined): OwnOrigin =>
  (request) =>
    publicUrl ?? `${request.protocol}://${request.host}`

const last = (header: string | string[] | undefined) =>
  (Array.isArray(header) ? header.at(-1) : header)?.split(',').at(-1)?.trim()

/** The same for the upgrade of a socket, which no framework has parsed yet. */
export const upgradeOrigin = (
  request: IncomingMessage,
  { publicUrl, trust }: { publicUrl: string | undefined; trust: Trust | undefined },
): string => {
  if (publicUrl !== undefined) return publicUrl
  const isTrusted = trust?.(request.socket.remoteAddress, 0) ?? false
  const forwarded = (name: string) => (isTrusted ? last(request.headers[name]) || undefined : undefined)
  const protocol =
    forwarded('x-forwarded-proto') ??
    ('encrypted' in request.socket && request.socket.encrypted ? 'https' : 'http')
  return `${protocol}://${forwarded('x-forwarded-host') ?? request.headers.host ?? ''}`
}
