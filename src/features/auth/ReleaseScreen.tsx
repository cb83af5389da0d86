import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { Redirect, useLocation, useSearch } from 'wouter'
import { agreeRelease } from '#contract/endpoints/release.ts'
import { loggedAtom } from '#state/auth.ts'
import { request } from '#state/request.ts'
import { withFactor } from '#state/stepup.ts'
import { releaseText } from '#text/release.ts'
import { Button } from '#ui/Button.tsx'
import { AuthShell } from './AuthShell.tsx'
import { Choice } from './Choice.tsx'
import { NotFoundScreen } from './NotFoundScreen.tsx'

/** Where the mail leads that asks for somebody's word about a wallet that an operator took from an older state. */
export function ReleaseScreen() {
  const id = new URLSearchParams(useSearch()).get('wallet')
  const logged = useAtomValue(loggedAtom)
  if (!id) return <NotFoundScreen />
  if (!logged) return <Redirect to="/auth" replace />
  return <Agree id={id} />
}

function Agree({ id }: { id: string }) {
  const [, navigate] = useLocation()
  const [isLast, setLast] = useState<boolean>()
  const agree = async () => {
    const { missing } = await withFactor(() => request(agreeRelease, { params: { id } }))
    setLast(!missing.owner && !missing.operator && missing.guardians === 0)
  }
  if (isLast !== undefined) {
    return (
      <AuthShell key="agreed" title={releaseText.agreed} lead={isLast ? releaseText.all : releaseText.waits}>
        <Button variant="primary" size={48} block onClick={() => navigate('/wallets')} className="mt-7">
          {releaseText.home}
        </Button>
      </AuthShell>
    )
  }
  return (
    <AuthShell key="asked" title={releaseText.title} lead={releaseText.lead}>
      <p className="mt-4 text-body text-text-2">{releaseText.ask}</p>
      <Choice
        act={agree}
        label={releaseText.agree}
        other={releaseText.not}
        onOther={() => navigate('/wallets')}
      />
    </AuthShell>
  )
}
