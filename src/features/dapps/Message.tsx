import { blockchainOf, chainName } from '#domain/chain.ts'
import { hexToText } from '#domain/hex.ts'
import { looksLikeSignIn, parseSignIn, type SignIn, signInWarnings } from '#domain/siwe.ts'
import { AddressGroups } from '#ui/AddressGroups.tsx'
import { Fact, Facts } from '#ui/Facts.tsx'
import { Notice } from '#ui/Notice.tsx'
import { Scrolling } from './HexWell.tsx'

type Props = { data: string; host: string; signer: string }

/** Marks that turn the direction of what follows them: with these, a text shows as another one. */
const TURNS = /[\u202a-\u202e\u2066-\u2069]/

/** What a message says, where its bytes are text; a sign-in field by field. */
export function Message({ data, host, signer }: Props) {
  const text = hexToText(data)
  if (text === undefined) return null
  const signIn = parseSignIn(text)
  return (
    <>
      {signIn ? (
        <SignInFacts message={signIn} warnings={signInWarnings(signIn, host, signer)} />
      ) : (
        <PlainText>{text}</PlainText>
      )}
      {TURNS.test(text) && (
        <Notice tone="bad" icon="triangle-alert" role="note" className="mt-3">
          This message turns the direction of its text, so that it may not read as it is signed. Do not sign
          it unless you know why.
        </Notice>
      )}
    </>
  )
}

function PlainText({ children }: { children: string }) {
  return (
    <>
      <p className="mt-5 mb-6px text-sm text-text-3">Message</p>
      <Scrolling
        label="Message"
        className="well px-4 py-3 text-body whitespace-pre-wrap break-words [unicode-bidi:plaintext]"
      >
        {children}
      </Scrolling>
      {looksLikeSignIn(children) && (
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
