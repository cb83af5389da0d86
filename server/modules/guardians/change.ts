import { MIN_CONSENSUS } from '#contract/limit.ts'
import type { Guardian, Policy } from '#server/custody/custody.ts'
import type { Approvals, RuleChange } from '#server/mail/words/said.ts'

/** What a policy version says, without when. */
export interface Rules {
  enabled: boolean
  consensus: number
  guardians: readonly Guardian[]
}

/** Before the first version: guardians were never asked. */
export const NO_RULES: Rules = { enabled: false, consensus: MIN_CONSENSUS, guardians: [] }

export const rulesOf = (policy: Policy | undefined): Rules =>
  policy ? { enabled: policy.enabled, consensus: policy.consensus, guardians: policy.guardians } : NO_RULES

/** The rules with other guardians; never more approvals than there are people to give them. */
export const withGuardians = (rules: Rules, guardians: readonly Guardian[]): Rules => ({
  ...rules,
  guardians,
  consensus: Math.max(MIN_CONSENSUS, Math.min(rules.consensus, guardians.length)),
})

const missing = (from: Rules, other: Rules): Guardian[] =>
  from.guardians.filter(({ id }) => !other.guardians.some((guardian) => guardian.id === id))

const approvals = ({ consensus, guardians }: Rules): Approvals => ({ consensus, guardians: guardians.length })

/** What mails say of it. */
export const changesOf = (before: Rules, after: Rules): RuleChange[] => [
  ...missing(after, before).map(({ email }) => ({ kind: 'added' as const, email })),
  ...missing(before, after).map(({ email }) => ({ kind: 'removed' as const, email })),
  ...(before.enabled === after.enabled ? [] : [{ kind: 'switched' as const, on: after.enabled }]),
  ...(before.consensus === after.consensus
    ? []
    : [{ kind: 'consensus' as const, before: approvals(before), after: approvals(after) }]),
]
