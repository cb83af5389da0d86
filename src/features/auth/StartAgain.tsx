import { useAtom, useAtomValue, useSetAtom } from 'jotai'
import { useLocation } from 'wouter'
import { emailAtom, loggedAtom, twoFactorStepAtom } from '#state/auth.ts'
import { authText } from '#text/auth.ts'

/** Whose sign-in this is: the link may have come from somebody else. */
export function StartAgain() {
  const [email, setEmail] = useAtom(emailAtom)
  const setStep = useSetAtom(twoFactorStepAtom)
  const logged = useAtomValue(loggedAtom)
  const [, navigate] = useLocation()
  if (logged) return null

  function startAgain() {
    setEmail('')
    setStep(null)
    navigate('/auth')
  }

  return (
    <p className="mt-5 flex flex-wrap justify-center gap-x-3 text-center text-sm text-text-2">
      {email && (
        <span className="[overflow-wrap:anywhere]">
          {authText.signingInAs} <strong className="font-550 text-text">{email}</strong>
        </span>
      )}
      <span>
        {authText.notYou}{' '}
        <button type="button" onClick={startAgain} className="link hit-44">
          {authText.startAgain}
        </button>
      </span>
    </p>
  )
}
