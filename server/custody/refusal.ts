export type RefusalCode =
  /** The call itself is malformed or contradicts itself. */
  | 'BadInput'
  | 'KeyRing'
  /** Another process has this directory open, or this custody was closed. */
  | 'Locked'
  /** A file is missing, damaged, or sealed with a key that the ring does not hold. */
  | 'Broken'
  /** No answer from custody's process. Whether it did what it was asked is unknown; asked again it answers the same. */
  | 'Unreachable'
  /** The machine's clock is ahead of database and chains: nothing is written under a wrong time. */
  | 'ClockAhead'
  /** Not enough of those who hold a wallet's key together are there. */
  | 'SignersAway'
  | 'UnknownWallet'
  | 'WrongOwner'
  | 'SelfGuardian'
  | 'GuardianLimit'
  /** This guardian never confirmed the invitation with the key of this address. */
  | 'UnprovenGuardian'
  | 'UnknownTransaction'
  /** The owner never confirmed this request of a dApp, or confirmed another text. */
  | 'NotConfirmed'
  /** What is to be signed differs from what was shown, proposed or approved; `details.field` names the line. */
  | 'TransactionChanged'
  /** This transaction is signed, or about to be, and cannot be taken back. */
  | 'AlreadySigned'
  /** Another signed transaction spends this coin; `details.coin` names it. */
  | 'CoinTaken'
  /** It was cancelled or ended before anything was signed; `details.outcome` says how. */
  | 'Ended'
  /** The chain counts transactions of this address that custody did not sign. */
  | 'ChainAhead'
  /** The wallet waits for a check, on one chain or on all; `details.agreed` when only the chain's count is missing. */
  | 'Held'
  | 'FeeAboveCeiling'
  | 'ApprovalMissing'
  /** An older policy still binds and can no longer be met; `details.sendableFrom` says until when. */
  | 'GuardiansChanged'
  | 'Expired'
  /** Custody never issued this text, or not for this user and record. */
  | 'NotIssued'
  | 'NonceUsed'
  | 'NonceExpired'
  | 'WrongSigner'
  | 'BadSignature'
  | 'NotEntitled'
  | 'AlreadyDecided'
  /** Text that only custody itself may issue. */
  | 'ReservedText'
  /** A mailed code, an authenticator's or a backup code is wrong, used or too old. */
  | 'WrongCode'
  /** Too many tries; `details.retryAfterMs` says how long to wait. */
  | 'TooMany'
  /** No such session, or it has ended. */
  | 'SignedOut'
  /** This person has no such session. */
  | 'NotFound'
  /** The second factor of this session was given too long ago for what is asked. */
  | 'StepUpRequired'
  /** The session was not begun in the way that this needs. */
  | 'NotAllowed'
  /** Who asks signed in with a backup code and has to wait; `details.until` says how long (ISO). */
  | 'OnHold'
  /** His account was frozen by the link of a mail. */
  | 'Frozen'
  /** This step was done already, or comes before another one. */
  | 'OutOfOrder'

export type RefusalDetails = Readonly<Record<string, string | number | boolean>>

/** Custody said no. `message` is a sentence for people; `code` and `details` are for the caller's logic. */
export class CustodyRefusal extends Error {
  readonly code: RefusalCode
  readonly details: RefusalDetails

  constructor(code: RefusalCode, message: string, details: RefusalDetails = {}, options?: ErrorOptions) {
    super(message, options)
    this.name = 'CustodyRefusal'
    this.code = code
    this.details = details
  }
}

const TROUBLE: readonly RefusalCode[] = [
  ...(['Locked', 'KeyRing', 'Broken', 'ClockAhead', 'Unreachable', 'SignersAway'] as const),
]

/** Whether this says something about the server, not about what was asked: then the same may succeed later. */
export const isTrouble = (error: unknown): boolean =>
  !(error instanceof CustodyRefusal) || TROUBLE.includes(error.code)
