import { useAtomValue } from 'jotai'
import { useEffect, useState } from 'react'
import { Redirect, useLocation, useSearch } from 'wouter'
import { verifySignIn } from '#contract/endpoints/auth.ts'
import { VerificationCode } from '#contract/rule.ts'
import { shortId } from '#domain/shortid.ts'
import { emailAtom } from '#state/auth.ts'
import { useOnline } from '#state/online.ts'
import { request } from '#state/request.ts'
import { Button } from '#ui/Button.tsx'
import { AuthShell } from './AuthShell.tsx'
import { CodeForm } from './CodeForm.tsx'
import { problemOf, useCode } from './code.ts'
import { secondStep } from './step.ts'

/** Links whose code this page has sent already. */
const sent = new Set<string>()

export function CodeScreen() {
  const search = new URLSearchParams(useSearch())
  const id = search.get('id')
  if (!id) return <Redirect to="/auth" replace />
  return <CodeEntry key={id} id={id} code={search.get('code')?.trim() ?? ''} />
}

function CodeEntry({ id, code }: { id: string; code: string }) {
  const email = useAtomValue(emailAtom)
  const online = useOnline()
  const [, navigate] = useLocation()
  const [initial] = useState(code)
  const form = useCode({
    rule: VerificationCode,
    refused: 'Invalid verification Code',
    initial,
    send: async (typed) => navigate(secondStep(await request(verifySignIn, { body: { code: typed, id } }))),
  })

  useEffect(() => {
    const link = `${id} ${initial}`
    if (!online || sent.has(link) || problemOf(VerificationCode, initial)) return
    sent.add(link)
    navigate(`/verify?id=${encodeURIComponent(id)}`, { replace: true })
    void form.submit()
  }, [id, initial, online, navigate, form])

  const mark = shortId(id) && `#${shortId(id)}`
  return (
    <AuthShell
      title={`Enter Code ${mark}`}
      lead={
        <>
          We sent a 6-digit code to{' '}
          <strong className="font-550 text-text [overflow-wrap:anywhere]">{email || 'your email'}</strong>.
          Use the one from the email marked {mark}.
        </>
      }
    >
      <CodeForm form={form} />
      <Button variant="ghost" size={48} block onClick={() => navigate('/auth')} className="mt-2">
        Change Email Address
      </Button>
    </AuthShell>
  )
}
