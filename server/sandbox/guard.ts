import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyRequest } from 'fastify'
import { AppError, forbidden } from '#server/error.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The TestNet page may call it, from its own origin. */
    testnet?: boolean
  }
}

export type GuardOptions = {
  /** Where people open the app when that is not this server's own port (the development server). */
  publicUrl?: string | undefined
  /** Origin of the TestNet page. */
  testnetOrigin?: string | undefined
}
export type Visit = {
  headers: IncomingHttpHeaders
  /** Port on which the request came in. */
  port: number | undefined
  /** Whether the TestNet page may call this, too. */
  testnet?: boolean
}

const LOOPBACK_HOSTS = ['localhost', '127.0.0.1']
const FORWARDING = /^(x-forwarded-.*|x-real-ip|forwarded|via)$/

const isLoopback = (host: string) =>
  host === 'localhost' || host === '[::1]' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host)

const portOf = (url: URL) => url.port || (url.protocol === 'https:' ? '443' : '80')

/**
 * Why a request must not reach the sandbox, or undefined when it may. The sandbox hands out mails with sign-in
 * codes, so only this machine's own pages and programs may ask: no other host name (DNS rebinding), no proxy
 * or tunnel, no page of another origin. Also for WebSocket upgrades, which no route hook sees.
 */
export const refusal = (visit: Visit, options: GuardOptions): AppError | undefined => {
  const { headers, port } = visit
  const forwarding = Object.keys(headers).find((name) => FORWARDING.test(name))
  if (forwarding) return forbidden(`The sandbox answers this machine only, not a proxy (${forwarding})`)

  const publicUrl = options.publicUrl ? new URL(options.publicUrl) : undefined
  const ports = [`${port}`, ...(publicUrl ? [portOf(publicUrl)] : [])]
  const [host = '', hostPort = '80', ...rest] = (headers.host ?? '').split(':')
  if (!LOOPBACK_HOSTS.includes(host) || !ports.includes(hostPort) || rest.length > 0)
    return forbidden(`The sandbox is at http://localhost:${ports.at(-1)} only`)

  const own = [`http://${headers.host}`, publicUrl?.origin, visit.testnet ? options.testnetOrigin : undefined]
  if (headers.origin !== undefined && !own.includes(headers.origin))
    return new AppError('OriginError', `The sandbox does not answer pages of ${headers.origin}`)
  return undefined
}

/** The same as a Fastify `onRequest` hook; routes that the TestNet page may call carry `config.testnet`. */
export const sandboxGuard =
  (options: GuardOptions) =>
  async (request: FastifyRequest): Promise<void> => {
    const { testnet } = request.routeOptions.config
    const refused = refusal(
      { headers: request.headers, port: request.socket.localPort, testnet: testnet ?? false },
      options,
    )
    if (refused) throw refused
  }

export type SandboxPlace = {
  nodeEnv: string | undefined
  /** Address that the server binds. */
  host: string
  publicUrl: string | undefined
  /** Chains that this installation would use. */
  chains: readonly string[]
  smtpUrl: string | undefined
}

/** Refuses, with a sentence, to run the sandbox where real users or real money could be. */
export const assertSandboxAllowed = ({ nodeEnv, host, publicUrl, chains, smtpUrl }: SandboxPlace): void => {
  const refuse = (why: string) => {
    throw new Error(`The sandbox does not start: ${why}. Without the sandbox: npm run serve.`)
  }
  if (nodeEnv === 'production')
    refuse('NODE_ENV is production, and the sandbox hands out sign-in codes (ALLOW_UNSAFE=sandbox lets it)')
  if (!isLoopback(host)) refuse(`HOST is ${host}, which other machines can reach; use 127.0.0.1`)
  if (publicUrl && !isLoopback(new URL(publicUrl).hostname))
    refuse(`PUBLIC_URL is ${publicUrl}, which is not this machine; use http://localhost and a port`)
  const mainnet = chains.find((chain) => chain.endsWith(':mainnet'))
  if (mainnet) refuse(`${mainnet} is configured, and it holds real money; leave only test networks`)
  if (smtpUrl && !isLoopback(new URL(smtpUrl).hostname))
    refuse(`SMTP_URL is ${new URL(smtpUrl).host}, which sends real mail; leave it out to use the mailbox`)
}
