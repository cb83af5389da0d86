import { CustodyRefusal, type RefusalCode } from '#server/custody/custody.ts'
import {
  AppError,
  conflict,
  forbidden,
  notFound,
  passedOn,
  tooMany,
  unauthorized,
  wrongCode,
} from '#server/error.ts'

const errorOf = (refusal: CustodyRefusal): Error => {
  const message = passedOn(refusal.message)
  switch (refusal.code) {
    case 'WrongCode':
      return wrongCode(message)
    case 'TooMany':
      return tooMany(Number(refusal.details.retryAfterMs) / 1000, message)
    case 'SignedOut':
      return unauthorized()
    case 'StepUpRequired':
      return new AppError('StepUpRequiredError', message)
    case 'NotAllowed':
      return forbidden(message)
    case 'NotFound':
      return notFound(message)
    case 'OutOfOrder':
    case 'OnHold':
    case 'Frozen':
      return conflict(message)
    case 'BadInput':
      return new AppError('ValidationError', message)
    default:
      return refusal
  }
}

/** Custody's answer; its refusals as answers of the API, or as the value given for their code. */
export const answered = async <T, V = never>(
  asked: Promise<T>,
  values: Partial<Record<RefusalCode, V>> = {},
): Promise<T | V> => {
  try {
    return await asked
  } catch (error) {
    if (!(error instanceof CustodyRefusal)) throw error
    const value = values[error.code]
    if (value !== undefined) return value
    throw errorOf(error)
  }
}

/** Whom a wrong code should be told to by mail, if it was the one too many. */
export const toldBy = (error: unknown): string | undefined =>
  error instanceof CustodyRefusal && typeof error.details.tell === 'string' ? error.details.tell : undefined
