import { useState } from 'react'
import { useLocation } from 'wouter'
import { useLocationProperty } from 'wouter/use-browser-location'
import { freezeAccount, unfreezeAccount } from '#contract/endpoints/freeze.ts'
import { AuthenticatorCode } from '#contract/rule.ts'
import { useAction } from '#state/action.ts'
import { useOnline } from '#state/online.ts'
import { request } from '#state/request.ts'
import { authText } from '#text/auth.ts'
import { freezeText } from '#text/freeze.ts'
import { Button } from '#ui/Button.tsx'
import { AuthShell } from './AuthShell.tsx'
import { CodeForm } from './CodeForm.tsx'
import { useCode } from './code.ts'
import { NotFoundScreen } from './NotFoundScreen.tsx'

type Step = { name: 'asked' } | { name: 'frozen'; isRestored: boolean } | { name: 'lifted' }

/**
 * Where the link of a mail about a backup code leads, signed in or not. Only a press of the button freezes: scanners of
 * mails open links.
 */
export function FreezeScreen() {
  const fragment = useLocationProperty(() => location.hash)
  const link = new URLSearchParams(fragment.slice(1)).get('code')
  const [step, setStep] = useState<Step>({ name: 'asked' })
  if (!link) return <NotFoundScreen />
  switch (step.name) {
    case 'asked':
      return <Ask link={link} onFrozen={(isRestored) => setStep({ name: 'frozen', isRestored })} />
    case 'frozen':
      return <Lift link={link} isRestored={step.isRestored} onLifted={() => setStep({ name: 'lifted' })} />
    case 'lifted':
      return <Lifted />
    default:
      return step satisfies never
  }
}

function Ask({ link, onFrozen }: { link: string; onFrozen: (isRestored: boolean) => void }) {
  const online = useOnline()
  const [, navigate] = useLocation()
  const { run, working } = useAction(
    async () => onFrozen((await request(freezeAccount, { body: { link } })).isRestored),
    { onError: 'toast' },
  )
  return (
    <AuthShell key="asked" title={freezeText.title} lead={freezeText.lead}>
      <Button
        variant="danger"
        size={48}
        block
        onClick={run}
        working={working}
        disabled={!online}
        className="mt-7"
      >
        {freezeText.freeze}
      </Button>
      <Button variant="ghost" size={48} block onClick={() => navigate('/')} className="mt-2">
        {freezeText.mine}
      </Button>
    </AuthShell>
  )
}

type LiftProps = { link: string; isRestored: boolean; onLifted: () => void }

function Lift({ link, isRestored, onLifted }: LiftProps) {
  const form = useCode({
    rule: AuthenticatorCode,
    refused: authText.wrongCode,
    send: async (code) => {
      await request(unfreezeAccount, { body: { link, code } })
      onLifted()
    },
  })
  return (
    <AuthShell key="frozen" title={freezeText.frozen} lead={isRestored ? freezeText.undo : freezeText.lift}>
      <CodeForm form={form} aside={authText.renews} />
      <p className="mt-5 text-sm text-text-2">{freezeText.without}</p>
    </AuthShell>
  )
}

function Lifted() {
  const [, navigate] = useLocation()
  return (
    <AuthShell key="lifted" title={freezeText.lifted} lead={freezeText.liftedLead}>
      <Button variant="primary" size={48} block onClick={() => navigate('/')} className="mt-7">
        {freezeText.signIn}
      </Button>
    </AuthShell>
  )
}
