import { atom } from 'jotai'

/** A step on the screen is the one to press: what else acts there stays in the background. */
export const guidedAtom = atom(false)
