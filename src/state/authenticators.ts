import { atom } from 'jotai'
import { parseSecret } from '#domain/totp.ts'
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

/** Secrets of authenticators by e-mail, in the sandbox alone; they outlive a sign-out, but not the tab. */
export const authenticatorsAtom = atom<Record<string, string>>(read())

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
