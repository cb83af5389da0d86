import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { stepUp } from '#contract/endpoints/stepup.ts'
import { AuthenticatorCode, BackupCodeValue } from '#contract/rule.ts'
import { backupSessionAtom } from '#state/auth.ts'
import type { ModalProps } from '#state/modals.ts'
import { request } from '#state/request.ts'
import { factorGiven } from '#state/stepup.ts'
import { authText } from '#text/auth.ts'
import { stepUpText } from '#text/stepup.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { CodeForm } from './CodeForm.tsx'
import { useCode } from './code.ts'

const send = async (code: string): Promise<void> => {
  await request(stepUp, { body: { code } })
  factorGiven()
}

/** Asks for the second factor once more before what weakens a wallet or an account. */
export function StepUpDialog({ open, onClose }: ModalProps<'step-up'>) {
  const mayUseBackup = useAtomValue(backupSessionAtom)
  const [backup, setBackup] = useState(false)
  return (
    <Dialog open={open} onClose={onClose} title={stepUpText.title} closeButton>
      {backup ? <ByBackupCode /> : <ByAuthenticator />}
      {mayUseBackup && (
        <Button variant="ghost" size={48} block className="mt-2" onClick={() => setBackup(!backup)}>
          {backup ? stepUpText.useApp : stepUpText.useBackup}
        </Button>
      )}
    </Dialog>
  )
}

function ByAuthenticator() {
  const form = useCode({ rule: AuthenticatorCode, refused: authText.wrongCode, send })
  return (
    <>
      <p className="text-body text-text-2">{stepUpText.lead}</p>
      <CodeForm form={form} aside={authText.renews} className="mt-5" />
    </>
  )
}

function ByBackupCode() {
  const form = useCode({ rule: BackupCodeValue, refused: authText.wrongBackupCode, send })
  return (
    <>
      <p className="text-body text-text-2">{stepUpText.backupLead}</p>
      <CodeForm form={form} length={8} className="mt-5" />
    </>
  )
}
