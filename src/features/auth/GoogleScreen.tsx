import { useEffect, useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import { verifyGoogle } from '#contract/endpoints/auth.ts'
import { useAction } from '#state/action.ts'
import { request } from '#state/request.ts'
import { say } from '#state/say.ts'
import { authText } from '#text/auth.ts'
import { Spinner } from '#ui/Spinner.tsx'
import { AuthShell } from './AuthShell.tsx'
import { secondStep } from './step.ts'

const here = '/oauth/google/verify'

/** A return is being dealt with; Google's code is good for one call. */
let busy = false

/** Where Google sends the browser back to: no form, only the answer's way on. */
export function GoogleScreen() {
  const search = useSearch()
  const [returned] = useState(search)
  const [, navigate] = useLocation()
  const { run } = useAction(
    async () => {
      const query = googleQuery(returned)
      if (query) return secondStep(await request(verifyGoogle, { query }))
      say(authText.googleFailed, 'error')
      return undefined
    },
    { onError: 'toast' },
  )

  useEffect(() => {
    if (busy) return
    busy = true
    if (returned) navigate(here, { replace: true })
    void run().then((path) => {
      busy = false
      navigate(path ?? '/auth', { replace: true })
    })
  }, [returned, navigate, run])

  return (
    <AuthShell title={authText.google}>
      <p role="status" className="mt-4 flex items-center gap-3 text-body text-text-2">
        <Spinner size={20} className="text-accent-text" />
        {authText.googleChecks}
      </p>
    </AuthShell>
  )
}

/** The four parameters of the return; undefined unless all are there. */
export function googleQuery(search: string) {
  const params = new URLSearchParams(search)
  const [authuser, code, prompt, scope] = ['authuser', 'code', 'prompt', 'scope'].map((name) =>
    params.get(name),
  )
  return authuser && code && prompt && scope ? { authuser, code, prompt, scope } : undefined
}
