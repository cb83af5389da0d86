import { useAtom, useAtomValue } from 'jotai'
import { Suspense, useState } from 'react'
import { useLocation } from 'wouter'
import { backupFileName, backupFileText } from '#domain/backupcode.ts'
import { useAction } from '#state/action.ts'
import { backupSessionAtom, codesAtom } from '#state/auth.ts'
import { goHome } from '#state/landing.ts'
import { say } from '#state/say.ts'
import { authText } from '#text/auth.ts'
import { Button } from '#ui/Button.tsx'
import { saveFile } from '#ui/download.ts'
import { useDesktop } from '#ui/media.ts'
import { part } from '#ui/part.ts'
import { AuthShell } from './AuthShell.tsx'
import { BackupCodeList } from './BackupCodeList.tsx'
import { askBackupCodes } from './backupcodes.ts'
import { useLoad } from './load.ts'
import { Retry } from './Retry.tsx'
import { useVisit } from './visit.ts'

const RestoreDialog = part(() => import('./RestoreDialog.tsx'), 'RestoreDialog')

export function BackupCodesScreen() {
  const [step, setStep] = useAtom(codesAtom)
  const { fromMenu, hidden, show } = useVisit(step !== 'new')
  const offersRestore = useAtomValue(backupSessionAtom) && !fromMenu
  const [, navigate] = useLocation()
  const [offered, setOffered] = useState<boolean>()
  const { data: codes, failed, retry } = useLoad(askBackupCodes, !hidden)
  const home = useAction(goHome, { onError: 'toast' })
  const desktop = useDesktop()
  const isNew = step === 'new'

  function backedUp() {
    setStep(null)
    navigate('/two-factor/success-enable', { replace: true })
  }

  /** With none left, as after a freeze, the same steps as after a set-up. */
  function make() {
    setStep('new')
    retry()
  }

  function download() {
    if (!codes) return
    saveFile(backupFileName(Date.now()), backupFileText(codes), 'text/plain')
    say(authText.downloaded, 'success')
  }

  const goOn = isNew ? (
    <Button
      key="on"
      variant="primary"
      size={48}
      className="flex-1"
      onClick={backedUp}
      disabled={!codes || hidden}
    >
      {authText.backedUp}
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
      {authText.continue}
    </Button>
  )
  const save = (
    <Button
      key="save"
      size={48}
      icon="download"
      className="flex-1"
      onClick={download}
      disabled={!codes?.length || hidden}
    >
      {authText.download}
    </Button>
  )
  return (
    <AuthShell title={isNew ? authText.newCodes : authText.availableCodes} lead={authText.codesLead}>
      <div className="mt-6">
        {hidden ? (
          <div className="flex h-241px flex-col items-center justify-center gap-4">
            <p className="text-body text-text-2">{authText.codesHidden}</p>
            <Button onClick={show}>{authText.showCodes}</Button>
          </div>
        ) : (
          <>
            {!codes && <Retry failed={failed} what={authText.theCodes} retry={retry} className="h-241px" />}
            {codes?.length === 0 && (
              <>
                <p className="text-body text-text-2">{authText.noCodes}</p>
                <Button className="mt-4" onClick={make}>
                  {authText.makeCodes}
                </Button>
              </>
            )}
            {codes && codes.length > 0 && <BackupCodeList codes={codes} />}
          </>
        )}
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
