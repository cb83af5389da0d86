import { useAtom } from 'jotai'
import { type FormEvent, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { useHistoryState } from 'wouter/use-browser-location'
import { emailProblem } from '#contract/field.ts'
import { useAction } from '#state/action.ts'
import { emailAtom, SIGN_IN_EXPIRED } from '#state/auth.ts'
import { useOnline } from '#state/online.ts'
import { persister } from '#state/persistence.ts'
import { request } from '#state/request.ts'
import { signInText } from '#text/signin.ts'
import { Button } from '#ui/Button.tsx'
import { needed } from '#ui/part.ts'
import { TextField } from '#ui/TextField.tsx'
import { AuthShell } from './AuthShell.tsx'
import { GoogleButton } from './GoogleButton.tsx'

/** How long a storage that is slow holds up the next screen (milliseconds). */
const STORED_WAIT = 300

const start = async (email: string) => {
  const { signIn } = await needed(() => import('#contract/endpoints/auth.ts'))
  return await request(signIn, { body: { email } })
}

export function EmailScreen() {
  const [email, setEmail] = useAtom(emailAtom)
  const [typed, setTyped] = useState(email)
  const [problem, setProblem] = useState<string>()
  const input = useRef<HTMLInputElement>(null)
  const online = useOnline()
  const [, navigate] = useLocation()
  const expired = useHistoryState() === SIGN_IN_EXPIRED
  const { run, working } = useAction(start, { onError: 'toast' })

  async function submit(event: FormEvent) {
    event.preventDefault()
    const address = typed.trim()
    const wrong = emailProblem(address)
    if (wrong) {
      setProblem(wrong)
      input.current?.focus()
      return
    }
    const started = await run(address)
    if (!started) return
    setEmail(address)
    // Not with the next batch: the link of the mail may open right after, and a new code needs the address.
    await Promise.race([persister.flush(), new Promise((done) => setTimeout(done, STORED_WAIT))])
    navigate(`/verify?id=${encodeURIComponent(started.id)}`)
  }

  function change(next: string) {
    setTyped(next)
    setProblem(undefined)
  }

  return (
    <AuthShell title={signInText.title} lead={signInText.lead}>
      {expired && (
        <p role="alert" className="mt-6 rounded-input bg-warn-soft p-4 text-ui text-warn">
          {signInText.expired}
        </p>
      )}
      <form noValidate onSubmit={submit} className="mt-7">
        <TextField
          ref={input}
          label={signInText.email}
          name="email"
          inputMode="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          autoFocus
          value={typed}
          onChange={(event) => change(event.target.value)}
          error={problem}
          disabled={!online}
        />
        <Button type="submit" variant="primary" size={48} block working={working} acts className="mt-4">
          {signInText.continue}
        </Button>
      </form>
      <div className="my-22px flex items-center gap-3 text-sm text-text-3">
        <span className="h-px flex-1 bg-line" />
        {signInText.or}
        <span className="h-px flex-1 bg-line" />
      </div>
      <GoogleButton disabled={working} />
    </AuthShell>
  )
}
