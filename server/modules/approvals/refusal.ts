import type { ErrorName } from '#contract/error.ts'
import { CustodyRefusal, type RefusalCode } from '#server/custody/custody.ts'
import { AppError, passedOn } from '#server/error.ts'

export type Answers = Partial<Record<RefusalCode, ErrorName>>

/** What a caller did or came too late for; every other refusal is trouble of this server. */
const ANSWERS: Answers = {
  SignedOut: 'UnauthorizedError',
  OnHold: 'ConflictError',
  Frozen: 'ConflictError',
  Held: 'ConflictError',
  WrongOwner: 'ForbiddenError',
  StepUpRequired: 'StepUpRequiredError',
  NotEntitled: 'ForbiddenError',
  WrongSigner: 'ForbiddenError',
  SelfGuardian: 'ValidationError',
  GuardianLimit: 'GuardianLimitError',
  AlreadyDecided: 'ConflictError',
  AlreadySigned: 'ConflictError',
  Expired: 'ConflictError',
  UnknownTransaction: 'ConflictError',
}

/** What is decided on may have ended since it was read. */
export const DECIDING: Answers = { Ended: 'ConflictError' }

/** A text that is to be signed. */
export const SIGNING: Answers = {
  ...DECIDING,
  BadInput: 'ValidationError',
  NotIssued: 'ValidationError',
  NonceUsed: 'ValidationError',
  NonceExpired: 'ValidationError',
}

/** A signature that is handed in. */
export const SIGNED: Answers = {
  ...DECIDING,
  BadInput: 'SignatureError',
  NotIssued: 'SignatureError',
  NonceUsed: 'SignatureError',
  NonceExpired: 'SignatureError',
  BadSignature: 'SignatureError',
}

/** Turns custody's refusals into answers for people. */
export const answering = async <T>(work: Promise<T>, special: Answers = {}): Promise<T> => {
  try {
    return await work
  } catch (error) {
    const name = error instanceof CustodyRefusal ? (special[error.code] ?? ANSWERS[error.code]) : undefined
    if (name && error instanceof CustodyRefusal) throw new AppError(name, passedOn(error.message))
    throw error
  }
}
