import { Secret, TOTP } from 'otpauth'
import { AUTHENTICATOR_CODE_LENGTH, AUTHENTICATOR_PERIOD_SECONDS } from '#contract/limit.ts'

const ISSUER = 'Countersign'
const SECRET_BYTES = 20
/** Steps of clock drift that are forgiven in both directions. */
const WINDOW = 1

const totp = (secret: string, label = '') =>
  new TOTP({
    issuer: ISSUER,
    label,
    algorithm: 'SHA1',
    digits: AUTHENTICATOR_CODE_LENGTH,
    period: AUTHENTICATOR_PERIOD_SECONDS,
    secret: Secret.fromBase32(secret),
  })

export const makeSecret = (): string => new Secret({ size: SECRET_BYTES }).base32

export const otpUri = (secret: string, email: string): string => totp(secret, email).toString()

/** The 30-second step of a time in ms. */
export const stepAt = (time: number): number => Math.floor(time / 1000 / AUTHENTICATOR_PERIOD_SECONDS)

/** The 30-second step that the code belongs to (RFC 6238), or undefined when it is wrong. */
export const stepOf = (secret: string, code: string, now: Date): number | undefined => {
  const timestamp = now.getTime()
  const delta = totp(secret).validate({ token: code, timestamp, window: WINDOW })
  if (delta === null) return undefined
  return stepAt(timestamp) + delta
}
