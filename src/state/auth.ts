import { atom } from 'jotai'
import { TWO_FACTOR_STEPS, type TwoFactorStep } from '#contract/status.ts'
import { type Read, storedAtom } from './registry.ts'

export interface Auth {
  connectionId: string | null
  email: string
  logged: boolean
  oneTimeToken: string | null
  step: TwoFactorStep | null
  /** New backup codes wait to be seen. */
  codes: 'new' | null
  /** The session was opened by a backup code. */
  backup: boolean
}

export const SIGNED_OUT: Auth = {
  connectionId: null,
  email: '',
  logged: false,
  oneTimeToken: null,
  step: null,
  codes: null,
  backup: false,
}

const isText = (value: unknown) => typeof value === 'string'
const isTextOrNull = (value: unknown) => value === null || isText(value)
const isFlag = (value: unknown) => typeof value === 'boolean'

const FIELDS: Record<keyof Auth, (value: unknown) => boolean> = {
  connectionId: isTextOrNull,
  email: isText,
  logged: isFlag,
  oneTimeToken: isTextOrNull,
  step: (value) => value === null || TWO_FACTOR_STEPS.some((step) => step === value),
  codes: (value) => value === null || value === 'new',
  backup: isFlag,
}

/** By hand: the first screen loads without the schemas. */
const readAuth: Read<Auth> = (stored) => {
  if (typeof stored !== 'object' || stored === null) return { success: false }
  const fields = Object.entries(FIELDS).map(([name, is]) => [name, Reflect.get(stored, name), is] as const)
  if (!fields.every(([, value, is]) => is(value))) return { success: false }
  return { success: true, data: Object.fromEntries(fields) as unknown as Auth }
}

export const authAtom = storedAtom<Auth>('auth', readAuth, SIGNED_OUT)

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
