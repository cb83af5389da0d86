import { ERROR_NAMES, type ErrorName } from '#contract/error.ts'

interface Extra {
  /** Seconds until the same call may be tried again. */
  retryAfter?: number
}

/** An answer that is not a success; its name decides the status. */
export class AppError extends Error {
  override readonly name: ErrorName
  readonly retryAfter: number | undefined

  constructor(name: ErrorName, message: string, extra: Extra = {}) {
    super(message)
    this.name = name
    this.retryAfter = extra.retryAfter
  }

  get statusCode(): number {
    return ERROR_NAMES[this.name]
  }
}

export const invalid = (message: string) => new AppError('ValidationError', message)
export const wrongCode = (message: string) => new AppError('InvalidCodeError', message)
export const unauthorized = (message = 'Sign in first') => new AppError('UnauthorizedError', message)
export const forbidden = (message: string) => new AppError('ForbiddenError', message)
export const notFound = (message = 'Not found') => new AppError('NotFoundError', message)
export const conflict = (message: string) => new AppError('ConflictError', message)
export const unavailable = (message: string) => new AppError('ChainUnavailableError', message)
export const providerFailed = (message: string) => new AppError('ProviderError', message)

/** `seconds` is rounded up, so that a client that waits exactly so long succeeds. */
export const tooMany = (seconds: number, message = 'Too many attempts. Try again later.') =>
  new AppError('TooManyRequestsError', message, { retryAfter: Math.max(1, Math.ceil(seconds)) })
