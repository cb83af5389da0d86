import { DEFAULT_REJECT_REASON } from '#contract/limit.ts'
import type { ApprovalState, Custody } from '#server/custody/custody.ts'
import type { Tx } from '#server/db/client.ts'
import type { Emit } from '#server/db/unit.ts'
import type { Transactions } from '#server/modules/transactions/service.ts'
import type { ApprovalRecords } from './records.ts'
import * as store from './store.ts'

const REMOVED = 'A Guardian was removed'

export interface SettleDeps {
  custody: Custody
  transactions: Transactions
  records: ApprovalRecords
}

/** Brings waiting transactions to where custody says they are. Repeating it changes nothing. */
export const makeSettle = ({ custody, transactions, records }: SettleDeps) => {
  /** What made it impossible, by the order in custody's log: a removal, or the last decline. */
  const reasonOf = async (walletId: string, { txId, guardians }: ApprovalState): Promise<string> => {
    const { entries } = await custody.approvalLog({ walletId })
    const decline = entries.findLast((entry) => entry.type === 'declined' && entry.data.txId === txId)
    const policy = entries.findLast(({ type }) => type === 'policy')
    const isRemoval = guardians.some(({ counts }) => !counts) && (policy?.seq ?? 0) > (decline?.seq ?? 0)
    if (isRemoval) return REMOVED
    return decline?.type === 'declined' ? decline.data.reason : DEFAULT_REJECT_REASON
  }

  /** True when the transaction can be sent now. */
  return async (tx: Tx, emit: Emit, id: string): Promise<boolean> => {
    const transaction = await store.lockWaiting(tx, id)
    const walletId = await store.walletOf(tx, id)
    const state = transaction && (await records.ofCustody(tx, id))
    if (!walletId || !state || state.status === 'expired') return false
    if (state.status === 'cancelled' || state.status === 'ended') {
      await transactions.follow(tx, emit, id, state.status)
      return false
    }
    if (state.status === 'unreachable') {
      await transactions.reject(tx, emit, id, await reasonOf(walletId, state))
      return false
    }
    const ready = state.status === 'satisfied' || state.status === 'signed'
    const changed = await records.keep(tx, emit, id, state, !ready)
    const noted = !ready && transaction.note !== null
    if (noted) await transactions.forgetFees(tx, id)
    if (changed || noted) await transactions.publish(tx, emit, id)
    return ready
  }
}
