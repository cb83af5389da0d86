import { atom } from 'jotai'
import { parseSecret } from '#domain/totp.ts'
import { loggedAtom } from './auth.ts'
import { store } from './store.ts'

const KEPT = 'sandbox-authenticators'

const read = (): Record<string, string> => {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(KEPT) ?? '{}')
    return Object.fromEntries(
      Object.entries(Object(kept)).flatMap(([email, secret]) =>
        typeof secret === 'string' ? [[email, secret]] : [],
      ),
    )
  } catch {
    return {}
  }
}

/**
 * Secrets of authenticators by e-mail, in the sandbox alone. They outlive a sign-out, for signing in again needs them, but
 * only in the page's memory: a sign-out leaves nothing behind in the browser.
 */
export const authenticatorsAtom = atom<Record<string, string>>(read())

const forget = () => {
  if (store.get(loggedAtom)) return
  try {
    sessionStorage.removeItem(KEPT)
  } catch {
    // There is none, so nothing was kept.
  }
}
forget()
store.sub(loggedAtom, forget)

/** Whether it is one; for the sandbox alone: elsewhere nobody but the owner's own authenticator is given the secret. */
export const keepSecret = (email: string, text: string): boolean => {
  const secret = parseSecret(text)
  if (!secret) return false
  const kept = { ...store.get(authenticatorsAtom), [email]: secret }
  store.set(authenticatorsAtom, kept)
  try {
    sessionStorage.setItem(KEPT, JSON.stringify(kept))
  } catch {
    // Without a storage it lasts as long as the page.
  }
  return true
}
