import type { TransactionStatus } from '#contract/status.ts'
import { type Asked, CustodyRefusal } from '#server/custody/custody.ts'
import type { Tx } from '#server/db/client.ts'
import { inTransaction } from '#server/db/unit.ts'
import { stateOf } from './approved.ts'
import type { TransactionDeps } from './deps.ts'
import * as outbox from './outbox.ts'
import { publishUpdated } from './publish.ts'
import * as store from './store.ts'

/** Longer reasons are cut in custody's log. */
const REASON_MAX = 256

/**
 * Custody decides first whether a transaction can still end unsent. False when it is signed, so that it goes on, or its
 * time has not come by custody's clock. That a signed one is 'final' is only noted.
 */
export const endInCustody = async (
  { custody }: Pick<TransactionDeps, 'custody'>,
  { walletId, transactionId: txId }: Pick<store.SendRow, 'walletId' | 'transactionId'>,
  outcome: Asked<'end'>['outcome'],
  reason?: string | null,
): Promise<boolean> => {
  try {
    await custody.end({ walletId, txId, outcome, ...(reason && { reason: reason.slice(0, REASON_MAX) }) })
    return true
  } catch (error) {
    if (!(error instanceof CustodyRefusal)) throw error
    if (error.code === 'AlreadySigned' || error.code === 'OutOfOrder') return false
    // What was never proposed is never signed.
    if (error.code === 'UnknownTransaction' || error.code === 'UnknownWallet') return true
    throw error
  }
}

/** How the rows of a transaction end that will never reach a chain. */
export interface Ending {
  from: TransactionStatus
  /** 'success' of what only raised a fee, which may be paid now. */
  to: Extract<TransactionStatus, 'cancelled' | 'rejected' | 'failed' | 'success'>
  reason: string | null
}

/** How custody's reasons begin for what it ended by itself, without anybody's no. */
const NOT_SENT = 'Not sent'

/** The end that custody's log has for a transaction, as its rows tell it. */
export const endingOf = (
  from: 'pending-approval' | 'broadcasting',
  { outcome, reason = outbox.EXPIRED }: { outcome: string; reason?: string | undefined },
): Ending => {
  if (outcome === 'cancelled') return { from, to: 'cancelled', reason: null }
  const isRefused = from === 'pending-approval' && !reason.startsWith(NOT_SENT)
  return { from, to: isRefused ? 'rejected' : 'failed', reason }
}

type EndDeps = Pick<TransactionDeps, 'db' | 'push' | 'custody' | 'clock' | 'approvals' | 'assets'>

/**
 * Writes down that a transaction ended unsent, as custody knows already: its balance is free again. False when it is
 * not in status `from` any more. `beside` belongs to the same database transaction; what it throws undoes all.
 */
export const endRows = async (
  deps: EndDeps,
  { walletId, transactionId: id }: Pick<store.SendRow, 'walletId' | 'transactionId'>,
  { from, to, reason }: Ending,
  beside: (tx: Tx) => Promise<void> = async () => undefined,
): Promise<boolean> => {
  // Nobody decides any more after its end in custody, so this stays true.
  const state = await stateOf(deps, { walletId, transactionId: id })
  return inTransaction(deps, async (tx, emit) => {
    const ended = await store.updateFrom(tx, id, from, {
      status: to,
      rejectReason: reason,
      note: null,
      finishedAt: deps.clock.now(),
    })
    if (!ended) return false
    await beside(tx)
    await outbox.end(tx, id)
    if (state) await deps.approvals.ended(tx, emit, id, state)
    await publishUpdated(tx, emit, [id], deps)
    return true
  })
}
