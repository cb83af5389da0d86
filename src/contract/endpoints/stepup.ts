import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { AuthenticatorCode, BackupCodeValue } from '#contract/rule.ts'

/** The second factor once more, before what weakens a wallet or an account. Backup codes only where one began the session. */
export const stepUp = endpoint({
  method: 'POST',
  path: 'auth/step-up',
  access: 'sid',
  body: z.strictObject({ code: z.union([AuthenticatorCode, BackupCodeValue]) }),
  reply: null,
})
