import { CustodyRefusal, type RefusalCode } from '#server/custody/refusal.ts'
import type { Fault } from '#server/line/line.ts'

/** What was not refused but failed: told to nobody but the own log. */
const FAILED = 'Failed'

export const faultOf = (error: unknown, who = 'Custody'): Fault =>
  error instanceof CustodyRefusal
    ? { code: error.code, message: error.message, details: { ...error.details } }
    : { code: FAILED, message: `${who} failed; its log says why.`, details: {} }

export const errorOf = ({ code, message, details }: Fault): Error =>
  code === FAILED ? new Error(message) : new CustodyRefusal(code as RefusalCode, message, details)

/** Whether custody did what it was asked is unknown then; asked again it answers the same. */
export const unreachable = (why: string, who = 'Custody'): CustodyRefusal =>
  new CustodyRefusal('Unreachable', `${who} cannot be reached (${why}). Nothing is lost.`)
