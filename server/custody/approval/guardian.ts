import { MAX_GUARDIANS, MIN_CONSENSUS } from '#contract/limit.ts'
import type { ChainKey, EventData, Guardian } from '#server/custody/event.ts'
import { checkWholeHeld } from '#server/custody/hold/hold.ts'
import { checkOwner } from '#server/custody/owner.ts'
import { checkFresh, checkFrozen, type Speaker } from '#server/custody/person/grant.ts'
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

/** `chain`: of the transaction, where it is known. */
export const requirementOf = ({ state, ripe }: Sight, delay: number, chain?: ChainKey): Requirement => {
  const now = ripe(chain)
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

const unproven = (id: string) =>
  new CustodyRefusal('UnprovenGuardian', `${id} is no guardian of this wallet; invite and confirm him first.`)

const NO_POLICY = { version: 0, enabled: false, consensus: MIN_CONSENSUS, guardians: [] }

/** Refuses guardians that a wallet can't have together. */
const checkGuardians = (vault: Vault, { key }: Box, guardians: readonly Guardian[]): void => {
  if (guardians.length > MAX_GUARDIANS) throw new CustodyRefusal('GuardianLimit', 'Guardian Limit Reached')
  const owners = guardians.map((guardian) => {
    const owner = vault.keys.ownerOf(guardian.address)
    if (owner?.userId === key.userId)
      throw new CustodyRefusal('SelfGuardian', 'The owner of a wallet cannot be its guardian.')
    if (!owner) throw unproven(guardian.id)
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

/** Fewer people or fewer approvals than before. */
const isWeaker = (
  next: Pick<PolicyVersion, 'enabled' | 'consensus' | 'guardians'>,
  { enabled, consensus, guardians }: PolicyVersion,
): boolean =>
  (enabled && !next.enabled) || next.consensus < consensus || next.guardians.length < guardians.length

const latest = ({ policies }: WalletState): PolicyVersion => {
  const policy = policies.at(-1)
  if (!policy) throw new CustodyRefusal('Broken', 'A policy was written but cannot be read again.')
  return policy
}

const sorted = (guardians: readonly Guardian[]): Guardian[] =>
  guardians.toSorted((a, b) => (a.id < b.id ? -1 : 1))

/** The next version, with one guardian more. Nobody was ever asked before the first one. */
export const withGuardian = (vault: Vault, box: Box, guardian: Guardian): EventData<'policy'> => {
  const { version, enabled, consensus, guardians } = box.state.policies.at(-1) ?? NO_POLICY
  const next = sorted([...guardians, guardian])
  checkGuardians(vault, box, next)
  return { version: version + 1, enabled, consensus, guardians: next }
}

/** Appends a version in force from now on, with those of the guardians that are named. The same rules again change nothing. */
export const setPolicy = async (
  box: Box,
  asked: Input<'setPolicy'>,
  who: Speaker,
): Promise<PolicyVersion> => {
  checkOwner(box, who)
  const current = box.state.policies.at(-1)
  const known = new Map(current?.guardians.map((guardian) => [guardian.id, guardian]))
  const guardians = sorted(
    [...new Set(asked.guardians)].map((id) => {
      const guardian = known.get(id)
      if (!guardian) throw unproven(id)
      return guardian
    }),
  )
  const rules = { enabled: asked.enabled, consensus: asked.consensus, guardians }
  if (current && isWeaker(rules, current)) {
    checkFrozen(who)
    checkWholeHeld(box.state)
    checkFresh(who)
  }
  if (current && sameRules(current, rules)) return current
  if (asked.after !== undefined && asked.after !== (current?.version ?? 0))
    throw new CustodyRefusal(
      'OutOfOrder',
      'The rules of this wallet were changed meanwhile; read them again.',
    )
  const version = (current?.version ?? 0) + 1
  await box.append({ type: 'policy', data: { version, ...rules } })
  return latest(box.state)
}
