import { useState } from 'react'
import type { Contact } from '#contract/contact.ts'
import type { ContactDraft } from '#contract/endpoints/contact.ts'
import { ContactName, Note } from '#contract/line.ts'
import { CONTACT_NAME_USED, makeBook, readAddress } from '#domain/contact.ts'
import { addressesOf } from './book.ts'

interface Errors {
  name?: string | undefined
  note?: string | undefined
  addresses?: (string | undefined)[]
}

/** The fields of a contact, and what is wrong with them once somebody tried to save. */
export const useContactForm = (contact: Contact | undefined, address: string | undefined) => {
  const start = contact ? addressesOf(contact) : [address ?? '']
  const [name, setName] = useState(contact?.name ?? '')
  const [note, setNote] = useState(contact?.note ?? '')
  const [addresses, setAddresses] = useState(start)
  const [errors, setErrors] = useState<Errors>({})

  /** What is to be saved; undefined where something is wrong, which is said then. */
  const read = async (others: readonly Contact[]): Promise<ContactDraft | undefined> => {
    const named = ContactName.safeParse(name)
    const noted = Note.safeParse(note)
    const filled = addresses.filter((text, at) => at === 0 || text.trim() !== '')
    const all = await Promise.all(filled.map(readAddress))
    const wrong: Errors = {
      name: named.error?.issues[0]?.message,
      note: noted.error?.issues[0]?.message,
      addresses: all.map((one) => ('error' in one ? one.error : undefined)),
    }
    const draft: ContactDraft = {
      name: named.data ?? '',
      note: noted.data ?? '',
      addresses: all.flatMap((one) => ('addresses' in one ? one.addresses : [])),
    }
    const isWrong = wrong.name || wrong.note || wrong.addresses?.some(Boolean)
    const clash = isWrong ? undefined : makeBook(others).clash(draft)
    if (clash === CONTACT_NAME_USED) wrong.name = clash
    else if (clash) wrong.addresses = [...Array(Math.max(0, filled.length - 1)).fill(undefined), clash]
    setErrors(wrong)
    return isWrong || clash ? undefined : draft
  }

  return {
    name,
    setName: (text: string) => {
      setName(text)
      setErrors((all) => ({ ...all, name: undefined }))
    },
    note,
    setNote: (text: string) => {
      setNote(text)
      setErrors((all) => ({ ...all, note: undefined }))
    },
    addresses,
    setAddress: (at: number, text: string) => {
      setAddresses((all) => all.with(at, text))
      setErrors((all) => ({
        ...all,
        addresses: all.addresses?.map((one, i) => (i === at ? undefined : one)),
      }))
    },
    addAddress: () => setAddresses((all) => [...all, '']),
    errors,
    isChanged:
      name !== (contact?.name ?? '') ||
      note !== (contact?.note ?? '') ||
      JSON.stringify(addresses) !== JSON.stringify(start),
    read,
  }
}
