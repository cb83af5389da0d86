import { useAtomValue } from 'jotai'
import { useEffect } from 'react'
import { otpSecret } from '#domain/otpuri.ts'
import { emailAtom } from '#state/auth.ts'
import { sandboxAtom } from '#state/sandbox.ts'
import { authText } from '#text/auth.ts'
import { ButtonLink } from '#ui/ButtonLink.tsx'
import { CopyButton } from '#ui/CopyButton.tsx'
import { useMediaQuery } from '#ui/media.ts'
import { QrCode } from '#ui/QrCode.tsx'

/** The secret of an authenticator, to scan and to copy; a phone cannot scan itself, so there an app may open it. */
export function Secret({ otpUri }: { otpUri: string }) {
  const secret = otpSecret(otpUri)
  const email = useAtomValue(emailAtom)
  const sandbox = useAtomValue(sandboxAtom)
  useEffect(() => {
    if (sandbox) void import('#state/authenticators.ts').then(({ keepSecret }) => keepSecret(email, otpUri))
  }, [sandbox, email, otpUri])
  const phone = useMediaQuery('(hover: none) and (pointer: coarse)')
  return (
    <div className="mt-5">
      <div className="flex justify-center">
        <QrCode value={otpUri} size={240} logo label={authText.secretCode} />
      </div>
      {phone && otpUri.startsWith('otpauth:') && (
        <ButtonLink href={otpUri} size={48} icon="external-link" block className="mt-3">
          {authText.openAuthenticator}
        </ButtonLink>
      )}
      {secret && (
        <div className="mt-3 flex min-h-48px items-center gap-2 well py-1 pl-14px pr-1">
          <code className="flex min-w-0 flex-1 flex-wrap gap-x-1 font-mono text-ui text-text">
            {secret.match(/.{1,4}/g)?.map((group, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: groups never move, and may repeat
              <span key={index}>{group}</span>
            ))}
          </code>
          <CopyButton value={secret} variant="ghost" size={32} className="shrink-0 text-accent-text!" />
        </div>
      )}
    </div>
  )
}
