import * as z from 'zod/mini'
import { TWO_FACTOR_STEPS } from './status.ts'

/** Answer of the e-mail form: the id of the e-mail request. */
export const SignInStarted = z.object({ id: z.string() })

/** An action that this version does not know leads to the two-factor check. */
export const LoginResult = z.object({
  requiredAction: z.catch(z.enum(TWO_FACTOR_STEPS), 'check-2fa'),
  email: z.nullish(z.string()),
})
export type LoginResult = z.infer<typeof LoginResult>

export const TwoFactorSecret = z.object({ otpUri: z.string() })

/** What the socket's login needs; HTTP never uses either. */
export const AuthPair = z.object({
  connectionId: z.string(),
  oneTimeToken: z.string(),
  expiresAt: z.string(),
})
export type AuthPair = z.infer<typeof AuthPair>
