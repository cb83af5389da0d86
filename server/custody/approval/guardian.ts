import { MAX_GUARDIANS } from '#contract/limit.ts'
import type { Guardian } from '#server/custody/event.ts'
import {
  demands,
  entitled,
  isReachable,
  lingering,
  type PolicyVersion,
  sendableFrom,
  strictest,
} from '#server/custody/policy.ts'
import type { Input } from '#server/custody/port.ts'
import { CustodyRefusal } from '#server/custody/refusal.ts'
import type { WalletState } from '#server/custody/state.ts'
import type { Box, Sight, Vault } from '#server/custody/vault.ts'

/** What a transaction that is sent now would need. Times are ISO. */
export interface Requirement {
  /** Approvals: `required` of `of` guardians; 0 of 0 when it may be sent at once. */
  required: number
  of: number
  /** The version that the approval texts name; absent when nothing is required. */
  policyVersion?: number
  /** Guardians whose approval counts. */
  guardians: Guardian[]
  /** An older version still binds but can no longer be met: nothing can be sent before this time. */
  sendableFrom?: string
  /** The older, stricter rule that still binds beside the current one. */
  lingering?: { startsAt: string; consensus: number; confirmed: number }
}

const iso = (ms: number): string => new Date(ms).toISOString()

/** Guardians whose approvals can count for a transaction: entitled now and named by a version that demands. */
export const counting = (policies: readonly PolicyVersion[], versions: readonly number[]): Guardian[] =>
  entitled(policies).filter((guardian) =>
    policies.some(
      ({ version, guardians }) =>
        versions.includes(version) &&
        guardians.some(({ id, address }) => id === guardian.id && address === guardian.address),
    ),
  )

export const requirementOf = ({ state, now }: Sight, delay: number): Requirement => {
  const { policies } = state
  const list = demands({ versions: policies, now, delay })
  const top = strictest(list)
  const from = sendableFrom(list)
  const older = lingering(policies, now, delay)
  return {
    required: top?.required ?? 0,
    of: top?.of ?? 0,
    ...(top && { policyVersion: top.version }),
    guardians: counting(
      policies,
      list.map(({ version }) => version),
    ),
    ...(from !== undefined && list.some((demand) => !isReachable(demand)) && { sendableFrom: iso(from) }),
    ...(older && { lingering: { ...older, startsAt: iso(older.startsAt) } }),
  }
}

const unproven = ({ email }: Guardian) =>
  new CustodyRefusal(
    'UnprovenGuardian',
    `${email} has not confirmed the invitation with this address; confirm it first.`,
  )

const checkGuardians = (vault: Vault, { key, state }: Box, guardians: readonly Guardian[]): void => {
  if (guardians.length > MAX_GUARDIANS)
    throw new CustodyRefusal('BadInput', `A wallet has at most ${MAX_GUARDIANS} guardians.`)
  const owners = guardians.map((guardian) => {
    const owner = vault.keys.ownerOf(guardian.address)
    if (owner?.userId === key.userId)
      throw new CustodyRefusal('SelfGuardian', 'The owner of a wallet cannot be its guardian.')
    const proof = state.invites.find(({ inviteId }) => inviteId === guardian.id)
    if (!owner || proof?.address !== guardian.address) throw unproven(guardian)
    return owner.userId
  })
  const distinct = (values: readonly string[]) => new Set(values).size === guardians.length
  if (
    !distinct(owners) ||
    !distinct(guardians.map(({ id }) => id)) ||
    !distinct(guardians.map(({ email }) => email.toLowerCase()))
  )
    throw new CustodyRefusal('BadInput', 'Every guardian should be another person with an invite of his own.')
}

const sameRules = (a: PolicyVersion, b: Omit<PolicyVersion, 'version' | 'at'>): boolean =>
  a.enabled === b.enabled &&
  a.consensus === b.consensus &&
  JSON.stringify(a.guardians) === JSON.stringify(b.guardians)

const latest = ({ policies }: WalletState): PolicyVersion => {
  const policy = policies.at(-1)
  if (!policy) throw new CustodyRefusal('Broken', 'A policy was written but cannot be read again.')
  return policy
}

/** Appends a version in force from now on; the same rules again change nothing. */
export const setPolicy = async (
  vault: Vault,
  box: Box,
  asked: Input<'setPolicy'>,
): Promise<PolicyVersion> => {
  const guardians = asked.guardians.toSorted((a, b) => (a.id < b.id ? -1 : 1))
  checkGuardians(vault, box, guardians)
  const rules = { enabled: asked.enabled, consensus: asked.consensus, guardians }
  const current = box.state.policies.at(-1)
  if (current && sameRules(current, rules)) return current
  const version = (current?.version ?? 0) + 1
  await box.append({ type: 'policy', data: { version, ...rules } })
  return latest(box.state)
}
