import { useAtomValue } from 'jotai'
import { useForm } from 'react-hook-form'
import { createWallet } from '#contract/endpoints/wallet.ts'
import { walletNameError } from '#domain/walletname.ts'
import { useAction } from '#state/action.ts'
import type { PanelProps } from '#state/modals.ts'
import { request } from '#state/request.ts'
import { walletsAtom } from '#state/wallets.ts'
import { kitText } from '#text/kit.ts'
import { walletNameText } from '#text/walletname.ts'
import { Button } from '#ui/Button.tsx'
import { Panel } from '#ui/Panel.tsx'
import { TextField } from '#ui/TextField.tsx'

export function AddWalletPanel({ open, onClose }: PanelProps<'add-new-wallet'>) {
  const wallets = useAtomValue(walletsAtom)
  const form = useForm({ defaultValues: { name: '' } })
  const create = useAction((name: string) => request(createWallet, { body: { name } }, { into: 'wallet' }), {
    onError: 'error-info',
  })
  const submit = form.handleSubmit(async ({ name }) => {
    if (await create.run(name.trim())) onClose()
  })
  return (
    <Panel
      open={open}
      onClose={onClose}
      discard={form.formState.isDirty && !create.working ? kitText.discardTyped : undefined}
      title={walletNameText.create.title}
      onSubmit={(event) => void submit(event)}
      footer={
        <Button
          type="submit"
          variant="primary"
          size={48}
          block
          acts
          working={create.working}
          workingText={walletNameText.create.working}
        >
          {walletNameText.create.submit}
        </Button>
      }
    >
      <TextField
        label={walletNameText.create.name}
        hint={walletNameText.create.hint}
        autoComplete="off"
        error={form.formState.errors.name?.message}
        {...form.register('name', { validate: (name) => walletNameError(name, wallets) ?? true })}
      />
    </Panel>
  )
}
