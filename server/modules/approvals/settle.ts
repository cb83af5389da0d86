import { DEFAULT_REJECT_REASON } from '#contract/limit.ts'
import { makeQueue } from '#server/async/queue.ts'
import type { ApprovalState, Custody } from '#server/custody/custody.ts'
import type { Db } from '#server/db/client.ts'
import { inTransaction } from '#server/db/unit.ts'
import { stateOf } from '#server/modules/transactions/approved.ts'
import { GUARDIAN_REMOVED } from '#server/modules/transactions/outbox.ts'
import type { Transactions } from '#server/modules/transactions/service.ts'
import type { Push } from '#server/push/push.ts'
import type { ApprovalRecords } from './records.ts'
import * as store from './store.ts'

export interface SettleDeps {
  db: Db
  push: Pick<Push, 'emit'>
  custody: Custody
  transactions: Transactions
  records: ApprovalRecords
}

/** Brings waiting transactions to where custody says they are. Repeating it changes nothing. */
export const makeSettle = (deps: SettleDeps) => {
  const { db, custody, transactions, records } = deps
  const queue = makeQueue()

  /** What made it impossible, by the order in custody's log: a removal, or the last decline. */
  const reasonOf = async (walletId: string, { txId, guardians }: ApprovalState): Promise<string> => {
    const { entries } = await custody.approvalLog({ walletId })
    const decline = entries.findLast((entry) => entry.type === 'declined' && entry.data.txId === txId)
    const policy = entries.findLast(({ type }) => type === 'policy')
    const isRemoval = guardians.some(({ counts }) => !counts) && (policy?.seq ?? 0) > (decline?.seq ?? 0)
    if (isRemoval) return GUARDIAN_REMOVED
    return decline?.type === 'declined' ? decline.data.reason : DEFAULT_REJECT_REASON
  }

  /** Writes down what custody said. Undefined when somebody else wrote meanwhile, and may have heard of more. */
  const write = (id: string, state: ApprovalState, before: string): Promise<boolean | undefined> =>
    inTransaction(deps, async (tx, emit) => {
      const transaction = await store.lockWaiting(tx, id)
      if (!transaction) return false
      if ((await store.told(tx, id)) !== before) return undefined
      const ready = state.status === 'satisfied' || state.status === 'signed'
      const changed = await records.keep(tx, emit, id, state, !ready)
      const noted = !ready && transaction.note !== null
      if (noted) await transactions.forgetFees(tx, id)
      if (changed || noted) await transactions.publish(tx, emit, id)
      return ready
    })

  const settle = async (id: string): Promise<boolean> => {
    for (;;) {
      const walletId = await store.waitingOf(db, id)
      if (!walletId) return false
      const before = await store.told(db, id)
      const which = { walletId, transactionId: id }
      const state = await stateOf(deps, which)
      if (!state) {
        await transactions.ask(id)
        return false
      }
      if (state.status === 'expired') return false
      // What raises a fee is carried on to the attempt that it allows.
      if (state.end?.outcome === 'raised') return true
      if (state.end && state.status !== 'signed') {
        await transactions.follow(which, state.end)
        return false
      }
      if (state.status === 'unreachable') {
        await transactions.reject(which, await reasonOf(walletId, state))
        return false
      }
      const ready = await write(id, state, before)
      if (ready !== undefined) return ready
    }
  }

  /** True when the transaction can be sent now. */
  return (id: string): Promise<boolean> => queue.run(id, () => settle(id))
}
