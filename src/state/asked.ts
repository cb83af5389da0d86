import { atom } from 'jotai'

const ASKS = /[?&](?:item|open)=|#(?:pay|connect)=/

const asked = () => (ASKS.test(location.href) ? location.href : null)

/** The address that the page was opened with, while what it asks for has not been opened: that takes a signed-in screen. */
export const askedAtom = atom<string | null>(asked())

/** Another fragment for a page that is open already, from its address bar or from whoever opened it. */
export const hearFragments = (set: (link: string) => void): void =>
  addEventListener('hashchange', () => {
    const link = asked()
    if (link) set(link)
  })

const WANTED = 'wanted'

/** Where somebody wanted to go who has to sign in first. It outlives a reload and the way over Google, but not the tab. */
export const keepWanted = (link = location.href): void => {
  try {
    sessionStorage.setItem(WANTED, link)
  } catch {
    // Without a storage he begins at home.
  }
}

/** Once. */
export const takeWanted = (): string | null => {
  try {
    const link = sessionStorage.getItem(WANTED)
    sessionStorage.removeItem(WANTED)
    return link
  } catch {
    return null
  }
}
