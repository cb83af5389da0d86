import { atom } from 'jotai'
import * as z from 'zod/mini'
import { TWO_FACTOR_STEPS } from '#contract/status.ts'
import { persistedAtom } from './registry.ts'

const Auth = z.object({
  connectionId: z.nullable(z.string()),
  email: z.string(),
  logged: z.boolean(),
  oneTimeToken: z.nullable(z.string()),
  step: z.nullable(z.enum(TWO_FACTOR_STEPS)),
  /** New backup codes wait to be seen. */
  codes: z.nullable(z.literal('new')),
  /** The session was opened by a backup code. */
  backup: z.boolean(),
})
export type Auth = z.infer<typeof Auth>

export const SIGNED_OUT: Auth = {
  connectionId: null,
  email: '',
  logged: false,
  oneTimeToken: null,
  step: null,
  codes: null,
  backup: false,
}

export const authAtom = persistedAtom<Auth>('auth', Auth, SIGNED_OUT)

const part = <K extends keyof Auth>(key: K) =>
  atom(
    (get) => get(authAtom)[key],
    (_get, set, value: Auth[K]) => set(authAtom, (auth) => ({ ...auth, [key]: value })),
  )

export const loggedAtom = atom((get) => get(authAtom).logged)
export const backupSessionAtom = atom((get) => get(authAtom).backup)
/** The address that signs in. */
export const emailAtom = part('email')
export const twoFactorStepAtom = part('step')
export const codesAtom = part('codes')

/** History state of /auth when the sign-in under way took too long. */
export const SIGN_IN_EXPIRED = 'expired'

/** History state of the backup codes when the account menu opened them: nobody has lost an authenticator. */
export const FROM_ACCOUNT_MENU = 'account-menu'
