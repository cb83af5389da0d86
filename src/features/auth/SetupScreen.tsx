import { useAtom } from 'jotai'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { completeRestore, completeSetup, restoreTwoFactor, setupTwoFactor } from '#contract/endpoints/auth.ts'
import { AuthenticatorCode } from '#contract/rule.ts'
import { twoFactorStepAtom } from '#state/auth.ts'
import { request } from '#state/request.ts'
import { signedIn } from '#state/session.ts'
import { authText } from '#text/auth.ts'
import { commonText } from '#text/common.ts'
import { Button } from '#ui/Button.tsx'
import { AuthShell } from './AuthShell.tsx'
import { CodeForm } from './CodeForm.tsx'
import { useCode } from './code.ts'
import { freshFactor, restoredSecret } from './handover.ts'
import { useLoad } from './load.ts'
import { Retry } from './Retry.tsx'
import { Secret } from './Secret.tsx'
import { StartAgain } from './StartAgain.tsx'

export function SetupScreen() {
  const [step, setStep] = useAtom(twoFactorStepAtom)
  const [, navigate] = useLocation()
  const [restoring] = useState(step === 'restore-2fa')
  const {
    data: otpUri,
    failed,
    retry,
  } = useLoad(async () => {
    const given = restoring ? restoredSecret.take() : undefined
    return given ?? (await request(restoring ? restoreTwoFactor : setupTwoFactor, { body: {} })).otpUri
  })
  const form = useCode({
    rule: AuthenticatorCode,
    refused: authText.wrongCode,
    send: async (code) => {
      const pair = await request(restoring ? completeRestore : completeSetup, { body: { code } })
      freshFactor.give(true)
      signedIn(pair, restoring ? 'restore' : 'setup')
      navigate('/two-factor/backup-code-generated', { replace: true })
    },
  })

  function giveUp() {
    setStep(null)
    navigate('/two-factor/backup-code-generated', { replace: true })
  }

  return (
    <AuthShell title={restoring ? authText.restoreSetup : authText.setup} lead={authText.setupLead}>
      {otpUri ? (
        <Secret otpUri={otpUri} />
      ) : (
        <Retry failed={failed} what={authText.theSecret} retry={retry} className="mt-5 h-332px" />
      )}
      <CodeForm form={form} aside={authText.renews} className="mt-5" />
      {restoring && (
        <Button variant="ghost" size={48} block onClick={giveUp} className="mt-2">
          {commonText.back}
        </Button>
      )}
      <StartAgain />
    </AuthShell>
  )
}
