import type { ChainKey } from './event.ts'
import { CustodyRefusal } from './refusal.ts'

/** What others than this machine's clock say of the time, in ms. */
export interface Witnesses {
  /** The database's time now; undefined while it was never heard. */
  database(): number | undefined
  /** When the latest known block of each chain was made, by its EIP-155 number. */
  blocks(): ReadonlyMap<number, number>
}

/** A clock that is further ahead than this of everybody else is wrong. */
const AHEAD = 10 * 60_000

/**
 * Throws 'ClockAhead' when the clock is ahead of everything else that tells the time: what is written under a wrong
 * time stays, and delays would be over at once.
 */
export const checkClock = (now: number, witnesses: Witnesses | undefined): void => {
  const times = [witnesses?.database(), ...(witnesses?.blocks().values() ?? [])].filter(
    (time) => time !== undefined,
  )
  const latest = Math.max(...times)
  if (times.length === 0 || now - latest <= AHEAD) return
  const minutes = Math.round((now - latest) / 60_000)
  throw new CustodyRefusal(
    'ClockAhead',
    `The clock of this server is ${minutes} minutes ahead of its database and of every block. Nothing is signed or changed before it is set right.`,
  )
}

/**
 * The time by which delays are over: the clock's, but not before the latest block of the chain says so, too. Without a
 * chain any of them will do, and on Bitcoin, too, whose miners choose the time of their blocks by hours. A chain that
 * stalls makes delays longer.
 */
export const ripeTime = (now: number, witnesses: Witnesses | undefined, chain?: ChainKey): number => {
  const blocks = witnesses?.blocks() ?? new Map<number, number>()
  const known = typeof chain === 'number' ? [blocks.get(chain) ?? []].flat() : [...blocks.values()]
  return known.length === 0 ? now : Math.min(now, Math.max(...known))
}
