import { type ApprovalState, type Custody, CustodyRefusal } from '#server/custody/custody.ts'
import type { TransactionDeps } from './deps.ts'
import type * as store from './store.ts'

const UNKNOWN: readonly string[] = ['UnknownTransaction', 'UnknownWallet']

type Of = Pick<store.SendRow, 'walletId' | 'transactionId'>
type Waiting = { transaction: Pick<store.TransactionRow, 'status'>; send: Of }

/** What custody knows of a transaction, whatever its row says; undefined where it knows of none. */
export const stateOf = async (
  { custody }: { custody: Custody },
  { walletId, transactionId }: Of,
): Promise<ApprovalState | undefined> => {
  try {
    return await custody.approvalState({ walletId, txId: transactionId })
  } catch (error) {
    if (error instanceof CustodyRefusal && UNKNOWN.includes(error.code)) return undefined
    throw error
  }
}

/** Whether custody would sign this transaction now, as far as guardians are concerned, did so, or ended it, and how. */
export const approvalOf = async (
  deps: TransactionDeps,
  { transaction, send }: Waiting,
): Promise<'waiting' | 'approved' | 'signed' | NonNullable<ApprovalState['end']>> => {
  if (transaction.status !== 'pending-approval') return 'approved'
  const state = await stateOf(deps, send)
  if (state?.status === 'signed') return 'signed'
  if (state?.end) return state.end
  return state?.status === 'satisfied' ? 'approved' : 'waiting'
}
