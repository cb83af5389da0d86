import { atom } from 'jotai'

/** The approval that a notification leads to; undefined once it was found. */
export const soughtAtom = atom<string | undefined>(undefined)
