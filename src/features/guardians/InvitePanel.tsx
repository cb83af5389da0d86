import { useAtomValue } from 'jotai'
import { useForm } from 'react-hook-form'
import { inviteApprover } from '#contract/endpoints/guardian.ts'
import { useAction } from '#state/action.ts'
import { emailAtom } from '#state/auth.ts'
import type { PanelProps } from '#state/modals.ts'
import { approversAtom } from '#state/perwallet.ts'
import { request } from '#state/request.ts'
import { say } from '#state/say.ts'
import { withFactor } from '#state/stepup.ts'
import { guardiansText } from '#text/guardians.ts'
import { kitText } from '#text/kit.ts'
import { stepUpText } from '#text/stepup.ts'
import { Button } from '#ui/Button.tsx'
import { Panel } from '#ui/Panel.tsx'
import { TextField } from '#ui/TextField.tsx'
import { memberMailError } from './mail.ts'

export function InvitePanel({ panel, open, onClose }: PanelProps<'invite-guardian'>) {
  const owner = useAtomValue(emailAtom)
  const approvers = useAtomValue(approversAtom(panel.walletId))
  const form = useForm({ defaultValues: { email: '' } })
  const invite = useAction(
    (email: string) =>
      withFactor(
        () =>
          request(inviteApprover, { params: { id: panel.walletId }, body: { email } }, { into: 'approver' }),
        stepUpText.acts.invite,
      ),
    { onError: 'error-info' },
  )
  const submit = form.handleSubmit(async ({ email }) => {
    if (!(await invite.run(email.trim()))) return
    onClose()
    say(guardiansText.sent, 'success')
  })
  return (
    <Panel
      open={open}
      onClose={onClose}
      discard={form.formState.isDirty && !invite.working ? kitText.discardTyped : undefined}
      title={guardiansText.invite}
      onSubmit={(event) => void submit(event)}
      footer={
        <Button
          type="submit"
          variant="primary"
          size={48}
          block
          acts
          working={invite.working}
          workingText={guardiansText.sending}
        >
          {guardiansText.send}
        </Button>
      }
    >
      <TextField
        type="email"
        label={guardiansText.email}
        hint={guardiansText.sees}
        data-autofocus
        autoComplete="off"
        error={form.formState.errors.email?.message}
        {...form.register('email', { validate: (email) => memberMailError(owner, email, approvers) ?? true })}
      />
    </Panel>
  )
}
