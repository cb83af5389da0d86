import { atom } from 'jotai'
import { makeNames } from '#domain/names.ts'
import { contactsAtom, walletsAtom } from './wallets.ts'

/** What this person calls addresses: his wallets, and who is in his address book. */
export const namesAtom = atom((get) => makeNames(get(contactsAtom), get(walletsAtom)))
