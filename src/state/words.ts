import { DEFAULT_ERROR_MESSAGE, DEFAULT_ERROR_NAME } from '#contract/error.ts'
import { CanceledError, isUnanswered, RequestError } from '#net/error.ts'
import { worded } from '#text/catalogue.ts'

export interface Words {
  name: string
  message: string
  traceId: string | undefined
}

/** What people read of a failure. Errors of the program itself say nothing to them. */
export const words = (error: unknown): Words =>
  error instanceof RequestError
    ? { name: worded(error.name), message: worded(error.message, error.told), traceId: error.traceId }
    : { name: worded(DEFAULT_ERROR_NAME), message: worded(DEFAULT_ERROR_MESSAGE), traceId: undefined }

/** Failures that are dealt with elsewhere: nobody waits for the answer, or the session has ended. */
export const isSilent = (error: unknown): boolean =>
  error instanceof CanceledError || (error instanceof RequestError && error.status === 401)

/** The server refused what was entered: not an outage, and not a limit on how often one may try. */
export const isRefusal = (error: unknown): boolean => {
  if (!(error instanceof RequestError) || error.status === undefined || isUnanswered(error)) return false
  return error.status >= 400 && error.status < 500 && error.status !== 429
}

/** Trying again by itself makes sense: no answer, or the server's own trouble. */
export const isPassing = (error: unknown): boolean =>
  isUnanswered(error) || (error instanceof RequestError && error.status !== undefined && error.status >= 500)
