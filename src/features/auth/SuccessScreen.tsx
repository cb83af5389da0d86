import { useAction } from '#state/action.ts'
import { goHome } from '#state/landing.ts'
import { authText } from '#text/auth.ts'
import { Button } from '#ui/Button.tsx'
import { SealWhole } from '#ui/Seal.tsx'
import { AuthShell } from './AuthShell.tsx'

export function SuccessScreen() {
  const { run, working } = useAction(goHome, { onError: 'toast' })
  return (
    <AuthShell
      title={authText.enabled}
      lead={authText.enabledLead}
      art={<SealWhole className="mb-6 size-28" />}
    >
      <Button
        variant="primary"
        size={48}
        block
        onClick={run}
        working={working}
        workingText={authText.confirmed}
        className="mt-7"
      >
        {authText.confirm}
      </Button>
    </AuthShell>
  )
}
