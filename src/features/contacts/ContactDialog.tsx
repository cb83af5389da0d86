import { useAtomValue } from 'jotai'
import { createContact, updateContact } from '#contract/endpoints/contact.ts'
import { comparableAddress, isEvmAddress, lookAlike } from '#domain/address.ts'
import { nameOf } from '#domain/names.ts'
import { useAction } from '#state/action.ts'
import { dealingsAtom, paidAtom } from '#state/contacts.ts'
import { type ModalProps, raiseModal } from '#state/modals.ts'
import { namesAtom } from '#state/names.ts'
import { request } from '#state/request.ts'
import { contactsAtom } from '#state/wallets.ts'
import { commonText } from '#text/common.ts'
import { contactsText } from '#text/contacts.ts'
import { kitText } from '#text/kit.ts'
import { sendText } from '#text/send.ts'
import { AddressGroups } from '#ui/AddressGroups.tsx'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { DialogActions } from '#ui/DialogActions.tsx'
import { Notice } from '#ui/Notice.tsx'
import { RecipientHints } from '#ui/RecipientHints.tsx'
import { TextField } from '#ui/TextField.tsx'
import { useContactForm } from './form.ts'

/** One on each network. */
const MOST = 4

export function ContactDialog({ modal, open, onClose }: ModalProps<'contact'>) {
  const contacts = useAtomValue(contactsAtom)
  const dealings = useAtomValue(dealingsAtom)
  const contact = contacts.find(({ id }) => id === modal.contactId)
  const form = useContactForm(contact, modal.address)
  const save = useAction(
    async () => {
      const body = await form.read(contacts.filter((other) => other !== contact))
      if (!body) return false
      if (contact) await request(updateContact, { params: { id: contact.id }, body }, { into: 'contact' })
      else await request(createContact, { body }, { into: 'contact' })
      return true
    },
    { onError: 'error-info' },
  )
  const isFixed = (address: string, at: number): boolean => {
    if (modal.address !== undefined) return at === 0
    const isSaved = contact?.addresses.some((saved) => saved.address === address) ?? false
    return isSaved && dealings.get(comparableAddress(address))?.sentAt !== undefined
  }
  return (
    <Dialog
      open={open}
      onClose={onClose}
      discard={form.isChanged && !save.working ? kitText.discardTyped : undefined}
      title={contact ? contactsText.editContact : contactsText.newContact}
    >
      <form
        noValidate
        className="mt-3"
        onSubmit={(event) => {
          event.preventDefault()
          void save.run().then((saved) => saved && onClose())
        }}
      >
        <TextField
          label={contactsText.name}
          hint={contactsText.nameHint}
          value={form.name}
          onChange={({ target }) => form.setName(target.value)}
          autoComplete="off"
          data-autofocus
          error={form.errors.name}
        />
        {form.addresses.map((address, at) =>
          isFixed(address, at) ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: fields are only added at the end
            <FixedAddress key={at} address={address} error={form.errors.addresses?.[at]} />
          ) : (
            <TextField
              // biome-ignore lint/suspicious/noArrayIndexKey: fields are only added at the end
              key={at}
              className="mt-4"
              label={at === 0 ? contactsText.address : contactsText.anotherAddress}
              mono
              value={address}
              onChange={({ target }) => form.setAddress(at, target.value)}
              autoComplete="off"
              autoCapitalize="off"
              spellCheck={false}
              hint={isEvmAddress(address.trim()) ? contactsText.sameAddress : undefined}
              error={form.errors.addresses?.[at]}
            />
          ),
        )}
        {form.addresses.map((address, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: fields are only added at the end
          <Resemblance key={at} address={address} />
        ))}
        {form.addresses.length < MOST && (
          <Button variant="ghost" size={32} icon="plus" className="-ml-3 mt-2" onClick={form.addAddress}>
            {contactsText.addAddress}
          </Button>
        )}
        <TextField
          className="mt-3"
          label={contactsText.note}
          value={form.note}
          onChange={({ target }) => form.setNote(target.value)}
          autoComplete="off"
          error={form.errors.note}
        />
        <DialogActions className="mt-6">
          <Button size={48} onClick={onClose}>
            {commonText.cancel}
          </Button>
          <Button
            type="submit"
            variant="primary"
            size={48}
            acts
            working={save.working}
            workingText={contactsText.saving}
          >
            {contactsText.save}
          </Button>
        </DialogActions>
        {contact && (
          <Button
            variant="ghost"
            icon="trash-2"
            className="mx-auto mt-3 flex! text-bad! hover:bg-bad-soft!"
            onClick={() => {
              onClose()
              raiseModal({ id: 'delete-contact', contactId: contact.id })
            }}
          >
            {contactsText.delete}
          </Button>
        )}
      </form>
    </Dialog>
  )
}

/** A name makes an address known: one that only looks like somebody's is told apart before it has one. */
function Resemblance({ address }: { address: string }) {
  const names = useAtomValue(namesAtom)
  const paid = useAtomValue(paidAtom)
  const other = lookAlike(address, [...names.keys(), ...paid.map(({ recipient }) => recipient)])
  const known = nameOf(names, other)
  const { title, why } = sendText.lookAlike
  if (!other) return null
  if (!known)
    return <RecipientHints doubts={{ hints: ['look-alike'], lookalikeOf: other }} live className="mt-3" />
  return (
    <Notice tone="bad" icon="triangle-alert" role="status" className="mt-3">
      <b className="font-550">{title(known.name)}</b>
      <span className="block">{why}</span>
      <AddressGroups value={known.address} className="mt-2" />
    </Notice>
  )
}

function FixedAddress({ address, error }: { address: string; error: string | undefined }) {
  return (
    <div className="mt-4">
      <p className="mb-6px text-ui font-550">{contactsText.address}</p>
      <div className="rounded-input px-14px py-3 edge-control">
        <AddressGroups value={address} />
      </div>
      {error ? (
        <p role="alert" className="mt-6px text-sm font-500 text-bad">
          {error}
        </p>
      ) : (
        isEvmAddress(address) && <p className="mt-6px text-sm text-text-3">{contactsText.sameAddress}</p>
      )}
    </div>
  )
}
