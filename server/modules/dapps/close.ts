import type { SessionStatus } from '#contract/status.ts'
import type { Tx } from '#server/db/client.ts'
import { DISCONNECTED } from './fault.ts'
import type { Tell } from './owners.ts'
import * as store from './store.ts'
import { viewRequest, viewSession } from './view.ts'

/** How an open session ends: what never was connected is rejected. */
export const endOf = (status: SessionStatus): SessionStatus =>
  status === 'connected' ? 'disconnected' : 'rejected'

/**
 * Ends an open session with all that waits in it. The dApp hears of the end of the session, which answers its requests.
 * Undefined when it had ended before.
 */
export const closeSession = async (
  tx: Tx,
  tell: Tell,
  { id }: store.SessionRow,
  now: Date,
  deletedAt: Date | null = null,
): Promise<store.SessionRow | undefined> => {
  const locked = await store.lockSession(tx, id)
  if (!locked) return undefined
  const change = { status: endOf(locked.status), closedAt: now, deletedAt }
  const closed = await store.moveSession(tx, id, store.OPEN, change)
  if (!closed) return undefined
  for (const request of await store.pendingOf(tx, id)) {
    const rejected = await store.moveRequest(tx, request.id, 'pending', {
      status: 'rejected',
      answer: { error: DISCONNECTED },
      answered: true,
    })
    if (rejected) tell('wc-session:request-result', viewRequest(rejected))
  }
  tell('wc-session:closed', viewSession(closed))
  return locked
}
