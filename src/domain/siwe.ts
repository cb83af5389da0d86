import { sameAddress } from './address.ts'
import { blockchainOf, chainName } from './chain.ts'
import { hostOf } from './dapp.ts'

/** A message to sign in with (ERC-4361), field by field. */
export interface SignIn {
  scheme: string | undefined
  /** Who asks, as the message says: an authority such as `app.example:8443`. */
  domain: string
  address: string
  statement: string | undefined
  uri: string
  version: string
  chainId: string
  nonce: string
  issuedAt: string
  expiresAt: string | undefined
  notBefore: string | undefined
  requestId: string | undefined
  resources: string[]
}

/** Claims to be such a message, well formed or not. */
export const looksLikeSignIn = (text: string): boolean =>
  /wants\s+you\s+to\s+sign\s+in\s+with\s+your\s+ethereum\s+account/i.test(text)

const HEAD =
  /^(?:([a-zA-Z][a-zA-Z0-9+.-]*):\/\/)?([^\s/?#]+) wants you to sign in with your Ethereum account:\n(0x[0-9a-fA-F]{40})\n(?:\n([^\n]+)\n)?\n{1,2}(?=URI: )/

const NAMES = [
  ['uri', 'URI'],
  ['version', 'Version'],
  ['chainId', 'Chain ID'],
  ['nonce', 'Nonce'],
  ['issuedAt', 'Issued At'],
  ['expiresAt', 'Expiration Time'],
  ['notBefore', 'Not Before'],
  ['requestId', 'Request ID'],
] as const

type Name = (typeof NAMES)[number][0]

/** Reads a sign-in message; undefined when it is not exactly one. */
export const parseSignIn = (text: string): SignIn | undefined => {
  const head = HEAD.exec(text)
  const [whole, scheme, domain, address, statement] = head ?? []
  if (!whole || !domain || !address) return undefined
  const lines = text.slice(whole.length).split('\n')
  const fields: Partial<Record<Name, string>> = {}
  for (const [name, label] of NAMES) {
    if (lines[0]?.startsWith(`${label}: `)) fields[name] = lines.shift()?.slice(label.length + 2)
  }
  const [title, ...resources] = lines
  // A line left over would be signed without having been shown.
  if (title !== undefined && title !== 'Resources:') return undefined
  if (resources.some((line) => !line.startsWith('- '))) return undefined
  const { uri, version, chainId, nonce, issuedAt } = fields
  if (!uri || !version || !chainId || !nonce || !issuedAt) return undefined
  return {
    scheme,
    domain,
    address,
    statement,
    uri,
    version,
    chainId,
    nonce,
    issuedAt,
    expiresAt: fields.expiresAt,
    notBefore: fields.notBefore,
    requestId: fields.requestId,
    resources: resources.map((line) => line.slice(2)),
  }
}

export interface SignInContext {
  /** Of the dApp that asks, as it gave it; '' when it gave none. */
  host: string
  signer: string
  /** That the dApp asked for, such as `redbelly:testnet`. */
  blockchains: readonly string[]
  /** Milliseconds. */
  now: number
}

/** A server's clock may be ahead of the user's (milliseconds). */
const AHEAD = 5 * 60_000
const TIME = /^\d{4}-\d{2}-\d{2}[Tt]\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:[Zz]|[+-]\d{2}:\d{2})$/
const NONCE = /^[a-zA-Z0-9]{8,}$/

/** As much of a stranger's text as a sentence has room for; the whole stands among the facts. */
const brief = (text: string): string => (text.length > 80 ? `${text.slice(0, 79)}…` : text)

/** The usual ports of both schemes go without saying. */
const plainHost = (host: string): string => host.toLowerCase().replace(/:(?:443|80)$/, '')

const timeOf = (text: string): number => (TIME.test(text) ? Date.parse(text.toUpperCase()) : Number.NaN)

const uriProblem = ({ uri, domain }: SignIn): string | undefined => {
  const host = hostOf(uri)
  if (host === '') return `Its address, ${brief(uri)}, is none.`
  return plainHost(host) === plainHost(domain)
    ? undefined
    : `Its address, ${brief(uri)}, is not one of ${brief(domain)}.`
}

const timeProblem = ({ issuedAt, expiresAt, notBefore }: SignIn, now: number): string | undefined => {
  const wrong = [issuedAt, expiresAt, notBefore].find(
    (text) => text !== undefined && Number.isNaN(timeOf(text)),
  )
  if (wrong !== undefined) return `${brief(wrong)} is not a time as a sign-in has to give it.`
  if (expiresAt !== undefined && timeOf(expiresAt) <= now) return `It expired at ${brief(expiresAt)}.`
  if (notBefore !== undefined && timeOf(notBefore) > now) return `It is not valid before ${brief(notBefore)}.`
  return timeOf(issuedAt) > now + AHEAD ? `It is dated in the future: ${brief(issuedAt)}.` : undefined
}

/** What of a sign-in is in order, and a sentence for each thing that is not, the worst first. */
export const checkSignIn = (
  message: SignIn,
  { host, signer, blockchains, now }: SignInContext,
): { fine: string[]; problems: string[] } => {
  const { domain, address, chainId, version, nonce } = message
  const network = blockchainOf(`eip155:${chainId}`)
  const checks: [string, string | undefined][] = [
    [
      'site',
      plainHost(domain) === plainHost(host)
        ? undefined
        : `This signs you in to ${brief(domain)}, but the request comes from ${host || 'an app without an address'}. Someone may be after your account there.`,
    ],
    ['address', uriProblem(message)],
    [
      'account',
      sameAddress(address, signer)
        ? undefined
        : `The message is for the account ${address}, not for the one that signs.`,
    ],
    [
      'network',
      network && blockchains.includes(network)
        ? undefined
        : `It is for the network ${network ? chainName(network) : brief(chainId)}, which this connection does not use.`,
    ],
    ['times', timeProblem(message, now)],
    ['version', version === '1' ? undefined : `Its version is ${brief(version)}. Only version 1 is known.`],
    [
      'nonce',
      NONCE.test(nonce)
        ? undefined
        : 'Its nonce is not made of at least 8 letters and digits, so that someone may use it again.',
    ],
  ]
  return {
    fine: checks.flatMap(([name, problem]) => (problem === undefined ? [name] : [])),
    problems: checks.flatMap(([, problem]) => problem ?? []),
  }
}
