import { useAtomValue } from 'jotai'
import { type FormEvent, useState } from 'react'
import { stepUp } from '#contract/endpoints/stepup.ts'
import { AuthenticatorCode, BackupCodeValue } from '#contract/rule.ts'
import { backupSessionAtom } from '#state/auth.ts'
import type { ModalProps } from '#state/modals.ts'
import { useOnline } from '#state/online.ts'
import { request } from '#state/request.ts'
import { factorGiven } from '#state/stepup.ts'
import { words } from '#state/words.ts'
import { commonText } from '#text/common.ts'
import { stepUpText } from '#text/stepup.ts'
import { Button } from '#ui/Button.tsx'
import { CodeField } from '#ui/CodeField.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { OutOfReach } from '#ui/OutOfReach.tsx'
import { type CodeState, useCode } from './code.ts'

const send = async (code: string): Promise<void> => {
  await request(stepUp, { body: { code } })
  factorGiven()
}

/** The server says how many tries are left. */
const refused = (error: unknown): string => words(error).message

/** Asks for the second factor once more before what weakens a wallet or an account. */
export function StepUpDialog({ modal, open, onClose }: ModalProps<'step-up'>) {
  const mayUseBackup = useAtomValue(backupSessionAtom)
  const [backup, setBackup] = useState(false)
  const lead = modal.act ?? (backup ? stepUpText.backupLead : stepUpText.lead)
  return (
    <Dialog open={open} onClose={onClose} title={stepUpText.title}>
      <p className="text-body text-text-2">{lead}</p>
      <OutOfReach className="mt-4" />
      {backup ? <ByBackupCode /> : <ByAuthenticator />}
      {mayUseBackup && (
        <Button variant="ghost" size={48} block className="mt-2" onClick={() => setBackup(!backup)}>
          {backup ? stepUpText.useApp : stepUpText.useBackup}
        </Button>
      )}
      <Button size={48} block className="mt-5" onClick={onClose}>
        {commonText.cancel}
      </Button>
    </Dialog>
  )
}

function ByAuthenticator() {
  const form = useCode({ rule: AuthenticatorCode, refused, send })
  return <Code form={form} length={6} from={stepUpText.app} />
}

function ByBackupCode() {
  const form = useCode({ rule: BackupCodeValue, refused, send })
  return <Code form={form} length={8} from={stepUpText.backup} />
}

type CodeProps = { form: CodeState; length: 6 | 8; from: string }

/** It sends itself with its last digit. */
function Code({ form, length, from }: CodeProps) {
  const online = useOnline()
  const change = (code: string) => {
    form.change(code)
    if (code.length === length) void form.submit(code)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void form.submit()
  }
  return (
    <form noValidate onSubmit={submit} aria-busy={form.working || undefined} className="mt-5">
      <CodeField
        ref={form.input}
        name="code"
        length={length}
        value={form.value}
        onChange={change}
        error={form.error}
        hint={form.working ? stepUpText.checking : from}
        disabled={!online}
        autoFocus
      />
    </form>
  )
}
