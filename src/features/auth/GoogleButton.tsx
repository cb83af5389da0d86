import { useEffect, useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import { API_PREFIX } from '#contract/endpoint.ts'
import { googleLogin } from '#contract/endpoints/first.ts'
import { say } from '#state/say.ts'
import { signInText } from '#text/signin.ts'
import { Button } from '#ui/Button.tsx'

/** Leaves the page: the server sends the browser on to Google, or back here when it knows no Google. */
export function GoogleButton({ disabled }: { disabled: boolean }) {
  const [leaving, setLeaving] = useState(false)
  const [, navigate] = useLocation()
  const refused = new URLSearchParams(useSearch()).get('error') === 'google-not-configured'

  useEffect(() => {
    if (!refused) return
    say(signInText.noGoogle, 'error')
    navigate('/auth', { replace: true })
  }, [refused, navigate])

  function leave() {
    setLeaving(true)
    // Back from Google, the browser may show this page as it was left.
    addEventListener('pageshow', () => setLeaving(false), { once: true })
    location.assign(`${API_PREFIX}/${googleLogin.path}`)
  }

  return (
    <Button size={48} block icon="google" onClick={leave} working={leaving} acts disabled={disabled}>
      {signInText.google}
    </Button>
  )
}
