import type { LoginResult } from '#contract/auth.ts'
import { emailAtom, twoFactorStepAtom } from '#state/auth.ts'
import { persister } from '#state/persistence.ts'
import { store } from '#state/store.ts'

const paths = {
  'setup-2fa': '/two-factor/download-app',
  'check-2fa': '/two-factor/check',
  'restore-2fa': '/two-factor/setup',
} as const

/** Remembers which second step the server asks for, and answers its path. */
export function secondStep({ requiredAction, email }: LoginResult): string {
  store.set(twoFactorStepAtom, requiredAction)
  if (email) store.set(emailAtom, email)
  // Not with the next batch: a reload right after must find the sign-in under way.
  void persister.flush()
  return paths[requiredAction]
}
