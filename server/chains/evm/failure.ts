import {
  BaseError,
  ExecutionRevertedError,
  HttpRequestError,
  TimeoutError,
  WebSocketRequestError,
} from 'viem'
import type { Sentence } from '#contract/said.ts'
import type { Broadcast } from '#server/chains/family.ts'
import { plainLine } from '#server/chains/line.ts'

const REASON_MAX = 160

/** True when no answer came at all, or none from the node itself. */
export const isUnreachable = (error: unknown): boolean =>
  error instanceof BaseError &&
  error.walk(
    (cause) =>
      cause instanceof HttpRequestError ||
      cause instanceof TimeoutError ||
      cause instanceof WebSocketRequestError,
  ) !== null

/** The node's own words, without viem's request dump. */
const words = (error: unknown): string => {
  if (!(error instanceof BaseError)) return error instanceof Error ? error.message : String(error)
  const deepest = error.walk()
  const details = deepest instanceof BaseError ? deepest.details || deepest.shortMessage : deepest.message
  return error.details || details || error.shortMessage
}

/** One readable line for people. */
export const reasonOf = (error: unknown): string =>
  plainLine(words(error).replace(/^(execution reverted|err|error):? */i, ''), REASON_MAX)

const AUTHORISATION = /not authori[sz]ed/i
const FUNDS = /insufficient funds|insufficient balance|gas \* price/i

/** A node's refusal as a sentence that says what is wrong and what would be right. */
export const refusal = (error: unknown, chain: string): Sentence => {
  const said = words(error)
  if (AUTHORISATION.test(said)) {
    return `${chain} does not let this address write yet. Complete identity verification first.`
  }
  if (FUNDS.test(said)) return 'The balance no longer covers the amount and the network fee.'
  const reverted =
    error instanceof BaseError && error.walk((cause) => cause instanceof ExecutionRevertedError)
  const reason = reasonOf(error)
  if (reverted || /revert/i.test(said)) {
    return reason && !/^(execution )?revert(ed)?$/i.test(reason)
      ? `The contract refuses this transaction: ${reason}`
      : 'The contract refuses this transaction.'
  }
  return `${chain} refuses this transaction: ${reason || 'it gives no reason'}`
}

const KNOWN = /already known|already imported|known transaction|already exists|alreadyknown/i
const SPENT = /nonce too low|nonce is too low|nonce has already been used|old nonce|invalid nonce/i
const LATER =
  /less than block base fee|max fee per gas less|feecap|fee cap|underpriced|pool is full|txpool is full|too many|limit exceeded|rate limit|nonce too high/i
const REFUSED =
  /not authori[sz]ed|insufficient funds|insufficient balance|intrinsic gas|exceeds block gas|gas limit|invalid sender|invalid signature|chain ?id|not supported|oversized|negative value|gas too low/i

/**
 * What an error of eth_sendRawTransaction means. Whatever is not a plain refusal stays open, because a
 * transaction that was taken after all must never be given up.
 */
export const broadcastFailure = (error: unknown, chain: string): Broadcast => {
  if (isUnreachable(error)) return { kind: 'unclear', reason: reasonOf(error) }
  const said = words(error)
  if (KNOWN.test(said)) return { kind: 'accepted' }
  if (SPENT.test(said)) return { kind: 'spent' }
  if (LATER.test(said)) return { kind: 'later', reason: reasonOf(error) }
  if (REFUSED.test(said)) return { kind: 'refused', reason: refusal(error, chain) }
  return { kind: 'unclear', reason: reasonOf(error) }
}
