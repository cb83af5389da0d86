import { blockchainOf, chainName } from '#domain/chain.ts'
import { hexToText } from '#domain/hex.ts'
import { looksLikeSignIn, parseSignIn, type SignIn, signInWarnings } from '#domain/siwe.ts'
import { AddressGroups } from '#ui/AddressGroups.tsx'
import { Fact, Facts } from '#ui/Facts.tsx'
import { Notice } from '#ui/Notice.tsx'
import { Scrolling } from './HexWell.tsx'

type Props = { data: string; host: string; signer: string }

/** What a message says, where its bytes are text; a sign-in field by field. */
export function Message({ data, host, signer }: Props) {
  const text = hexToText(data)
  if (text === undefined) return null
  const signIn = parseSignIn(text)
  if (signIn) return <SignInFacts message={signIn} warnings={signInWarnings(signIn, host, signer)} />
  return (
    <>
      <p className="mt-5 mb-6px text-sm text-text-3">Message</p>
      <Scrolling
        label="Message"
        className="well px-4 py-3 text-body whitespace-pre-wrap break-words [unicode-bidi:plaintext]"
      >
        {text}
      </Scrolling>
      {looksLikeSignIn(text) && (
        <Notice tone="bad" icon="triangle-alert" role="note" className="mt-3">
          This looks like a sign-in, but it is not written as one has to be. Do not sign it unless you know
          why.
        </Notice>
      )}
    </>
  )
}

const networkOf = (chainId: string): string => {
  const known = blockchainOf(`eip155:${chainId}`)
  return known ? chainName(known) : chainId
}

function SignInFacts({ message, warnings }: { message: SignIn; warnings: readonly string[] }) {
  const { domain, address, statement, uri, version, chainId, nonce, issuedAt } = message
  const { expiresAt, notBefore, requestId, resources } = message
  const lines: [string, string | undefined][] = [
    ['URI', uri],
    ['Network', networkOf(chainId)],
    ['Nonce', nonce],
    ['Issued at', issuedAt],
    ['Expires', expiresAt],
    ['Not before', notBefore],
    ['Request ID', requestId],
    ['Resources', resources.join('\n') || undefined],
    ['Version', version],
  ]
  return (
    <>
      {warnings.map((warning) => (
        <Notice key={warning} tone="bad" icon="triangle-alert" role="alert" className="mt-5 font-550">
          <span className="[overflow-wrap:anywhere]">{warning}</span>
        </Notice>
      ))}
      <p className="mt-5 text-sm text-text-3">Sign in to</p>
      <p className="type-h2 break-words [overflow-wrap:anywhere]">
        <bdi>{domain}</bdi>
      </p>
      {statement && <p className="mt-1 text-body text-text-2 break-words">{statement}</p>}
      <Facts className="mt-4">
        <Fact label="Account">
          <AddressGroups value={address} align="end" />
        </Fact>
        {lines.map(
          ([label, value]) =>
            value !== undefined && (
              <Fact key={label} label={label}>
                <span className="whitespace-pre-line [overflow-wrap:anywhere]">{value}</span>
              </Fact>
            ),
        )}
      </Facts>
    </>
  )
}
