import { useAction } from '#state/action.ts'
import { goHome } from '#state/landing.ts'
import { Button } from '#ui/Button.tsx'
import { SealWhole } from '#ui/Seal.tsx'
import { AuthShell } from './AuthShell.tsx'

export function SuccessScreen() {
  const { run, working } = useAction(goHome, { onError: 'toast' })
  return (
    <AuthShell
      title="Two-Factor Authentication Enabled"
      lead="Every sign-in now asks for a code from your authenticator app."
      art={<SealWhole className="mb-6 size-28" />}
    >
      <Button
        variant="primary"
        size={48}
        block
        onClick={run}
        working={working}
        workingText="Confirmed…"
        className="mt-7"
      >
        Confirm
      </Button>
    </AuthShell>
  )
}
