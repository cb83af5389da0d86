import * as z from 'zod/mini'
import { AUTHENTICATOR_CODE_LENGTH, BACKUP_CODE_LENGTH, VERIFICATION_CODE_LENGTH } from './limit.ts'

/** Field rules that both sides enforce, with the messages that people read. All fields are trimmed first. */

export const REQUIRED = 'This field is required'
export const INVALID_EMAIL = 'Invalid email format'
export const CODE_PATTERN = 'The code must be at least 6 characters and contain only numbers'

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
