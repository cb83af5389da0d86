import { MIN_CONSENSUS } from '#contract/limit.ts'
import type { Guardian, Policy } from '#server/custody/custody.ts'

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

export interface Difference {
  added: Guardian[]
  removed: Guardian[]
  /** The same in sentences, for mails. */
  sentences: string[]
}

export const differenceOf = (before: Rules, after: Rules): Difference => {
  const added = missing(after, before)
  const removed = missing(before, after)
  const approvals = ({ consensus, guardians }: Rules) =>
    `${consensus} out of ${guardians.length} ${guardians.length === 1 ? 'Guardian' : 'Guardians'}`
  return {
    added,
    removed,
    sentences: [
      ...added.map(({ email }) => `${email} is a Guardian of this wallet now.`),
      ...removed.map(({ email }) => `${email} is not a Guardian of this wallet any more.`),
      ...(before.enabled === after.enabled
        ? []
        : [
            after.enabled
              ? 'Guardian Approval was switched on: transactions require Guardians’ approval.'
              : 'Guardian Approval was switched off: transactions process without Guardians’ approval.',
          ]),
      ...(before.consensus === after.consensus
        ? []
        : [`Required approvals are ${approvals(after)} now; before it was ${approvals(before)}.`]),
    ],
  }
}
