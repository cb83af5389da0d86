import { useAtomValue } from 'jotai'
import { useEffect, useState } from 'react'
import { Redirect, useLocation, useSearch } from 'wouter'
import { useLocationProperty } from 'wouter/use-browser-location'
import { signIn, verifySignIn } from '#contract/endpoints/auth.ts'
import { VerificationCode } from '#contract/rule.ts'
import { shortId } from '#domain/shortid.ts'
import { useAction } from '#state/action.ts'
import { emailAtom } from '#state/auth.ts'
import { useOnline } from '#state/online.ts'
import { request } from '#state/request.ts'
import { isRefusal } from '#state/words.ts'
import { authText } from '#text/auth.ts'
import { Button } from '#ui/Button.tsx'
import { AdmitScreen } from './AdmitScreen.tsx'
import { AuthShell } from './AuthShell.tsx'
import { CodeForm } from './CodeForm.tsx'
import { problemOf, useCode } from './code.ts'
import { secondStep } from './step.ts'

/** Links whose code this page has sent already. */
const sent = new Set<string>()

const here = (id: string) => `/verify?id=${encodeURIComponent(id)}`
/** Refused so often, a code is told to wear out: the server says no more of a dead one than of a wrong one. */
const WEARS = 3

const codeIn = (parameters: string) => new URLSearchParams(parameters).get('code')?.trim() ?? ''

export function CodeScreen() {
  const search = useSearch()
  const fragment = useLocationProperty(() => location.hash)
  const id = new URLSearchParams(search).get('id')
  if (!id) return <Redirect to="/auth" replace />
  const token = new URLSearchParams(fragment.slice(1)).get('browser')
  if (token) return <AdmitScreen token={token} />
  return <Code id={id} linked={codeIn(fragment.slice(1)) || codeIn(search)} />
}

function Code({ id, linked }: { id: string; linked: string }) {
  const email = useAtomValue(emailAtom)
  const [, navigate] = useLocation()
  const [renewed, setRenewed] = useState<string>()
  const [refused, setRefused] = useState({ id, times: 0 })
  const times = refused.id === id ? refused.times : 0
  const again = useAction(
    async () => {
      const started = await request(signIn, { body: { email } })
      setRenewed(started.id)
      navigate(here(started.id), { replace: true })
    },
    { onError: 'toast' },
  )
  const mark = shortId(id) && `#${shortId(id)}`
  return (
    <AuthShell
      title={authText.enterCode(mark)}
      lead={
        <>
          {authText.sentTo}{' '}
          <strong className="font-550 text-text [overflow-wrap:anywhere]">
            {email || authText.yourEmail}
          </strong>
          . {mark && authText.usingMark(mark)}
        </>
      }
    >
      <Entry key={id} id={id} linked={linked} onRefusal={() => setRefused({ id, times: times + 1 })} />
      <p role="status" className="mt-4 text-center text-sm text-text-2 empty:hidden">
        {times >= WEARS ? authText.wears : renewed === id && authText.sentAgain(mark)}
      </p>
      {email && (
        <Button
          variant="ghost"
          size={48}
          block
          onClick={again.run}
          working={again.working}
          workingText={authText.sendingAgain}
          acts
          className="mt-2"
        >
          {authText.again}
        </Button>
      )}
      <Button variant="ghost" size={48} block onClick={() => navigate('/auth')} className="mt-2">
        {authText.changeEmail}
      </Button>
    </AuthShell>
  )
}

/** The field; a code that the link brought leaves the address and sends itself, once. */
function Entry({ id, linked, onRefusal }: { id: string; linked: string; onRefusal: () => void }) {
  const online = useOnline()
  const [, navigate] = useLocation()
  const [given, setGiven] = useState(linked)
  const form = useCode({
    rule: VerificationCode,
    refused: authText.wrongMailCode,
    initial: given,
    send: async (typed) => {
      const step = await request(verifySignIn, { body: { code: typed, id } }).catch((error: unknown) => {
        if (isRefusal(error)) onRefusal()
        throw error
      })
      navigate(secondStep(step))
    },
  })

  useEffect(() => {
    if (!linked) return
    setGiven(linked)
    if (form.value !== linked) form.change(linked)
    navigate(here(id), { replace: true })
  }, [id, linked, navigate, form])

  useEffect(() => {
    const link = `${id} ${given}`
    if (!online || form.value !== given || sent.has(link) || problemOf(VerificationCode, given)) return
    sent.add(link)
    void form.submit()
  }, [id, given, online, form])

  return <CodeForm form={form} />
}
