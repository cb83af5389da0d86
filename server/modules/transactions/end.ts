import type { TransactionStatus } from '#contract/status.ts'
import type { Tx } from '#server/db/client.ts'
import type { Emit } from '#server/db/unit.ts'
import type { TransactionDeps } from './deps.ts'
import * as outbox from './outbox.ts'
import { publishUpdated } from './publish.ts'
import * as store from './store.ts'

export const EXPIRED = 'Expired'

/**
 * Ends a transaction that will never reach a chain: its balance and nonce are free again. False when it is not in
 * status `from` any more.
 */
export const endUnsent = async (
  deps: Pick<TransactionDeps, 'clock' | 'approvals' | 'assets'>,
  tx: Tx,
  emit: Emit,
  id: string,
  from: 'pending-approval' | 'broadcasting',
  to: Extract<TransactionStatus, 'cancelled' | 'rejected' | 'failed'>,
  reason: string | null,
): Promise<boolean> => {
  const ended = await store.updateFrom(tx, id, from, {
    status: to,
    rejectReason: reason,
    note: null,
    finishedAt: deps.clock.now(),
  })
  if (!ended) return false
  await outbox.update(tx, id, { void: true })
  await deps.approvals.ended(tx, emit, id)
  await publishUpdated(tx, emit, [id], deps)
  return true
}
