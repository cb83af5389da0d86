import { listPendingSessions, listRequests } from '#contract/endpoints/dapp.ts'
import { listApprovals, listInvites } from '#contract/endpoints/guardian.ts'
import { type Badging, showBadge } from '#domain/badgecount.ts'
import { waitingCount } from '#domain/waiting.ts'
import type { Ask } from './read.ts'

/** Counts what waits while no page is there to count it. What cannot be read leaves the number as it is. */
export const countForBadge = async (ask: Ask, on: Badging): Promise<void> => {
  if (!on.setAppBadge) return
  try {
    const [approvals, invites, sessions, requests] = await Promise.all([
      ask(listApprovals),
      ask(listInvites),
      ask(listPendingSessions),
      ask(listRequests),
    ])
    const waiting = {
      approvals: approvals.items,
      invites: invites.items,
      sessions: sessions.items,
      requests: requests.items,
    }
    await showBadge(on, waitingCount(waiting))
  } catch {
    // No network, or nobody is signed in.
  }
}
