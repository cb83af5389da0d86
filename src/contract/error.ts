export const DEFAULT_ERROR_MESSAGE = 'Something went wrong'
/** Nothing came back. */
export const NO_CONNECTION = 'No connection'
export const DEFAULT_ERROR_NAME = 'Error'
export const REQUEST_ERROR_NAME = 'Request error'
export const TRACE_HEADER = 'x-trace-id'

/** Names of the server's errors by status. Clients decide by the status and print the message. */
export const ERROR_NAMES = {
  ValidationError: 400,
  InvalidCodeError: 400,
  SignatureError: 400,
  GoogleVerificationError: 400,
  InsufficientFundsError: 400,
  UnauthorizedError: 401,
  ForbiddenError: 403,
  KycRequiredError: 403,
  OriginError: 403,
  /** The second factor was given too long ago for this: give it again and repeat the call (D-226). */
  StepUpRequiredError: 403,
  NotFoundError: 404,
  ConflictError: 409,
  GuardianLimitError: 409,
  PayloadTooLargeError: 413,
  UnsupportedMediaTypeError: 415,
  /** The page is older than this server still understands. */
  OutdatedError: 426,
  TooManyRequestsError: 429,
  InternalError: 500,
  ProviderError: 502,
  ChainUnavailableError: 503,
  CustodyUnavailableError: 503,
} as const
export type ErrorName = keyof typeof ERROR_NAMES
