import { useLocation } from 'wouter'
import { completeOtp } from '#contract/endpoints/auth.ts'
import { AuthenticatorCode } from '#contract/rule.ts'
import { goHome } from '#state/landing.ts'
import { request } from '#state/request.ts'
import { signedIn } from '#state/session.ts'
import { Button } from '#ui/Button.tsx'
import { AuthShell } from './AuthShell.tsx'
import { CodeForm } from './CodeForm.tsx'
import { useCode } from './code.ts'
import { StartAgain } from './StartAgain.tsx'

export function CheckScreen() {
  const [, navigate] = useLocation()
  const form = useCode({
    rule: AuthenticatorCode,
    refused: 'Invalid verification code',
    send: async (code) => {
      signedIn(await request(completeOtp, { body: { code } }), 'otp')
      await goHome()
    },
  })
  return (
    <AuthShell title="Two-Factor Authentication" lead="Enter the code from your authenticator app.">
      <CodeForm form={form} aside="The code renews every 30 seconds" />
      <Button
        variant="ghost"
        size={48}
        block
        onClick={() => navigate('/two-factor/backup-sign-in')}
        className="mt-2"
      >
        Backup Code
      </Button>
      <StartAgain />
    </AuthShell>
  )
}
