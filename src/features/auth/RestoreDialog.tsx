import { useSetAtom } from 'jotai'
import { useLocation } from 'wouter'
import { restoreTwoFactor } from '#contract/endpoints/auth.ts'
import { useAction } from '#state/action.ts'
import { twoFactorStepAtom } from '#state/auth.ts'
import { goHome } from '#state/landing.ts'
import { useOnline } from '#state/online.ts'
import { persister } from '#state/persistence.ts'
import { request } from '#state/request.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { DialogActions } from '#ui/DialogActions.tsx'
import { restoredSecret } from './handover.ts'

type Props = { open: boolean; onClose: () => void }

/** Offered in a session that a backup code opened: its authenticator may be lost. */
export function RestoreDialog({ open, onClose }: Props) {
  const online = useOnline()
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
    <Dialog open={open} onClose={onClose} title="Restore your 2FA">
      <p className="text-body text-text-2">
        If you lost your authenticator, set up a new one now. The old one works until you finish.
      </p>
      <DialogActions className="mt-6">
        <Button size={48} onClick={home.run} working={home.working} disabled={restore.working} data-autofocus>
          Skip for Now
        </Button>
        <Button
          variant="primary"
          size={48}
          onClick={restore.run}
          working={restore.working}
          disabled={!online || home.working}
        >
          Restore 2FA
        </Button>
      </DialogActions>
    </Dialog>
  )
}
