import { atom } from 'jotai'
import { parseSecret } from '#domain/otpuri.ts'
import { store } from './store.ts'

/** Secrets of authenticators by e-mail, in the sandbox alone, as long as the page lasts: they are stored nowhere. */
export const authenticatorsAtom = atom<Record<string, string>>({})

/** Whether it is one; for the sandbox alone: elsewhere nobody but the owner's own authenticator is given the secret. */
export const keepSecret = (email: string, text: string): boolean => {
  const secret = parseSecret(text)
  if (secret) store.set(authenticatorsAtom, (kept) => ({ ...kept, [email]: secret }))
  return secret !== undefined
}
