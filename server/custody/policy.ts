import type { Guardian } from './event.ts'

/** Who must approve, from `at` (ms) until the next version. Versions count from 1. */
export interface PolicyVersion {
  version: number
  at: number
  enabled: boolean
  consensus: number
  guardians: readonly Guardian[]
}

/** What one policy version asks of a transaction and how far it is met. Times in ms. */
export interface Demand {
  version: number
  required: number
  /** Guardians that the version names. */
  of: number
  approved: number
  /** Approvals that can still be had, those given included. */
  reachable: number
  /** When the version stops to bind; absent for the current one and for the one the transaction is pinned to. */
  until?: number
}

/** Approvals that a version asks for. With approval off, or nobody to approve, it asks for none. */
export const required = ({ enabled, consensus, guardians }: PolicyVersion): number =>
  enabled ? Math.min(Math.max(1, consensus), guardians.length) : 0

/**
 * Versions that bind at `now`: the current one, those that were in force at any moment of the last `delay` ms, and
 * the one a waiting transaction was `pinned` to. Weaker rules so start late and stricter ones at once.
 */
export const binding = (
  versions: readonly PolicyVersion[],
  now: number,
  delay: number,
  pinned?: number,
): { policy: PolicyVersion; until?: number }[] =>
  versions.flatMap((policy, index) => {
    const next = versions[index + 1]
    if (!next || policy.version === pinned) return [{ policy }]
    const until = next.at + delay
    return until > now ? [{ policy, until }] : []
  })

const same = (a: Guardian, b: Guardian): boolean =>
  a.id === b.id && a.address.toLowerCase() === b.address.toLowerCase()

/** Guardians who may still act: those of the current version. A retired one counts nowhere any more. */
export const entitled = (versions: readonly PolicyVersion[]): readonly Guardian[] =>
  versions.at(-1)?.guardians ?? []

/** Every binding version that asks for something. A guardian counts once, and only while entitled. */
export const demands = ({
  versions,
  now,
  delay,
  pinned,
  approved = new Set(),
  declined = new Set(),
}: {
  versions: readonly PolicyVersion[]
  now: number
  delay: number
  pinned?: number | undefined
  approved?: ReadonlySet<string>
  declined?: ReadonlySet<string>
}): Demand[] => {
  const active = entitled(versions)
  return binding(versions, now, delay, pinned).flatMap(({ policy, until }) => {
    if (required(policy) === 0) return []
    const counting = policy.guardians.filter((guardian) => active.some((other) => same(guardian, other)))
    const demand: Demand = {
      version: policy.version,
      required: required(policy),
      of: policy.guardians.length,
      approved: counting.filter(({ id }) => approved.has(id)).length,
      reachable: counting.filter(({ id }) => !declined.has(id)).length,
    }
    return [until === undefined ? demand : { ...demand, until }]
  })
}

export const isMet = ({ approved, required }: Demand): boolean => approved >= required
export const isReachable = ({ reachable, required }: Demand): boolean => reachable >= required

/** By which the most approvals are missing, and of equals the strictest. */
export const farthest = (list: readonly Demand[]): Demand | undefined =>
  list.reduce<Demand | undefined>((far, demand) => {
    const more = far ? demand.required - demand.approved - (far.required - far.approved) : 1
    return more > 0 || (more === 0 && demand.required > (far?.required ?? 0)) ? demand : far
  }, undefined)

/** The demand that a new transaction shows and keeps: the strictest, and of equals the latest. */
export const strictest = (list: readonly Demand[]): Demand | undefined =>
  list.reduce<Demand | undefined>(
    (best, demand) => (best && best.required > demand.required ? best : demand),
    undefined,
  )

/** The strictest version that ever was, and of equals the latest. */
export const strictestEver = (versions: readonly PolicyVersion[]): PolicyVersion | undefined =>
  versions.reduce<PolicyVersion | undefined>(
    (best, policy) => (best && required(best) > required(policy) ? best : policy),
    undefined,
  )

/** All who were ever named by rules as strict as the strictest. */
export const strictestGuardians = (versions: readonly PolicyVersion[]): Guardian[] => {
  const top = strictestEver(versions)
  if (!top || required(top) === 0) return [...(top?.guardians ?? [])]
  return versions.flatMap((policy) => (required(policy) === required(top) ? policy.guardians : []))
}

/** When the last of the versions that can't be met stops to bind; undefined when one of them never does. */
export const sendableFrom = (list: readonly Demand[]): number | undefined => {
  const blocking = list.filter((demand) => !isReachable(demand))
  const times = blocking.flatMap(({ until }) => until ?? [])
  return blocking.length > 0 && times.length === blocking.length ? Math.max(...times) : undefined
}

/**
 * The older, stricter rule that still binds beside the current one, for the line 'Starts {date, time}. Until then
 * {n} out of {m} Guardians must approve.' Undefined when meeting the current version meets the older ones too.
 */
export const lingering = (
  versions: readonly PolicyVersion[],
  now: number,
  delay: number,
): { startsAt: number; consensus: number; confirmed: number } | undefined => {
  const current = versions.at(-1)
  if (!current) return undefined
  const implied = ({ guardians }: PolicyVersion, needed: number): boolean => {
    const outsiders = current.guardians.filter(
      (guardian) => !guardians.some((other) => same(guardian, other)),
    )
    return required(current) - outsiders.length >= needed
  }
  const older = binding(versions, now, delay).filter(
    ({ policy, until }) => until !== undefined && required(policy) > 0 && !implied(policy, required(policy)),
  )
  const top = strictestEver(older.map(({ policy }) => policy))
  if (!top) return undefined
  return {
    startsAt: Math.max(...older.map(({ until = now }) => until)),
    consensus: required(top),
    confirmed: top.guardians.length,
  }
}
