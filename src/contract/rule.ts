import * as z from 'zod/mini'
import { CODE_PATTERN, EMAIL_MAX, EMAIL_PATTERN, INVALID_EMAIL, REQUIRED } from './field.ts'
import { AUTHENTICATOR_CODE_LENGTH, BACKUP_CODE_LENGTH, VERIFICATION_CODE_LENGTH } from './limit.ts'

/** Field rules that both sides enforce, with the messages that people read. All fields are trimmed first. */

/** The required message wins over the format message: checks stop at the first that fails. */
export const required = (message: string) => z.minLength(1, { error: message, abort: true })

export const emailRule = (requiredMessage: string) =>
  z
    .string()
    .check(
      z.trim(),
      required(requiredMessage),
      z.maxLength(EMAIL_MAX, INVALID_EMAIL),
      z.regex(EMAIL_PATTERN, INVALID_EMAIL),
    )

const code = (length: number) =>
  z.string().check(z.trim(), required(REQUIRED), z.regex(new RegExp(`^[0-9]{${length}}$`), CODE_PATTERN))

export const Email = emailRule(REQUIRED)
export const VerificationCode = code(VERIFICATION_CODE_LENGTH)
export const AuthenticatorCode = code(AUTHENTICATOR_CODE_LENGTH)
export const BackupCodeValue = code(BACKUP_CODE_LENGTH)
