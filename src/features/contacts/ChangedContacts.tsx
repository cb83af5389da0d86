import { useState } from 'react'
import type { ChangedContact } from '#contract/contact.ts'
import { listChangedContacts, removeContact } from '#contract/endpoints/contact.ts'
import { RequestError } from '#net/error.ts'
import { useAction } from '#state/action.ts'
import { useReading } from '#state/reading.ts'
import { request } from '#state/request.ts'
import { contactsText } from '#text/contacts.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { DialogActions } from '#ui/DialogActions.tsx'
import { Notice } from '#ui/Notice.tsx'
import { LeftContext } from '#ui/Overlay.tsx'

const EVERY = 60_000

/** Removed meanwhile, by another tab, it is gone as was wished. */
const removeOne = async (id: string): Promise<void> => {
  try {
    await request(removeContact, { params: { id }, body: {} })
  } catch (error) {
    if (!(error instanceof RequestError) || error.status !== 404) throw error
  }
}

/** What is in the book without having been saved by its user: no name for anything, and only to be removed. `onLeft`: the question about one that is gone has left. */
export function ChangedContacts({ onLeft }: { onLeft: () => void }) {
  const { data, again } = useReading(listChangedContacts, { query: {} }, EVERY)
  const [asked, setAsked] = useState<ChangedContact>()
  const [isOpen, setOpen] = useState(false)
  const [gone, setGone] = useState<readonly string[]>([])
  const rows = data?.items.filter(({ id }) => !gone.includes(id)) ?? []
  const close = () => setOpen(false)
  const remove = useAction(
    async () => {
      if (!asked) return
      await removeOne(asked.id)
      setGone((all) => [...all, asked.id])
      close()
      again()
    },
    { onError: 'error-info' },
  )
  const nameOf = ({ name }: ChangedContact) => name || contactsText.nameless
  return (
    <>
      {rows.length > 0 && (
        <Notice tone="warn" icon="triangle-alert" role="status" className="mb-4">
          {contactsText.changedWhat}
          <ul aria-label={contactsText.changed} className="m-0 mt-2 list-none p-0">
            {rows.map((contact) => (
              <li key={contact.id} className="flex min-h-11 items-center gap-3">
                <div className="min-w-0 flex-1">
                  <div className="font-550">
                    <bdi>{nameOf(contact)}</bdi>
                  </div>
                  <div className="text-sm">{contactsText.changed}</div>
                </div>
                <Button
                  variant="ghost"
                  size={32}
                  acts
                  aria-label={contactsText.deleteOf(nameOf(contact))}
                  onClick={() => {
                    setAsked(contact)
                    setOpen(true)
                  }}
                >
                  {contactsText.deleteIt}
                </Button>
              </li>
            ))}
          </ul>
        </Notice>
      )}
      {/* The button that was pressed went with its row. */}
      <LeftContext value={() => asked && gone.includes(asked.id) && onLeft()}>
        <Dialog
          open={isOpen}
          onClose={close}
          title={contactsText.deleteTitle(asked ? nameOf(asked) : '')}
          role="alertdialog"
        >
          <p className="text-body text-text-2">{contactsText.deleteChanged}</p>
          <DialogActions className="mt-6">
            <Button size={48} data-autofocus onClick={close}>
              {contactsText.keep}
            </Button>
            <Button
              size={48}
              variant="danger"
              acts
              working={remove.working}
              onClick={() => void remove.run()}
            >
              {contactsText.deleteIt}
            </Button>
          </DialogActions>
        </Dialog>
      </LeftContext>
    </>
  )
}
