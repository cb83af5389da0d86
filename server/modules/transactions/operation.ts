import { TRANSACTION_STATUSES, WALLET_STATUSES } from '#contract/status.ts'
import type { Tx } from '#server/db/client.ts'
import { inTransaction } from '#server/db/unit.ts'
import { conflict, invalid, notFound } from '#server/error.ts'
import type { TransactionDeps } from './deps.ts'
import * as outbox from './outbox.ts'
import type { Transactions } from './service.ts'
import * as store from './store.ts'

/** A move that the custody side reports by its signed webhook. */
export interface Operation {
  type: 'wallet' | 'transaction'
  entityId: string
  status: string
  reason?: string | undefined
}

type Note = (tx: Tx) => Promise<void>

/**
 * Applies an operation; `note` writes its id down in the transaction of its rows, so that it counts once. Throws 400 for
 * an unknown status, 404 for an unknown entity, 409 for a move that no webhook may make.
 */
export const makeOperations = (deps: TransactionDeps, transactions: Transactions) => {
  const { db, wallets } = deps

  const moveWallet = async ({ entityId, status }: Operation, note: Note): Promise<void> => {
    const known = WALLET_STATUSES.find((candidate) => candidate === status)
    if (!known) throw invalid(`${status} is not a wallet status`)
    const said = await wallets.word(entityId)
    await inTransaction(deps, async (tx, emit) => {
      await note(tx)
      await wallets.setStatus(tx, emit, entityId, known, said)
    })
    if (known === 'removed') await transactions.endRemoved()
  }

  const moveTransaction = async ({ entityId, status, reason }: Operation, note: Note): Promise<void> => {
    const known = TRANSACTION_STATUSES.find((candidate) => candidate === status)
    if (!known) throw invalid(`${status} is not a transaction status`)
    const transaction = await store.find(db, entityId)
    if (!transaction) throw notFound('This transaction does not exist')
    const found = await outbox.find(db, entityId)
    const done =
      (known === 'cancelled' || known === 'failed') &&
      found !== undefined &&
      transaction.status === 'pending-approval' &&
      (await transactions.withdraw(found.send, known, reason ?? null, note))
    if (!done) throw conflict(`A transaction that is ${transaction.status} cannot become ${known} from here`)
  }

  return {
    apply: (operation: Operation, note: Note): Promise<void> =>
      operation.type === 'wallet' ? moveWallet(operation, note) : moveTransaction(operation, note),
  }
}
