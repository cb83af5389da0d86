import { atom } from 'jotai'

const ASKS = /[?&](?:item|open)=|#(?:pay|connect)=/

/** The address that the page was opened with, while what it asks for has not been opened: that takes a signed-in screen. */
export const askedAtom = atom<string | null>(ASKS.test(location.href) ? location.href : null)
