import { useAtomValue, useSetAtom } from 'jotai'
import { useState } from 'react'
import { dealingsAtom, pickedAtom } from '#state/contacts.ts'
import { type ModalProps, raiseModal } from '#state/modals.ts'
import { contactsAtom } from '#state/wallets.ts'
import { contactsText } from '#text/contacts.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { BookList } from './BookList.tsx'
import { BookSearch } from './BookSearch.tsx'
import { bookRows, findRows } from './book.ts'

/** The address book over a form, which takes whom one chooses here. */
export function BookDialog({ modal: { network }, open, onClose }: ModalProps<'address-book'>) {
  const contacts = useAtomValue(contactsAtom)
  const dealings = useAtomValue(dealingsAtom)
  const pick = useSetAtom(pickedAtom)
  const [search, setSearch] = useState('')
  const fitting = contacts
    .map((contact) => ({
      ...contact,
      addresses: contact.addresses.filter((one) => network === undefined || one.network === network),
    }))
    .filter(({ addresses }) => addresses.length > 0)
  const rows = bookRows(fitting, [], dealings)
  const found = findRows(rows, search)
  return (
    <Dialog open={open} onClose={onClose} title={contactsText.title} closeButton className="max-w-160!">
      <div className="mt-3 flex flex-wrap gap-2">
        <BookSearch value={search} onChange={setSearch} />
        <Button icon="plus" onClick={() => raiseModal({ id: 'contact' })}>
          {contactsText.add}
        </Button>
      </div>
      {found.length > 0 ? (
        <div className="-mx-4 mt-4 md:-mx-19px">
          <BookList
            rows={found}
            use={{ label: contactsText.choose, labelOf: contactsText.chooseOf }}
            canSend
            onEdit={(contactId) => raiseModal({ id: 'contact', contactId })}
            onSend={({ addresses: [address = ''] }) => {
              pick(address)
              onClose()
            }}
          />
        </div>
      ) : (
        <p className="mt-4 text-body text-text-2">
          {rows.length > 0
            ? contactsText.nothingFound
            : contacts.length > 0
              ? contactsText.noneFits
              : contactsText.start}
        </p>
      )}
    </Dialog>
  )
}
