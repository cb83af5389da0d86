import { useLocation } from 'wouter'
import { completeOtp } from '#contract/endpoints/auth.ts'
import { AuthenticatorCode } from '#contract/rule.ts'
import { goHome } from '#state/landing.ts'
import { request } from '#state/request.ts'
import { signedIn } from '#state/session.ts'
import { authText } from '#text/auth.ts'
import { Button } from '#ui/Button.tsx'
import { AuthShell } from './AuthShell.tsx'
import { CodeForm } from './CodeForm.tsx'
import { useCode } from './code.ts'
import { StartAgain } from './StartAgain.tsx'

export function CheckScreen() {
  const [, navigate] = useLocation()
  const form = useCode({
    rule: AuthenticatorCode,
    refused: authText.wrongCode,
    send: async (code) => {
      signedIn(await request(completeOtp, { body: { code } }), 'otp')
      await goHome()
    },
  })
  return (
    <AuthShell title={authText.check} lead={authText.checkLead}>
      <CodeForm form={form} aside={authText.renews} />
      <Button
        variant="ghost"
        size={48}
        block
        onClick={() => navigate('/two-factor/backup-sign-in')}
        className="mt-2"
      >
        {authText.backupCode}
      </Button>
      <StartAgain />
    </AuthShell>
  )
}
