import { CustodyRefusal } from '#server/custody/custody.ts'
import type { TransactionDeps } from './deps.ts'
import * as outbox from './outbox.ts'
import type * as store from './store.ts'

type Waiting = { transaction: Pick<store.TransactionRow, 'status'>; send: store.SendRow }

const stateOf = async ({ custody }: TransactionDeps, { walletId, transactionId }: store.SendRow) => {
  try {
    return (await custody.approvalState({ walletId, txId: transactionId })).status
  } catch (error) {
    if (error instanceof CustodyRefusal && error.code === 'UnknownTransaction') return undefined
    throw error
  }
}

/**
 * Whether custody would sign this transaction now. A number that it took before an approval was lost is free again, so
 * that nothing sent later waits for it.
 */
export const isApproved = async (deps: TransactionDeps, { transaction, send }: Waiting): Promise<boolean> => {
  if (transaction.status !== 'pending-approval') return true
  const state = await stateOf(deps, send)
  if (state === 'satisfied' || state === 'signed') return true
  await outbox.returnNonce(deps.db, send.transactionId)
  return false
}
