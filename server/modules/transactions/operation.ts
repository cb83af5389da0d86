import { TRANSACTION_STATUSES, WALLET_STATUSES } from '#contract/status.ts'
import type { Tx } from '#server/db/client.ts'
import type { Emit } from '#server/db/unit.ts'
import { conflict, invalid, notFound } from '#server/error.ts'
import type { TransactionDeps } from './deps.ts'
import { endInCustody, endUnsent } from './end.ts'
import * as outbox from './outbox.ts'
import * as store from './store.ts'

/** A move that the custody side reports by its signed webhook. */
export interface Operation {
  type: 'wallet' | 'transaction'
  entityId: string
  status: string
  reason?: string | undefined
}

/**
 * Applies an operation inside the transaction that also notes its id, so that it counts once. Throws 400 for an
 * unknown status, 404 for an unknown entity, 409 for a move that no webhook may make.
 */
export const makeOperations = (deps: TransactionDeps) => {
  const withdraw = async (
    tx: Tx,
    emit: Emit,
    walletId: string,
    transactionId: string,
    to: 'cancelled' | 'failed',
    reason: string | null,
  ): Promise<boolean> =>
    (await endInCustody(deps, { walletId, transactionId }, 'withdrawn', reason)) &&
    (await endUnsent(deps, tx, emit, transactionId, 'pending-approval', to, reason))

  const moveWallet = async (tx: Tx, emit: Emit, { entityId, status }: Operation): Promise<void> => {
    const known = WALLET_STATUSES.find((candidate) => candidate === status)
    if (!known) throw invalid(`${status} is not a wallet status`)
    await deps.wallets.setStatus(tx, emit, entityId, known)
    if (known !== 'removed') return
    for (const { id } of await outbox.waiting(tx, { walletId: entityId })) {
      await withdraw(tx, emit, entityId, id, 'cancelled', 'The wallet was removed')
    }
  }

  const moveTransaction = async (
    tx: Tx,
    emit: Emit,
    { entityId, status, reason }: Operation,
  ): Promise<void> => {
    const known = TRANSACTION_STATUSES.find((candidate) => candidate === status)
    if (!known) throw invalid(`${status} is not a transaction status`)
    const transaction = await store.find(tx, entityId)
    if (!transaction) throw notFound('This transaction does not exist')
    const found = await outbox.find(tx, entityId)
    const done =
      (known === 'cancelled' || known === 'failed') &&
      found !== undefined &&
      transaction.status === 'pending-approval' &&
      (await withdraw(tx, emit, found.send.walletId, entityId, known, reason ?? null))
    if (!done) throw conflict(`A transaction that is ${transaction.status} cannot become ${known} from here`)
  }

  return {
    apply: (tx: Tx, emit: Emit, operation: Operation): Promise<void> =>
      operation.type === 'wallet' ? moveWallet(tx, emit, operation) : moveTransaction(tx, emit, operation),
  }
}
