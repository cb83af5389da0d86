import { useLocation } from 'wouter'
import { listBackupCodes } from '#contract/endpoints/user.ts'
import { request } from '#state/request.ts'
import { withFactor } from '#state/stepup.ts'
import { authText } from '#text/auth.ts'
import { stepUpText } from '#text/stepup.ts'
import { Button } from '#ui/Button.tsx'
import { AuthShell } from './AuthShell.tsx'
import { useLoad } from './load.ts'

export function BackupUsedScreen() {
  const [, navigate] = useLocation()
  const { data: codes } = useLoad(() => withFactor(() => request(listBackupCodes, {}), stepUpText.acts.codes))
  const left = codes?.filter((code) => !code.usedAt).length
  return (
    <AuthShell
      title={authText.backupUsed}
      lead={
        <span role="status" className="block min-h-24px">
          {left !== undefined && authText.codesLeft(left)}
        </span>
      }
    >
      <Button
        variant="primary"
        size={48}
        block
        onClick={() => navigate('/two-factor/backup-code-generated', { replace: true })}
        className="mt-7"
      >
        {authText.continue}
      </Button>
    </AuthShell>
  )
}
