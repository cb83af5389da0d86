import { useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import { admitBrowser } from '#contract/endpoints/browser.ts'
import { useAction } from '#state/action.ts'
import { emailAtom } from '#state/auth.ts'
import { request } from '#state/request.ts'
import { say } from '#state/say.ts'
import { store } from '#state/store.ts'
import { authText } from '#text/auth.ts'
import { Spinner } from '#ui/Spinner.tsx'
import { AuthShell } from './AuthShell.tsx'

/** A link is being dealt with. */
let busy = false

/** The mail's other link: this browser may ask for codes of its own. The way in is the usual one. */
export function AdmitScreen({ token }: { token: string }) {
  const [given] = useState(token)
  const [, navigate] = useLocation()
  const { run } = useAction(() => request(admitBrowser, { body: { token: given } }), { onError: 'toast' })

  useEffect(() => {
    if (busy) return
    busy = true
    void run().then((admitted) => {
      busy = false
      if (admitted) {
        store.set(emailAtom, admitted.email)
        say(authText.admitted, 'success')
      }
      navigate('/auth', { replace: true })
    })
  }, [navigate, run])

  return (
    <AuthShell title={authText.admitting}>
      <p role="status" className="mt-4 flex items-center gap-3 text-body text-text-2">
        <Spinner size={20} className="text-accent-text" />
        {authText.admittingLead}
      </p>
    </AuthShell>
  )
}
