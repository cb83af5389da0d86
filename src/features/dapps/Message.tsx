import { blockchainOf, chainName } from '#domain/chain.ts'
import { hexToText } from '#domain/hex.ts'
import { piecesOf } from '#domain/plaintext.ts'
import { checkSignIn, looksLikeSignIn, parseSignIn, type SignIn, type SignInContext } from '#domain/siwe.ts'
import { saying } from '#text/catalogue.ts'
import { dappsText } from '#text/dapps.ts'
import { AddressGroups } from '#ui/AddressGroups.tsx'
import { Fact, Facts } from '#ui/Facts.tsx'
import { Icon } from '#ui/Icon.tsx'
import { Notice } from '#ui/Notice.tsx'
import { Scrolling } from './HexWell.tsx'

type Props = { data: string; context: Omit<SignInContext, 'now'> }

/** Marks that turn the direction of what follows them: with these, a text shows as another one. */
const TURNS = /[\u202a-\u202e\u2066-\u2069]/

/** So many lines show without scrolling. */
const IN_SIGHT = 6

/** What a message says, where its bytes are text; a sign-in field by field. */
export function Message({ data, context }: Props) {
  const text = hexToText(data)
  if (text === undefined) return null
  const signIn = parseSignIn(text)
  return (
    <>
      {signIn ? <SignInFacts message={signIn} context={context} /> : <PlainText>{text}</PlainText>}
      {TURNS.test(text) && <Warning>{dappsText.turns}</Warning>}
    </>
  )
}

function Warning({ children }: { children: string }) {
  return (
    <Notice tone="bad" icon="triangle-alert" role="note" className="mt-3">
      {children}
    </Notice>
  )
}

function PlainText({ children }: { children: string }) {
  const pieces = piecesOf(children)
  const gaps = pieces.some((piece) => !('text' in piece))
  const lines = pieces.reduce((sum, piece) => sum + ('text' in piece ? piece.text.split('\n').length : 1), 0)
  return (
    <>
      <p className="mt-5 mb-6px text-sm text-text-3">
        {lines > IN_SIGHT ? dappsText.messageOf(lines) : dappsText.message}
      </p>
      <Scrolling
        label={dappsText.message}
        className="well px-4 py-3 text-body whitespace-pre-wrap break-words [overflow-wrap:anywhere] [unicode-bidi:plaintext]"
      >
        {pieces.map((piece, index) =>
          'text' in piece ? (
            piece.text
          ) : (
            // biome-ignore lint/suspicious/noArrayIndexKey: equal gaps may repeat and never move
            <span key={index} className="block my-1 text-sm font-550 text-warn">
              {'lines' in piece ? dappsText.moreBelow(piece.lines) : dappsText.moreAfter(piece.blanks)}
            </span>
          ),
        )}
      </Scrolling>
      {gaps && <Warning>{dappsText.gaps}</Warning>}
      {looksLikeSignIn(children) && <Warning>{dappsText.noSignIn}</Warning>}
    </>
  )
}

const networkOf = (chainId: string): string => {
  const known = blockchainOf(`eip155:${chainId}`)
  return known ? chainName(known) : chainId
}

function SignInFacts({ message, context }: { message: SignIn; context: Props['context'] }) {
  const { fine, problems } = checkSignIn(message, { ...context, now: Date.now() })
  const { domain, address, statement, uri, version, chainId, nonce, issuedAt } = message
  const { expiresAt, notBefore, requestId, resources } = message
  const lines: [string, string | undefined][] = [
    [dappsText.uri, uri],
    [dappsText.network, networkOf(chainId)],
    [dappsText.nonce, nonce],
    [dappsText.issuedAt, issuedAt],
    [dappsText.expires, expiresAt],
    [dappsText.notBefore, notBefore],
    [dappsText.requestId, requestId],
    [dappsText.resources, resources.join('\n') || undefined],
    [dappsText.version, version],
  ]
  return (
    <>
      {problems.map((warning) => (
        <Notice key={warning} tone="bad" icon="triangle-alert" role="alert" className="mt-3 font-550">
          <span className="[overflow-wrap:anywhere]">{saying(warning)}</span>
        </Notice>
      ))}
      <p className="mt-5 text-sm text-text-3">{dappsText.signInTo}</p>
      <p className="type-h2 break-words [overflow-wrap:anywhere]">
        <bdi>{domain}</bdi>
      </p>
      {statement && (
        <p className="mt-1 text-body text-text-2 break-words [overflow-wrap:anywhere]">{statement}</p>
      )}
      {fine.length > 0 && (
        <p className="mt-2 flex items-start gap-2 text-sm text-text-2">
          <Icon name="circle-check" size={16} className="mt-2px text-ok" />
          {dappsText.inOrder(fine.map(saying))}
        </p>
      )}
      <p className="mt-1 text-sm text-text-3">{dappsText.siteUnchecked}</p>
      <Facts className="mt-4">
        <Fact label={dappsText.account}>
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
