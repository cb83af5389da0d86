import type { WcRequest, WcSession } from '#contract/dapp.ts'
import { pendingSessions, requestKind } from './dapp.ts'
import { isPending, pendingItems } from './pending.ts'

export interface Waiting {
  approvals: readonly { status: string }[]
  invites: readonly { status: string }[]
  sessions: readonly Pick<WcSession, 'status' | 'deletedAt' | 'shouldShow'>[]
  requests: readonly Pick<WcRequest, 'method' | 'status'>[]
}

/** How many things wait for this user's answer; a request that nobody can answer is none of them. */
export const waitingCount = ({ approvals, invites, sessions, requests }: Waiting): number =>
  pendingItems(approvals).length +
  pendingItems(invites).length +
  pendingSessions(sessions).length +
  requests.filter((request) => isPending(request) && requestKind(request)).length
