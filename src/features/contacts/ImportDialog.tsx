import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { importContacts } from '#contract/endpoints/contact.ts'
import { type ReadContacts, readContactsCsv } from '#domain/contactcsv.ts'
import { useAction } from '#state/action.ts'
import { keepContacts } from '#state/contacts.ts'
import type { ModalProps } from '#state/modals.ts'
import { request } from '#state/request.ts'
import { say } from '#state/say.ts'
import { contactsAtom } from '#state/wallets.ts'
import { saying } from '#text/catalogue.ts'
import { commonText } from '#text/common.ts'
import { contactsText } from '#text/contacts.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { DialogActions } from '#ui/DialogActions.tsx'
import { Field } from '#ui/Field.tsx'
import { Notice } from '#ui/Notice.tsx'

/** Bytes; what the server takes has room for its JSON. */
const LARGEST = 256 * 1024
const SHOWN = 20

/** Adds what a file names, all of it or nothing. */
export function ImportDialog({ open, onClose }: ModalProps<'import-contacts'>) {
  const contacts = useAtomValue(contactsAtom)
  const [tooLarge, setTooLarge] = useState(false)
  const [read, setRead] = useState<ReadContacts>()
  const count = read && read.errors.length === 0 ? read.contacts.length : 0

  const look = async (file: File | undefined) => {
    setRead(undefined)
    setTooLarge(file !== undefined && file.size > LARGEST)
    if (file && file.size <= LARGEST) setRead(await readContactsCsv(await file.text(), contacts))
  }
  const add = useAction(
    async () => {
      if (!read) return
      const { items } = await request(importContacts, { body: { contacts: read.contacts } })
      keepContacts(items)
      onClose()
      say(contactsText.added(items.length), 'success')
    },
    { onError: 'error-info' },
  )
  return (
    <Dialog open={open} onClose={onClose} title={contactsText.importTitle}>
      <p className="text-body text-text-2">{contactsText.importWhat}</p>
      <Field className="mt-4" label={contactsText.file} {...(tooLarge && { error: contactsText.tooLarge })}>
        {(control) => (
          <input
            type="file"
            accept=".csv,text/csv"
            className="w-full text-ui file:mr-3 file:min-h-40px file:rounded-btn file:border-0 file:bg-sunken file:px-4 file:text-ui file:font-550 file:text-text"
            onChange={({ target }) => void look(target.files?.[0])}
            {...control}
          />
        )}
      </Field>
      <div role="status" className="mt-3 text-body">
        {read && read.errors.length === 0 && (
          <>
            <p>{contactsText.found(read.contacts.length)}</p>
            {read.known > 0 && <p className="text-text-2">{contactsText.known(read.known)}</p>}
          </>
        )}
      </div>
      {read && read.errors.length > 0 && (
        <Notice tone="bad" icon="circle-alert" role="alert">
          {contactsText.wrong(read.errors.length)}
          <ul className="m-0 mt-2 max-h-48 list-none overflow-y-auto p-0 text-sm">
            {read.errors.slice(0, SHOWN).map(({ line, error }) => (
              <li key={`${line} ${error}`} className="[overflow-wrap:anywhere]">
                {contactsText.line(line)}: {saying(error)}
              </li>
            ))}
            {read.errors.length > SHOWN && <li>{contactsText.more(read.errors.length - SHOWN)}</li>}
          </ul>
        </Notice>
      )}
      <DialogActions className="mt-6">
        <Button size={48} onClick={onClose}>
          {commonText.cancel}
        </Button>
        <Button
          size={48}
          variant="primary"
          acts
          disabled={count === 0}
          working={add.working}
          workingText={contactsText.adding}
          onClick={() => void add.run()}
        >
          {count > 0 ? contactsText.addAll(count) : contactsText.importCsv}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
