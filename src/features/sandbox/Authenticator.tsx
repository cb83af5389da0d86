import { useAtomValue } from 'jotai'
import { TOTP } from 'otpauth/slim'
import { useEffect, useState } from 'react'
import { emailAtom } from '#state/auth.ts'
import { authenticatorsAtom, keepSecret } from '#state/authenticators.ts'
import { sandboxText as text } from '#text/sandbox.ts'
import { TextField } from '#ui/TextField.tsx'
import { CodeLine, Part } from './Part.tsx'

/** The code of this moment, and the seconds for which it counts. */
const codeOf = (totp: TOTP) => ({ code: totp.generate(), left: Math.ceil(totp.remaining() / 1000) })

const useTotp = (secret: string | undefined) => {
  const [shown, setShown] = useState<ReturnType<typeof codeOf>>()
  useEffect(() => {
    setShown(undefined)
    if (!secret) return
    const totp = new TOTP({ secret })
    const show = () => setShown(codeOf(totp))
    show()
    const clock = setInterval(show, 1000)
    return () => clearInterval(clock)
  }, [secret])
  return shown
}

/** The authenticator app of whoever has none at hand; it knows a secret that was set up since the page was opened. */
export function Authenticator() {
  const email = useAtomValue(emailAtom)
  const secret = useAtomValue(authenticatorsAtom)[email]
  const shown = useTotp(secret)
  const [typed, setTyped] = useState('')
  const [wrong, setWrong] = useState(false)
  return (
    <Part title={text.authenticator}>
      {shown ? (
        <CodeLine code={shown.code} label={text.copyAuthenticator} note={text.left(shown.left)} />
      ) : (
        <TextField
          label={text.secret}
          hint={text.secretHint}
          {...(wrong && { error: text.wrongSecret })}
          mono
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          value={typed}
          onChange={({ target }) => {
            setTyped(target.value)
            setWrong(target.value.trim() !== '' && !keepSecret(email, target.value))
          }}
        />
      )}
    </Part>
  )
}
