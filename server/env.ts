import { resolve, sep } from 'node:path'
import * as z from 'zod/mini'
import { BLOCKCHAINS, type Blockchain } from '#contract/blockchain.ts'
import { CONTRACT_VERSION, OLDEST_KNOWN } from '#contract/version.ts'
import type { BitcoinNetwork } from '#domain/chain.ts'
import { type Proxies, parseProxies } from '#server/http/proxy.ts'
import { parseUnsafe, type Unsafe } from './unsafe.ts'

const BITCOIN_NETWORKS = ['mainnet', 'testnet', 'regtest'] as const satisfies BitcoinNetwork[]

const TESTNET_PAGE = 'https://access.redbelly.network'

/** Where the sandbox serves its own TestNet page. */
export const testnetPageUrl = (port: number): string => `http://127.0.0.1:${port + 1}`

const rpcName = (blockchain: Blockchain) => `RPC_URL_${blockchain.replace(':', '_').toUpperCase()}`

const text = z.string().check(z.trim(), z.minLength(1))
const url = (...protocols: string[]) =>
  text.check(
    z.refine((value) => URL.canParse(value) && protocols.includes(new URL(value).protocol), {
      error: `be an address that starts with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`,
      abort: true,
    }),
  )
const httpUrl = url('http:', 'https:')
const whole = (min: number, max: number) =>
  z.pipe(
    z.string().check(z.regex(/^\d{1,9}$/, `be a whole number from ${min} to ${max}`)),
    z.pipe(
      z.transform(Number),
      z
        .number()
        .check(
          z.minimum(min, `be a whole number from ${min} to ${max}`),
          z.maximum(max, `be a whole number from ${min} to ${max}`),
        ),
    ),
  )
const flag = z.pipe(
  z.enum(['0', '1'], 'be 0 or 1'),
  z.transform((value) => value === '1'),
)
const PROXIES = 'be 0, 1, hops:2 (up to 9), or networks such as 10.0.0.0/8, fd00::/8'
const proxies = z.pipe(
  z.string().check(z.refine((value) => parseProxies(value) !== null, { error: PROXIES, abort: true })),
  z.transform((value) => parseProxies(value) ?? undefined),
)
const words = (value: string) =>
  value
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '')
const secrets = z.pipe(
  z.pipe(z.string(), z.transform(words)),
  z
    .array(z.string().check(z.minLength(16, 'hold secrets of at least 16 characters')))
    .check(z.maxLength(2, 'hold at most two secrets, separated by a comma')),
)
const origin = z.pipe(
  httpUrl.check(
    z.refine((value) => ['', '/'].includes(new URL(value).pathname) && new URL(value).search === '', {
      error: 'be an origin without a path, such as https://wallet.example',
    }),
  ),
  z.transform((value) => new URL(value).origin),
)

const Variables = z.object({
  NODE_ENV: z.optional(z.string()),
  PORT: z._default(whole(0, 65535), 4173),
  HOST: z._default(text, '127.0.0.1'),
  DATA_DIR: z._default(text, '.data'),
  PUBLIC_URL: z.optional(origin),
  DATABASE_URL: z.optional(url('postgres:', 'postgresql:')),
  MASTER_KEY_FILE: z.optional(text),
  CUSTODY_ANCHOR: z.optional(text),
  CUSTODY_KEY_FILE: z.optional(text),
  CUSTODY_DATABASE_URL: z.optional(url('postgres:', 'postgresql:')),
  CUSTODY_URL: z.optional(text),
  CUSTODY_CERTIFICATES: z.optional(text),
  OPERATIONS_WEBHOOK_SECRETS: z._default(secrets, []),
  EVENTS_WEBHOOK_SECRETS: z._default(secrets, []),
  SMTP_URL: z.optional(url('smtp:', 'smtps:')),
  MAIL_FROM: z._default(text, 'Countersign <no-reply@countersign.localhost>'),
  SUPPORT_EMAIL: z.optional(text),
  GOOGLE_ISSUER: z._default(httpUrl, 'https://accounts.google.com'),
  GOOGLE_CLIENT_ID: z.optional(text),
  GOOGLE_CLIENT_SECRET: z.optional(text),
  ESPLORA_URL: z.optional(httpUrl),
  BITCOIN_NETWORK: z._default(
    z.enum(BITCOIN_NETWORKS, `be one of ${BITCOIN_NETWORKS.join(', ')}`),
    'regtest',
  ),
  BITCOIN_CONFIRMATIONS: z.optional(whole(1, 100)),
  PRICE_URL: z.optional(httpUrl),
  WC_RELAY_URL: z.optional(url('ws:', 'wss:')),
  WC_PROJECT_ID: z.optional(text),
  TESTNET_PAGE_URL: z.optional(httpUrl),
  KYC_CHAIN: z._default(z.enum(BLOCKCHAINS, `be one of ${BLOCKCHAINS.join(', ')}`), 'redbelly:testnet'),
  KYC_REGISTRY: z._default(
    text.check(z.regex(/^0x[0-9a-fA-F]{40}$/, 'be an address: 0x and 40 hexadecimal digits')),
    '0xDAFEA492D9c6733ae3d56b7Ed1ADB60692c98Bc5',
  ),
  POLICY_DELAY_S: z.optional(whole(0, 31_536_000)),
  APPROVAL_TTL_S: z._default(whole(60, 31_536_000), 604_800),
  VAPID_SUBJECT: z.optional(text),
  VAPID_PUBLIC: z.optional(text),
  VAPID_PRIVATE: z.optional(text),
  OLDEST_CLIENT: z.optional(whole(OLDEST_KNOWN, CONTRACT_VERSION)),
  PUSH_HOSTS: z._default(z.pipe(z.string(), z.transform(words)), []),
  TRUST_PROXY: z.optional(proxies),
  COUNTERSIGN_SANDBOX: z._default(flag, false),
  ALLOW_UNSAFE: z._default(z.string(), ''),
  ...(Object.fromEntries(BLOCKCHAINS.map((id) => [rpcName(id), z.optional(httpUrl)])) as Record<
    string,
    z.ZodMiniOptional<typeof httpUrl>
  >),
})

export interface Env {
  production: boolean
  sandbox: boolean
  port: number
  host: string
  dataDir: string
  /** Own origin; without it the scheme and host of each request count. */
  publicUrl: string | undefined
  databaseUrl: string | undefined
  masterKeyFile: string | undefined
  /** File that says how far custody has come; undefined where an older state of everything would pass. */
  custodyAnchor: string | undefined
  /** The ring of a custody inside this process; the server's own where it is undefined. */
  custodyKeyFile: string | undefined
  /** Custody's own database, which no server beside a process of custody has. */
  custodyDatabaseUrl: string | undefined
  /** Where custody's process listens; undefined where custody is part of this one. */
  custodyUrl: string | undefined
  custodyCertificates: string | undefined
  operationsSecrets: string[]
  eventsSecrets: string[]
  smtpUrl: string | undefined
  mailFrom: string
  supportEmail: string | undefined
  google: { issuer: string; clientId: string; clientSecret: string | undefined } | undefined
  rpcUrls: Partial<Record<Blockchain, string>>
  esploraUrl: string | undefined
  bitcoinNetwork: BitcoinNetwork
  /** Blocks after which a Bitcoin transaction is final; the network's usual number where it is undefined. */
  bitcoinConfirmations: number | undefined
  priceUrl: string | undefined
  wcRelayUrl: string | undefined
  wcProjectId: string | undefined
  testnetPageUrl: string
  kycChain: Blockchain
  kycRegistry: string
  policyDelaySeconds: number
  approvalTtlSeconds: number
  vapid: { subject: string; publicKey: string; privateKey: string } | undefined
  pushHosts: string[]
  /** Contract version of the oldest page that is still answered. */
  oldestClient: number
  /** Proxies in front; nobody else's X-Forwarded-… headers count. */
  trustProxy: Proxies | undefined
  /** TRUST_PROXY is a bare 1, as older versions took it. */
  isAnyProxyTrusted: boolean
  /** What a production start does all the same. */
  allowUnsafe: Unsafe[]
}

const sentence = (issue: z.core.$ZodIssue): string => {
  const name = String(issue.path[0])
  return `${name} should ${issue.message === 'Invalid input' ? 'not be empty' : issue.message}.`
}

const allOrNone = <T extends string>(name: string, values: Record<T, string | undefined>) => {
  const given = Object.values(values).filter((value) => value !== undefined).length
  if (given !== 0 && given !== Object.keys(values).length) {
    throw new Error(`${name}: set all of ${Object.keys(values).join(', ')}, or none.`)
  }
  return given === 0 ? undefined : (values as Record<T, string>)
}

/** Inside DATA_DIR it would be put back together with what it is there to judge. */
const anchorOutside = (path: string | undefined, dataDir: string): string | undefined => {
  if (path === undefined) return undefined
  const anchor = resolve(path)
  if (anchor.startsWith(`${dataDir}${sep}`))
    throw new Error('CUSTODY_ANCHOR should be a file outside of DATA_DIR, in a place that no backup holds.')
  return anchor
}

/** Reads and checks the environment once; a wrong value throws a sentence that names it. */
export const readEnv = (source: Record<string, string | undefined>): Env => {
  const set = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ''))
  const parsed = Variables.safeParse(set)
  if (!parsed.success) throw new Error(parsed.error.issues.map(sentence).join('\n'))
  const v = parsed.data
  const vapid = allOrNone('Web Push', {
    VAPID_SUBJECT: v.VAPID_SUBJECT,
    VAPID_PUBLIC: v.VAPID_PUBLIC,
    VAPID_PRIVATE: v.VAPID_PRIVATE,
  })
  const rpcUrls: Env['rpcUrls'] = {}
  for (const id of BLOCKCHAINS) {
    const address = (v as Record<string, unknown>)[rpcName(id)]
    if (typeof address === 'string') rpcUrls[id] = address
  }
  return {
    production: v.NODE_ENV === 'production',
    sandbox: v.COUNTERSIGN_SANDBOX,
    port: v.PORT,
    host: v.HOST,
    dataDir: resolve(v.DATA_DIR),
    publicUrl: v.PUBLIC_URL,
    databaseUrl: v.DATABASE_URL,
    masterKeyFile: v.MASTER_KEY_FILE,
    custodyAnchor: anchorOutside(v.CUSTODY_ANCHOR, resolve(v.DATA_DIR)),
    custodyKeyFile: v.CUSTODY_KEY_FILE,
    custodyDatabaseUrl: v.CUSTODY_DATABASE_URL,
    custodyUrl: v.CUSTODY_URL,
    custodyCertificates: v.CUSTODY_CERTIFICATES,
    operationsSecrets: v.OPERATIONS_WEBHOOK_SECRETS,
    eventsSecrets: v.EVENTS_WEBHOOK_SECRETS,
    smtpUrl: v.SMTP_URL,
    mailFrom: v.MAIL_FROM,
    supportEmail: v.SUPPORT_EMAIL,
    google:
      v.GOOGLE_CLIENT_ID === undefined
        ? undefined
        : { issuer: v.GOOGLE_ISSUER, clientId: v.GOOGLE_CLIENT_ID, clientSecret: v.GOOGLE_CLIENT_SECRET },
    rpcUrls,
    esploraUrl: v.ESPLORA_URL,
    bitcoinNetwork: v.BITCOIN_NETWORK,
    bitcoinConfirmations: v.BITCOIN_CONFIRMATIONS,
    priceUrl: v.PRICE_URL,
    wcRelayUrl: v.WC_RELAY_URL,
    wcProjectId: v.WC_PROJECT_ID,
    testnetPageUrl: v.TESTNET_PAGE_URL ?? (v.COUNTERSIGN_SANDBOX ? testnetPageUrl(v.PORT) : TESTNET_PAGE),
    kycChain: v.KYC_CHAIN,
    kycRegistry: v.KYC_REGISTRY,
    policyDelaySeconds: v.POLICY_DELAY_S ?? (v.COUNTERSIGN_SANDBOX ? 0 : 86_400),
    approvalTtlSeconds: v.APPROVAL_TTL_S,
    vapid: vapid && {
      subject: vapid.VAPID_SUBJECT,
      publicKey: vapid.VAPID_PUBLIC,
      privateKey: vapid.VAPID_PRIVATE,
    },
    pushHosts: v.PUSH_HOSTS,
    oldestClient: v.OLDEST_CLIENT ?? OLDEST_KNOWN,
    trustProxy: v.TRUST_PROXY,
    isAnyProxyTrusted: set.TRUST_PROXY === '1',
    allowUnsafe: parseUnsafe(v.ALLOW_UNSAFE),
  }
}

/** The Bitcoin chain that this installation uses; undefined where none is configured. */
export const bitcoinOf = ({
  esploraUrl,
  bitcoinNetwork: network,
  bitcoinConfirmations: confirmations,
}: Pick<Env, 'esploraUrl' | 'bitcoinNetwork' | 'bitcoinConfirmations'>) =>
  esploraUrl === undefined ? undefined : { network, esploraUrl, confirmations }
