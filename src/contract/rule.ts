import * as z from 'zod/mini'
import {
  AUTHENTICATOR_CODE_LENGTH,
  BACKUP_CODE_LENGTH,
  VERIFICATION_CODE_LENGTH,
  WALLET_NAME_MAX,
  WALLET_NAME_MIN,
} from './limit.ts'

/** Field rules that both sides enforce, with the messages that people read. All fields are trimmed first. */

export const REQUIRED = 'This field is required'
export const INVALID_EMAIL = 'Invalid email format'
export const CODE_PATTERN = 'The code must be at least 6 characters and contain only numbers'

export const ADDRESS_REQUIRED = 'Wallet address is required'
export const ASSET_REQUIRED = 'Asset is required'
export const AMOUNT_REQUIRED = 'Amount is required'

export const WALLET_NAME_REQUIRED = 'Wallet name is required'
export const WALLET_NAME_SHORT = `Wallet name should contain at least ${WALLET_NAME_MIN} symbols`
export const WALLET_NAME_LONG = `Wallet name should contain maximum ${WALLET_NAME_MAX} symbols`
export const WALLET_NAME_FORBIDDEN = 'Wallet name contains forbidden symbols'
export const WALLET_NAME_USED = 'This wallet name is already in use'
export const WALLET_NAME_SAME = 'Name should be different from current'

/** Letters and marks of any script, space, comma, period, both apostrophes, hyphen. */
export const WALLET_NAME_PATTERN = /^[\p{L}\p{M} ,.'’-]+$/u

/** One ASCII address with a domain of at least two labels. */
export const EMAIL_PATTERN =
  /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?$/

/** The required message wins over the format message: checks stop at the first that fails. */
export const required = (message: string) => z.minLength(1, { error: message, abort: true })

export const emailRule = (requiredMessage: string) =>
  z
    .string()
    .check(
      z.trim(),
      required(requiredMessage),
      z.maxLength(254, INVALID_EMAIL),
      z.regex(EMAIL_PATTERN, INVALID_EMAIL),
    )

const code = (length: number) =>
  z.string().check(z.trim(), required(REQUIRED), z.regex(new RegExp(`^[0-9]{${length}}$`), CODE_PATTERN))

export const Email = emailRule(REQUIRED)
export const VerificationCode = code(VERIFICATION_CODE_LENGTH)
export const AuthenticatorCode = code(AUTHENTICATOR_CODE_LENGTH)
export const BackupCodeValue = code(BACKUP_CODE_LENGTH)

const codePoints = (text: string) => [...text].length

export const WalletName = z.string().check(
  z.trim(),
  required(WALLET_NAME_REQUIRED),
  z.refine((name) => codePoints(name) >= WALLET_NAME_MIN, { error: WALLET_NAME_SHORT, abort: true }),
  z.refine((name) => codePoints(name) <= WALLET_NAME_MAX, { error: WALLET_NAME_LONG, abort: true }),
  z.regex(WALLET_NAME_PATTERN, WALLET_NAME_FORBIDDEN),
)
