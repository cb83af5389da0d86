import { chainOf, type Exact, type Terms } from '#server/custody/event.ts'
import {
  type Demand,
  demands,
  entitled,
  farthest,
  isMet,
  isReachable,
  sendableFrom,
} from '#server/custody/policy.ts'
import type { Decision, End } from '#server/custody/state.ts'
import { declineText } from '#server/custody/statement.ts'
import type { Sight, Vault } from '#server/custody/vault.ts'
import { findProposal, isSigned, policyLine } from './proposal.ts'

/** How far the approvals of one proposed transaction are. Times are ISO. */
export interface ApprovalState {
  txId: string
  walletId: string
  /** What it is, in the words of the text that guardians sign; `exact` is absent where an older version proposed it. */
  terms: Terms
  exact?: Exact
  /** Nothing is sent by it: the fee of this transaction may rise from this ceiling to its own. */
  raises?: { txId: string; feeCeiling: string }
  /** Who owns the wallet, as he last invited somebody; absent in older logs. */
  owner?: string
  /** Absent where nobody has to approve. */
  policyVersion?: number
  required: number
  of: number
  /** Approvals that count now. */
  approved: number
  /** What other rules that bind meanwhile ask for, where more is missing by them. */
  lacks?: { required: number; approved: number }
  expiresAt: string
  /**
   * waiting: approvals are missing and can still come. satisfied: custody would sign. delayed: an older policy can't be
   * met and binds until `sendableFrom`. unreachable: too few guardians are left who could approve, or one was needed
   * and declined. cancelled, ended: nothing is ever signed for it.
   */
  status: 'waiting' | 'satisfied' | 'delayed' | 'unreachable' | 'expired' | 'signed' | 'cancelled' | 'ended'
  sendableFrom?: string
  hash?: string
  /** How it was cancelled or ended, if it was. */
  end?: { outcome: End['outcome']; reason?: string | undefined }
  guardians: {
    id: string
    email: string
    address: string
    decision: 'pending' | 'approved' | 'declined'
    decidedAt?: string
    /** Why he declined, with custody's signature over `declineText`. */
    declined?: { reason: string; signature: string }
    counts: boolean
    why?: 'removed'
  }[]
}

type Declined = Extract<Decision, { kind: 'declined' }>

const ids = (decisions: readonly Decision[], kind: Decision['kind']): Set<string> =>
  new Set(decisions.filter((made) => made.kind === kind).map(({ guardianId }) => guardianId))

export const demandsOf = (
  vault: Pick<Vault, 'delay'>,
  { state, ripe }: Pick<Sight, 'state' | 'ripe'>,
  txId: string,
  approved: Set<string>,
): Demand[] => {
  const { exact, policyVersion: pinned } = state.proposals.get(txId) ?? {}
  return demands({
    versions: state.policies,
    now: ripe(exact && chainOf(exact)),
    delay: vault.delay,
    pinned,
    approved,
    declined: ids(state.decisions.get(txId) ?? [], 'declined'),
  })
}

/**
 * True when a decline left too few guardians for a version that bound at that moment. It stays so when the version
 * stops to bind: what a guardian declined in time is not sent by those who joined after him.
 */
export const isDeclined = (
  vault: Pick<Vault, 'delay'>,
  { state }: Pick<Sight, 'state'>,
  txId: string,
): boolean => {
  const decisions = state.decisions.get(txId) ?? []
  return decisions.some((made, index) => {
    if (made.kind !== 'declined') return false
    const then = {
      versions: state.policies.filter(({ version }) => version <= made.version),
      now: Date.parse(made.at),
      delay: vault.delay,
      pinned: state.proposals.get(txId)?.policyVersion,
    }
    const left = demands({ ...then, declined: ids(decisions.slice(0, index + 1), 'declined') })
    return demands(then).some((demand, at) => {
      const after = left[at]
      return after !== undefined && isReachable(demand) && !isReachable(after)
    })
  })
}

const guardiansOf = (
  { identity }: Vault,
  { state, key }: Sight,
  list: readonly Demand[],
  decisions: readonly Decision[],
) => {
  const whyOf = (email: string, { txId, guardianId, at, reason }: Declined) => {
    const text = declineText({ walletId: key.walletId, txId, guardianId, email, at, reason })
    return { reason, signature: identity.sign(text) }
  }
  const everyone = state.policies.flatMap(({ guardians }) => guardians)
  const named = [
    ...state.policies
      .filter(({ version }) => list.some((demand) => demand.version === version))
      .flatMap(({ guardians }) => guardians),
    // Who decided stays named, whichever rules bind by now.
    ...decisions.flatMap(({ guardianId }) => everyone.find(({ id }) => id === guardianId) ?? []),
  ]
  const active = entitled(state.policies)
  return named
    .filter(({ id }, index) => named.findIndex((other) => other.id === id) === index)
    .map(({ id, email, address }) => {
      const decision = decisions.find(({ guardianId }) => guardianId === id)
      const counts = active.some((other) => other.id === id && other.address === address)
      return {
        id,
        email,
        address,
        decision: decision?.kind ?? ('pending' as const),
        ...(decision && { decidedAt: decision.at }),
        ...(decision?.kind === 'declined' && { declined: whyOf(email, decision) }),
        counts,
        ...(!counts && { why: 'removed' as const }),
      }
    })
}

export const approvalState = (vault: Vault, box: Sight, txId: string): ApprovalState => {
  const { state, now } = box
  const { policyVersion, terms, exact, raises } = findProposal(state, txId)
  const owner = [...state.invitations.values()].at(-1)?.owner
  const decisions = state.decisions.get(txId) ?? []
  const list = demandsOf(vault, box, txId, ids(decisions, 'approved'))
  const from = sendableFrom(list)
  const hash = state.signed.get(txId)?.hash
  const end = state.ends.get(txId)
  const line = policyVersion === undefined ? { required: 0, of: 0 } : policyLine(state, policyVersion)
  const { required, of } = line
  const approved = list.find(({ version }) => version === policyVersion)?.approved ?? 0
  const far = farthest(list)

  const status = (): ApprovalState['status'] => {
    if (isSigned(state, txId)) return 'signed'
    if (end) return end.outcome === 'cancelled' ? 'cancelled' : 'ended'
    if (!(Date.parse(terms.expires) > now)) return 'expired'
    if (isDeclined(vault, box, txId)) return 'unreachable'
    if (list.every(isMet)) return 'satisfied'
    if (list.every(isReachable)) return 'waiting'
    return from === undefined ? 'unreachable' : 'delayed'
  }

  return {
    ...{ txId, walletId: box.key.walletId, terms },
    ...(exact && { exact }),
    ...(raises && { raises }),
    ...(owner !== undefined && { owner }),
    ...(policyVersion !== undefined && { policyVersion }),
    required,
    of,
    approved,
    ...(far &&
      far.required - far.approved > required - approved && {
        lacks: { required: far.required, approved: far.approved },
      }),
    expiresAt: terms.expires,
    status: status(),
    ...(from !== undefined && { sendableFrom: new Date(from).toISOString() }),
    ...(hash && { hash }),
    ...(end && { end: { outcome: end.outcome, reason: end.reason } }),
    guardians: guardiansOf(vault, box, list, decisions),
  }
}
