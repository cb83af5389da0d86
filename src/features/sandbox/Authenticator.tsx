import { useAtomValue } from 'jotai'
import { useEffect, useState } from 'react'
import { secretBytes, totpCode, totpCounter, totpLeft } from '#domain/totp.ts'
import { emailAtom } from '#state/auth.ts'
import { authenticatorsAtom, keepSecret } from '#state/authenticators.ts'
import { sandboxText as text } from '#text/sandbox.ts'
import { TextField } from '#ui/TextField.tsx'
import { CodeLine, Part } from './Part.tsx'

const SHA1 = { name: 'HMAC', hash: 'SHA-1' }

const codeAt = async (secret: string, now: number): Promise<string> => {
  const key = await crypto.subtle.importKey('raw', secretBytes(secret), SHA1, false, ['sign'])
  return totpCode(await crypto.subtle.sign('HMAC', key, totpCounter(now)))
}

/** The code of this moment, and the seconds for which it counts. */
const useTotp = (secret: string | undefined) => {
  const [shown, setShown] = useState<{ code: string; left: number }>()
  useEffect(() => {
    setShown(undefined)
    if (!secret) return
    let gone = false
    const show = async () => {
      const now = Date.now()
      const code = await codeAt(secret, now)
      if (!gone) setShown({ code, left: totpLeft(now) })
    }
    void show()
    const clock = setInterval(() => void show(), 1000)
    return () => {
      gone = true
      clearInterval(clock)
    }
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
