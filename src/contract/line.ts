import * as z from 'zod/mini'
import { required } from './rule.ts'

/** Short texts that people write and others read: one line that shows all of itself. */

/** Controls, bidi and other invisible format characters, line and paragraph separators, lone surrogates. */
export const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u

/** White space, format characters (of no width, or that turn the direction), fillers and variation selectors. */
export const UNSEEN = String.raw`\s\p{Cf}\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0f\uffa0\u{e0100}-\u{e01ef}`
const SEEN = new RegExp(`[^${UNSEEN}]`, 'u')

const codePoints = (text: string) => [...text].length

export const NOTE_MAX = 140
export const NOTE_LONG = `Note should contain maximum ${NOTE_MAX} symbols`
export const NOTE_FORBIDDEN = 'Note should be one line without invisible characters'

export const REASON_REQUIRED = 'Reason is required'
export const REASON_LONG = `Reason should contain maximum ${NOTE_MAX} symbols`
export const REASON_FORBIDDEN = 'Reason should be one line without invisible characters'

export const CONTACT_NAME_MAX = 40
export const CONTACT_NAME_REQUIRED = 'Name is required'
export const CONTACT_NAME_LONG = `Name should contain maximum ${CONTACT_NAME_MAX} symbols`
export const CONTACT_NAME_FORBIDDEN = 'Name should be one line without invisible characters'

const isLine = (text: string): boolean => !INVISIBLE.test(text) && (text === '' || SEEN.test(text))

const line = (max: number, long: string, forbidden: string) => [
  z.refine<string>(isLine, { error: forbidden, abort: true }),
  z.refine<string>((text) => codePoints(text) <= max, long),
]

/** What a sender says to his guardians, or a person of a contact; '' for nothing. */
export const Note = z.string().check(z.trim(), ...line(NOTE_MAX, NOTE_LONG, NOTE_FORBIDDEN))

/** Why a guardian declines. */
export const Reason = z
  .string()
  .check(z.trim(), required(REASON_REQUIRED), ...line(NOTE_MAX, REASON_LONG, REASON_FORBIDDEN))

export const ContactName = z
  .string()
  .check(
    z.trim(),
    required(CONTACT_NAME_REQUIRED),
    ...line(CONTACT_NAME_MAX, CONTACT_NAME_LONG, CONTACT_NAME_FORBIDDEN),
  )
