import * as z from 'zod/mini'
import { AuthPair, LoginResult, SignInStarted, TwoFactorSecret } from '#contract/auth.ts'
import { endpoint } from '#contract/endpoint.ts'
import { LANGUAGES } from '#contract/language.ts'
import { Empty } from '#contract/page.ts'
import { AuthenticatorCode, BackupCodeValue, Email, VerificationCode } from '#contract/rule.ts'

export const signIn = endpoint({
  method: 'POST',
  path: 'auth/sign-in',
  access: 'none',
  body: z.strictObject({
    email: Email,
    /** For the mail, where the account chose none; without it that of the call's Accept-Language. */
    language: z.optional(z.enum(LANGUAGES)),
  }),
  reply: SignInStarted,
})

export const verifySignIn = endpoint({
  method: 'POST',
  path: 'auth/sign-in/verify',
  access: 'none',
  body: z.strictObject({ code: VerificationCode, id: z.string().check(z.minLength(1), z.maxLength(64)) }),
  reply: LoginResult,
})

export const setupTwoFactor = endpoint({
  method: 'POST',
  path: 'auth/sign-in/setup-2fa',
  access: 'pre',
  body: Empty,
  reply: TwoFactorSecret,
})

export const completeSetup = endpoint({
  method: 'POST',
  path: 'auth/sign-in/setup-2fa/complete',
  access: 'pre',
  body: z.strictObject({ code: AuthenticatorCode }),
  reply: AuthPair,
})

export const completeOtp = endpoint({
  method: 'POST',
  path: 'auth/sign-in/complete/otp',
  access: 'pre',
  body: z.strictObject({ code: AuthenticatorCode }),
  reply: AuthPair,
})

export const completeBackup = endpoint({
  method: 'POST',
  path: 'auth/sign-in/complete/backup',
  access: 'pre',
  body: z.strictObject({ code: BackupCodeValue }),
  reply: AuthPair,
})

export const restoreTwoFactor = endpoint({
  method: 'POST',
  path: 'auth/restore-2fa',
  access: 'sid',
  body: Empty,
  reply: TwoFactorSecret,
})

export const completeRestore = endpoint({
  method: 'POST',
  path: 'auth/restore-2fa/complete',
  access: 'sid',
  body: z.strictObject({ code: AuthenticatorCode }),
  reply: AuthPair,
})

export const signOut = endpoint({
  method: 'POST',
  path: 'auth/sign-out',
  access: 'sid',
  body: Empty,
  reply: null,
})

export const signOutAll = endpoint({
  method: 'POST',
  path: 'auth/sign-out-all',
  access: 'sid',
  body: Empty,
  reply: null,
})

export const refreshTokens = endpoint({
  method: 'POST',
  path: 'auth/refresh',
  access: 'sid',
  body: Empty,
  reply: AuthPair,
})

const present = z.string().check(z.minLength(1), z.maxLength(4096))

export const verifyGoogle = endpoint({
  method: 'GET',
  path: 'oauth/google/verify',
  access: 'open',
  query: z.strictObject({ authuser: present, code: present, prompt: present, scope: present }),
  reply: LoginResult,
})
