import { useState } from 'react'
import { API_PREFIX } from '#contract/endpoint.ts'
import { googleLogin } from '#contract/endpoints/auth.ts'
import { Button } from '#ui/Button.tsx'

/** Leaves the page: the server sends the browser on to Google. */
export function GoogleButton({ disabled }: { disabled: boolean }) {
  const [leaving, setLeaving] = useState(false)

  function leave() {
    setLeaving(true)
    // Back from Google, the browser may show this page as it was left.
    addEventListener('pageshow', () => setLeaving(false), { once: true })
    location.assign(`${API_PREFIX}/${googleLogin.path}`)
  }

  return (
    <Button size={48} block icon="google" onClick={leave} working={leaving} disabled={disabled}>
      Continue with Google
    </Button>
  )
}
