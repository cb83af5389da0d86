import { useAtomValue } from 'jotai'
import { useForm } from 'react-hook-form'
import { renameWallet } from '#contract/endpoints/wallet.ts'
import { walletNameError } from '#domain/walletname.ts'
import { useAction } from '#state/action.ts'
import type { ModalProps } from '#state/modals.ts'
import { request } from '#state/request.ts'
import { walletsAtom } from '#state/wallets.ts'
import { kitText } from '#text/kit.ts'
import { walletNameText } from '#text/walletname.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { TextField } from '#ui/TextField.tsx'

export function RenameDialog({ modal, open, onClose }: ModalProps<'rename-wallet'>) {
  const wallets = useAtomValue(walletsAtom)
  const wallet = wallets.find(({ id }) => id === modal.walletId)
  const form = useForm({ defaultValues: { name: wallet?.name ?? '' } })
  const rename = useAction(
    (name: string) =>
      request(renameWallet, { params: { id: modal.walletId }, body: { name } }, { into: 'wallet' }),
    { onError: 'error-info' },
  )
  const submit = form.handleSubmit(async ({ name }) => {
    if (await rename.run(name.trim())) onClose()
  })
  return (
    <Dialog
      open={open}
      onClose={onClose}
      discard={form.formState.isDirty && !rename.working ? kitText.discardTyped : undefined}
      title={walletNameText.renameDialog.title}
      closeButton
    >
      <form noValidate onSubmit={(event) => void submit(event)}>
        <TextField
          label={walletNameText.create.name}
          hint={
            <>
              {walletNameText.renameDialog.hint}
              <span className="block">{walletNameText.create.hint}</span>
            </>
          }
          autoComplete="off"
          error={form.formState.errors.name?.message}
          {...form.register('name', { validate: (name) => walletNameError(name, wallets, wallet) ?? true })}
        />
        <Button
          type="submit"
          variant="primary"
          size={48}
          block
          className="mt-6"
          acts
          disabled={!wallet}
          working={rename.working}
          workingText={walletNameText.renameDialog.working}
        >
          {walletNameText.renameDialog.submit}
        </Button>
      </form>
    </Dialog>
  )
}
