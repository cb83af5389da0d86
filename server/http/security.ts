import type { IncomingMessage } from 'node:http'
import helmet from '@fastify/helmet'
import type { FastifyInstance } from 'fastify'
import { API_PREFIX } from '#contract/endpoint.ts'
import { TRACE_HEADER } from '#contract/error.ts'
import { CONTRACT_VERSION, OLDEST_HEADER, VERSION_HEADER } from '#contract/version.ts'
import type { Env } from '#server/env.ts'

const SELF = "'self'"
const NONE = "'none'"

/** What the page itself uses. */
const ALLOWED = ['camera', 'clipboard-write', 'publickey-credentials-create', 'publickey-credentials-get']
/** What neither the page nor anything that might get into it ever needs. */
const FORBIDDEN = [
  'accelerometer',
  'autoplay',
  'browsing-topics',
  'display-capture',
  'encrypted-media',
  'fullscreen',
  'gamepad',
  'geolocation',
  'gyroscope',
  'hid',
  'identity-credentials-get',
  'idle-detection',
  'local-fonts',
  'magnetometer',
  'microphone',
  'midi',
  'otp-credentials',
  'payment',
  'picture-in-picture',
  'screen-wake-lock',
  'serial',
  'storage-access',
  'sync-xhr',
  'usb',
  'window-management',
  'xr-spatial-tracking',
]
const PERMISSIONS = [
  ...ALLOWED.map((feature) => `${feature}=(self)`),
  ...FORBIDDEN.map((feature) => `${feature}=()`),
].join(', ')

/** Not every browser counts a socket of the same host as 'self'. */
const socketOrigins = (publicUrl: string | undefined) => (request: unknown) => {
  const host = publicUrl === undefined ? (request as IncomingMessage).headers.host : new URL(publicUrl).host
  return host !== undefined && /^[A-Za-z0-9.:[\]-]+$/.test(host) ? `ws://${host} wss://${host}` : SELF
}

/** Headers of every answer. The policy is that of the page; nothing on it comes from elsewhere or is inline. */
export const secureHeaders = async (
  app: FastifyInstance,
  env: Pick<Env, 'publicUrl' | 'oldestClient'>,
): Promise<void> => {
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: [SELF],
        scriptSrc: [SELF],
        styleSrc: [SELF],
        imgSrc: [SELF, 'data:', 'blob:'],
        fontSrc: [SELF],
        connectSrc: [SELF, socketOrigins(env.publicUrl)],
        workerSrc: [SELF],
        manifestSrc: [SELF],
        objectSrc: [NONE],
        frameAncestors: [NONE],
        baseUri: [NONE],
        formAction: [NONE],
        requireTrustedTypesFor: ["'script'"],
        trustedTypes: ['countersign'],
      },
    },
    frameguard: { action: 'deny' },
    referrerPolicy: { policy: 'same-origin' },
    strictTransportSecurity: env.publicUrl?.startsWith('https:') ? { maxAge: 31_536_000 } : false,
  })
  app.addHook('onRequest', async (request, reply) => {
    reply.header(TRACE_HEADER, request.id)
    reply.header('permissions-policy', PERMISSIONS)
    reply.header(VERSION_HEADER, CONTRACT_VERSION)
    reply.header(OLDEST_HEADER, env.oldestClient)
    if (request.url.startsWith(`${API_PREFIX}/`)) reply.header('cache-control', 'no-store')
  })
}
