import { sameAddress } from './address.ts'

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

/** What a user must be told before signing in: `host` is the dApp's own, `signer` the address that would sign. */
export const signInWarnings = (message: SignIn, host: string, signer: string): string[] => [
  ...(message.domain.toLowerCase() === host.toLowerCase()
    ? []
    : [
        `This signs you in to ${message.domain}, but the request comes from ${host || 'an app without an address'}. Someone may be after your account there.`,
      ]),
  ...(sameAddress(message.address, signer)
    ? []
    : [`The message is for the account ${message.address}, not for the one that signs.`]),
]
