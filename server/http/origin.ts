import type { IncomingMessage } from 'node:http'
import type { FastifyRequest } from 'fastify'

/** The origin that pages of this installation have. */
export type OwnOrigin = (request: FastifyRequest) => string

export const makeOwnOrigin =
  (publicUrl: string | undefined): OwnOrigin =>
  (request) =>
    publicUrl ?? `${request.protocol}://${request.host}`

const first = (header: string | string[] | undefined) =>
  (Array.isArray(header) ? header[0] : header)?.split(',')[0]?.trim()

/** The same for the upgrade of a socket, which no framework has parsed yet. */
export const upgradeOrigin = (
  request: IncomingMessage,
  options: { publicUrl: string | undefined; trustProxy: boolean },
): string => {
  if (options.publicUrl !== undefined) return options.publicUrl
  const forwarded = (name: string) => (options.trustProxy ? first(request.headers[name]) : undefined)
  const protocol =
    forwarded('x-forwarded-proto') ??
    ('encrypted' in request.socket && request.socket.encrypted ? 'https' : 'http')
  return `${protocol}://${forwarded('x-forwarded-host') ?? request.headers.host ?? ''}`
}
