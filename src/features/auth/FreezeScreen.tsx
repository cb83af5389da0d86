import { useState } from 'react'
import { useLocation } from 'wouter'
import { useLocationProperty } from 'wouter/use-browser-location'
import { freezeAccount, unfreezeAccount } from '#contract/endpoints/freeze.ts'
import { AuthenticatorCode } from '#contract/rule.ts'
import { dateTimeText } from '#domain/date.ts'
import { request } from '#state/request.ts'
import { authText } from '#text/auth.ts'
import { freezeText } from '#text/freeze.ts'
import { Button } from '#ui/Button.tsx'
import { AuthShell } from './AuthShell.tsx'
import { Choice } from './Choice.tsx'
import { CodeForm } from './CodeForm.tsx'
import { useCode } from './code.ts'
import { NotFoundScreen } from './NotFoundScreen.tsx'

type Step =
  | { name: 'asked' }
  | { name: 'frozen'; isRestored: boolean; goesOn?: string | undefined }
  | { name: 'lifted'; isRestored: boolean }

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
      return <Ask link={link} onFrozen={(frozen) => setStep({ name: 'frozen', ...frozen })} />
    case 'frozen':
      return <Lift link={link} {...step} onLifted={() => setStep({ ...step, name: 'lifted' })} />
    case 'lifted':
      return <Lifted isRestored={step.isRestored} />
    default:
      return step satisfies never
  }
}

type Frozen = { isRestored: boolean; goesOn?: string | undefined }

function Ask({ link, onFrozen }: { link: string; onFrozen: (frozen: Frozen) => void }) {
  const [, navigate] = useLocation()
  return (
    <AuthShell key="asked" title={freezeText.title} lead={freezeText.lead}>
      <Choice
        act={async () => onFrozen(await request(freezeAccount, { body: { link } }))}
        label={freezeText.freeze}
        danger
        other={freezeText.mine}
        onOther={() => navigate('/')}
      />
    </AuthShell>
  )
}

type LiftProps = Frozen & { link: string; onLifted: () => void }

function Lift({ link, isRestored, goesOn, onLifted }: LiftProps) {
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
      <p className="mt-5 text-sm text-text-2">
        {goesOn === undefined ? freezeText.without : freezeText.goesOn(dateTimeText(goesOn))}
      </p>
    </AuthShell>
  )
}

function Lifted({ isRestored }: { isRestored: boolean }) {
  const [, navigate] = useLocation()
  return (
    <AuthShell
      key="lifted"
      title={freezeText.lifted}
      lead={isRestored ? freezeText.undoneLead : freezeText.liftedLead}
    >
      <Button variant="primary" size={48} block onClick={() => navigate('/')} className="mt-7">
        {freezeText.signIn}
      </Button>
    </AuthShell>
  )
}
