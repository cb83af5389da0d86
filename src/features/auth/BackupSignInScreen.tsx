import { useLocation } from 'wouter'
import { completeBackup } from '#contract/endpoints/auth.ts'
import { BackupCodeValue } from '#contract/rule.ts'
import { request } from '#state/request.ts'
import { signedIn } from '#state/session.ts'
import { authText } from '#text/auth.ts'
import { commonText } from '#text/common.ts'
import { Button } from '#ui/Button.tsx'
import { AuthShell } from './AuthShell.tsx'
import { CodeForm } from './CodeForm.tsx'
import { useCode } from './code.ts'
import { StartAgain } from './StartAgain.tsx'

export function BackupSignInScreen() {
  const [, navigate] = useLocation()
  const form = useCode({
    rule: BackupCodeValue,
    refused: authText.wrongBackupCode,
    send: async (code) => {
      signedIn(await request(completeBackup, { body: { code } }), 'backup')
      navigate('/two-factor/backup-code-used', { replace: true })
    },
  })
  return (
    <AuthShell title={authText.backupCode} lead={authText.backupLead}>
      <CodeForm form={form} length={8} />
      <Button variant="ghost" size={48} block onClick={() => navigate('/two-factor/check')} className="mt-2">
        {commonText.back}
      </Button>
      <StartAgain />
    </AuthShell>
  )
}
