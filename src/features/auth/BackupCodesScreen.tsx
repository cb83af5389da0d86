import { useAtom, useAtomValue } from 'jotai'
import { lazy, Suspense, useState } from 'react'
import { useLocation } from 'wouter'
import { useHistoryState } from 'wouter/use-browser-location'
import { backupFileName, backupFileText } from '#domain/backupcode.ts'
import { useAction } from '#state/action.ts'
import { backupSessionAtom, codesAtom, FROM_ACCOUNT_MENU } from '#state/auth.ts'
import { goHome } from '#state/landing.ts'
import { say } from '#state/say.ts'
import { Button } from '#ui/Button.tsx'
import { saveFile } from '#ui/download.ts'
import { useDesktop } from '#ui/media.ts'
import { AuthShell } from './AuthShell.tsx'
import { BackupCodeList } from './BackupCodeList.tsx'
import { askBackupCodes } from './backupcodes.ts'
import { useLoad } from './load.ts'
import { Retry } from './Retry.tsx'

const RestoreDialog = lazy(async () => ({ default: (await import('./RestoreDialog.tsx')).RestoreDialog }))

export function BackupCodesScreen() {
  const [step, setStep] = useAtom(codesAtom)
  const fromMenu = useHistoryState() === FROM_ACCOUNT_MENU
  const offersRestore = useAtomValue(backupSessionAtom) && !fromMenu
  const [, navigate] = useLocation()
  const [offered, setOffered] = useState<boolean>()
  const { data: codes, failed, retry } = useLoad(askBackupCodes)
  const home = useAction(goHome, { onError: 'toast' })
  const desktop = useDesktop()
  const isNew = step === 'new'

  function backedUp() {
    setStep(null)
    navigate('/two-factor/success-enable')
  }

  function download() {
    if (!codes) return
    saveFile(backupFileName(Date.now()), backupFileText(codes), 'text/plain')
    say('Downloaded!', 'success')
  }

  const goOn = isNew ? (
    <Button key="on" variant="primary" size={48} className="flex-1" onClick={backedUp} disabled={!codes}>
      I Backed Up Codes
    </Button>
  ) : (
    <Button
      key="on"
      variant="primary"
      size={48}
      className="flex-1"
      onClick={offersRestore ? () => setOffered(true) : home.run}
      working={home.working}
    >
      Continue
    </Button>
  )
  const save = (
    <Button
      key="save"
      size={48}
      icon="download"
      className="flex-1"
      onClick={download}
      disabled={!codes?.length}
    >
      Download
    </Button>
  )
  return (
    <AuthShell
      title={isNew ? 'New Backup Codes' : 'Available Backup Codes'}
      lead="Each code signs you in once if you lose your authenticator. Keep them somewhere only you can reach."
    >
      <div className="mt-6">
        {!codes && <Retry failed={failed} what="The codes" retry={retry} className="h-241px" />}
        {codes?.length === 0 && <p className="text-body text-text-2">You have no backup codes.</p>}
        {codes && codes.length > 0 && <BackupCodeList codes={codes} />}
      </div>
      <div className="mt-5 flex flex-col gap-10px md:flex-row md:gap-3">
        {desktop ? [save, goOn] : [goOn, save]}
      </div>
      {offered !== undefined && (
        <Suspense fallback={null}>
          <RestoreDialog open={offered} onClose={() => setOffered(false)} />
        </Suspense>
      )}
    </AuthShell>
  )
}
