import type { ApprovalRequest } from '#contract/approval.ts'
import type { WcRequest, WcSession } from '#contract/dapp.ts'
import type { Invite } from '#contract/guardian.ts'
import { pendingSessions, requestKind } from './dapp.ts'
import { isPending, pendingItems } from './pending.ts'

/** What waits for one person, in all of his wallets and in those that he guards. */
export interface AskedOf {
  approvals: readonly ApprovalRequest[]
  invites: readonly Invite[]
  sessions: readonly WcSession[]
  requests: readonly WcRequest[]
}

export type Asked =
  | { kind: 'proposal'; item: WcSession; session: WcSession }
  | { kind: 'request'; item: WcRequest; session: WcSession | undefined }

export interface Inbox {
  approvals: ApprovalRequest[]
  dapps: Asked[]
  invites: Invite[]
}

const endOf = (at: string | null | undefined): number => (at ? Date.parse(at) : Number.POSITIVE_INFINITY)

/** The soonest to end first; what has no end comes last. */
const bySoonest = <T>(items: readonly T[], of: (item: T) => string | null | undefined): T[] =>
  items.toSorted((a, b) => {
    const [first, second] = [endOf(of(a)), endOf(of(b))]
    return first === second ? 0 : first - second
  })

/** Exactly what `waitingCount` counts, by what it is. */
export const inboxOf = ({ approvals, invites, sessions, requests }: AskedOf): Inbox => {
  const asked: Asked[] = [
    ...pendingSessions(sessions).map((item) => ({ kind: 'proposal' as const, item, session: item })),
    ...requests
      .filter((item) => isPending(item) && requestKind(item))
      .map((item) => ({
        kind: 'request' as const,
        item,
        session: sessions.find(({ id }) => id === item.sessionId),
      })),
  ]
  return {
    approvals: bySoonest(pendingItems(approvals), ({ expiresAt }) => expiresAt),
    dapps: bySoonest(asked, ({ item }) => item.expiresAt),
    invites: bySoonest(pendingItems(invites), ({ expiresAt }) => expiresAt),
  }
}

const MINUTE = 60_000

export type Ends = { minutes: number; isSoon: boolean } | { day: string }

/** When something ends: in minutes within the last hour, and soon within five. */
export const endsAt = (at: string, now: number): Ends => {
  const left = Date.parse(at) - now
  if (left >= 60 * MINUTE) return { day: at }
  return { minutes: Math.max(1, Math.ceil(left / MINUTE)), isSoon: left < 5 * MINUTE }
}
