import { useAtomValue } from 'jotai'
import { removeContact } from '#contract/endpoints/contact.ts'
import { useAction } from '#state/action.ts'
import { forgetContact } from '#state/contacts.ts'
import type { ModalProps } from '#state/modals.ts'
import { request } from '#state/request.ts'
import { contactsAtom } from '#state/wallets.ts'
import { contactsText } from '#text/contacts.ts'
import { AddressGroups } from '#ui/AddressGroups.tsx'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { DialogActions } from '#ui/DialogActions.tsx'
import { addressesOf } from './book.ts'

export function DeleteDialog({ modal: { contactId }, open, onClose }: ModalProps<'delete-contact'>) {
  const contact = useAtomValue(contactsAtom).find(({ id }) => id === contactId)
  const remove = useAction(
    async () => {
      await request(removeContact, { params: { id: contactId }, body: {} })
      onClose()
      forgetContact(contactId)
    },
    { onError: 'error-info' },
  )
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={contactsText.deleteTitle(contact?.name ?? '')}
      role="alertdialog"
    >
      <p className="text-body text-text-2">{contactsText.deleteFollows}</p>
      {contact && (
        <div className="well mt-4 grid gap-3 px-4 py-3">
          {addressesOf(contact).map((address) => (
            <AddressGroups key={address} value={address} />
          ))}
        </div>
      )}
      <DialogActions className="mt-6">
        <Button size={48} data-autofocus onClick={onClose}>
          {contactsText.keep}
        </Button>
        <Button size={48} variant="danger" acts working={remove.working} onClick={() => void remove.run()}>
          {contactsText.deleteIt}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
