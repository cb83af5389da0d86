import { useSetAtom } from 'jotai'
import { useLocation } from 'wouter'
import { restoreTwoFactor } from '#contract/endpoints/auth.ts'
import { useAction } from '#state/action.ts'
import { twoFactorStepAtom } from '#state/auth.ts'
import { goHome } from '#state/landing.ts'
import { persister } from '#state/persistence.ts'
import { request } from '#state/request.ts'
import { authText } from '#text/auth.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { DialogActions } from '#ui/DialogActions.tsx'
import { restoredSecret } from './handover.ts'

type Props = { open: boolean; onClose: () => void }

/** Offered in a session that a backup code opened: its authenticator may be lost. */
export function RestoreDialog({ open, onClose }: Props) {
  const setStep = useSetAtom(twoFactorStepAtom)
  const [, navigate] = useLocation()
  const home = useAction(goHome, { onError: 'toast' })
  const restore = useAction(
    async () => {
      const { otpUri } = await request(restoreTwoFactor, { body: {} })
      restoredSecret.give(otpUri)
      setStep('restore-2fa')
      // Not with the next batch: a reload right after must find the restore under way.
      void persister.flush()
      navigate('/two-factor/setup', { replace: true })
    },
    { onError: 'toast' },
  )
  return (
    <Dialog open={open} onClose={onClose} title={authText.restore}>
      <p className="text-body text-text-2">{authText.restoreLead}</p>
      <DialogActions className="mt-6">
        <Button size={48} onClick={home.run} working={home.working} disabled={restore.working} data-autofocus>
          {authText.skip}
        </Button>
        <Button
          variant="primary"
          size={48}
          onClick={restore.run}
          working={restore.working}
          acts
          disabled={home.working}
        >
          {authText.restoreNow}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
