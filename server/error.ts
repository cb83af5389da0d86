import { ERROR_NAMES, type ErrorName } from '#contract/error.ts'
import type { Sentence } from '#contract/said.ts'

interface Extra {
  /** Seconds until the same call may be tried again. */
  retryAfter?: number
}

/** An answer that is not a success; its name decides the status. What it says is in the catalogue for all languages. */
export class AppError extends Error {
  override readonly name: ErrorName
  declare readonly message: Sentence
  readonly retryAfter: number | undefined

  constructor(name: ErrorName, message: Sentence, extra: Extra = {}) {
    super(message)
    this.name = name
    this.retryAfter = extra.retryAfter
  }

  get statusCode(): number {
    return ERROR_NAMES[this.name]
  }
}

/** What a rule, custody or a chain said, as it came: tests look that those have their place in the catalogue, too. */
export const passedOn = (message: string): Sentence => message as Sentence

export const invalid = (message: Sentence) => new AppError('ValidationError', message)
export const wrongCode = (message: Sentence) => new AppError('InvalidCodeError', message)
export const unauthorized = (message: Sentence = 'Sign in first') =>
  new AppError('UnauthorizedError', message)
export const forbidden = (message: Sentence) => new AppError('ForbiddenError', message)
export const notFound = (message: Sentence = 'Not found') => new AppError('NotFoundError', message)
export const conflict = (message: Sentence) => new AppError('ConflictError', message)
export const unavailable = (message: Sentence) => new AppError('ChainUnavailableError', message)
export const providerFailed = (message: Sentence) => new AppError('ProviderError', message)

/** `seconds` is rounded up, so that a client that waits exactly so long succeeds. */
export const tooMany = (seconds: number, message: Sentence = 'Too many attempts. Try again later.') =>
  new AppError('TooManyRequestsError', message, { retryAfter: Math.max(1, Math.ceil(seconds)) })
