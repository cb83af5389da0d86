import { atom } from 'jotai'

/** The transaction that was sent last, so that its row can be found; undefined once it was looked at. */
export const sentAtom = atom<string | undefined>(undefined)
