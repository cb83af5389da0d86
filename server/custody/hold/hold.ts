import { PAUSED } from '#domain/sendrule.ts'
import { type ChainKey, chainOf, type EventData, type LogEvent } from '#server/custody/event.ts'
import { CustodyRefusal } from '#server/custody/refusal.ts'
import { type Hold, heldOn, type WalletState } from '#server/custody/state.ts'
import type { Box } from '#server/custody/vault.ts'

/** Why what was proposed before a hold is never signed, also after its release. */
export const NOT_SENT = 'Not sent: this wallet was paused for a check. Send it again once that is over.'

/** Who still has to agree before a hold is released. */
export interface Missing {
  owner: boolean
  operator: boolean
  guardians: number
}

/**
 * What the chain contradicts is an operator's to judge. An older state takes its owner with a fresh second factor and
 * his guardians, or the operator where there are none.
 */
export const missingFor = (holds: readonly Hold[]): Missing => {
  const each = holds.map(({ reason, consent, agreed }): Missing => {
    if (reason !== 'older-state') return { owner: false, operator: !agreed.operator, guardians: 0 }
    const guardians = Math.max(0, (consent?.required ?? 0) - agreed.guardians.size)
    return { owner: !agreed.owner, operator: !consent?.required && !agreed.operator, guardians }
  })
  return {
    owner: each.some(({ owner }) => owner),
    operator: each.some(({ operator }) => operator),
    guardians: Math.max(0, ...each.map(({ guardians }) => guardians)),
  }
}

export const isAgreed = ({ owner, operator, guardians }: Missing): boolean =>
  !owner && !operator && guardians === 0

/**
 * Holds that are not over: all of them, or those that bind on one chain. One of the whole wallet is over once all have
 * agreed and a chain released it; on each other chain it binds until that has counted, too.
 */
export const openHolds = ({ holds }: WalletState, chain?: ChainKey): Hold[] =>
  holds.filter((hold) => {
    const on = heldOn(hold)
    if (chain !== undefined) return (on ?? chain) === chain && !hold.released.has(chain)
    if (on !== undefined) return !hold.released.has(on)
    return hold.released.size === 0 || !isAgreed(missingFor([hold]))
  })

/** The newest hold for this reason, where nobody has said a word about it: another one would ask for nothing more. */
export const untouchedHold = ({ holds }: WalletState, reason: Hold['reason']): Hold | undefined => {
  const newest = holds.findLast((one) => one.reason === reason)
  if (!newest) return undefined
  const { agreed, released } = newest
  const isTouched = agreed.owner || agreed.operator || agreed.guardians.size > 0 || released.size > 0
  return isTouched ? undefined : newest
}

const paused = (holds: readonly Hold[]) =>
  new CustodyRefusal('Held', PAUSED, { agreed: isAgreed(missingFor(holds)) })

/** Throws 'Held' where nothing is signed on this chain. */
export const checkHeld = (state: WalletState, chain: ChainKey): void => {
  const holds = openHolds(state, chain)
  if (holds.length > 0) throw paused(holds)
}

/** Throws 'Held' where the whole wallet waits, whatever the chain. */
export const checkWholeHeld = (state: WalletState): void => {
  const holds = openHolds(state).filter((one) => heldOn(one) === undefined)
  if (holds.length > 0) throw paused(holds)
}

/** Writes a hold down, and ends with it what is not signed yet. */
export const hold = (box: Box, data: EventData<'held'>): Promise<void> => {
  const { proposals, ends, signings, signed } = box.state
  const chain = heldOn(data)
  const unsigned = [...proposals.values()].filter(
    ({ txId, exact }) =>
      !signings.has(txId) &&
      !signed.has(txId) &&
      !ends.has(txId) &&
      (chain === undefined || (exact !== undefined && chain === chainOf(exact))),
  )
  return box.append(
    { type: 'held', data },
    ...unsigned.map(({ txId }): LogEvent => {
      const outcome = 'withdrawn'
      return { type: 'ended', data: { txId, outcome, reason: NOT_SENT } }
    }),
  )
}
