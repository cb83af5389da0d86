import { checkEvidence } from '#server/custody/approval/evidence.ts'
import { demandsOf } from '#server/custody/approval/progress.ts'
import { changed, checkOpen, checkTime, findSignable } from '#server/custody/approval/proposal.ts'
import { chainOf, type Terms } from '#server/custody/event.ts'
import { checkHeld } from '#server/custody/hold/hold.ts'
import { CustodyRefusal } from '#server/custody/refusal.ts'
import { ceilingOf } from '#server/custody/replacement.ts'
import { differingValue } from '#server/custody/terms.ts'
import type { Sight, Vault } from '#server/custody/vault.ts'
import { type Raise, raiseOf } from './raise.ts'

const missing = (message: string) => new CustodyRefusal('ApprovalMissing', message)

const sameTerms = (a: Terms, b: Terms): boolean => {
  const lines = new Set([...Object.keys(a), ...Object.keys(b)] as (keyof Terms)[])
  return [...lines].every((line) => a[line] === b[line])
}

/**
 * Throws unless guardians approved just this: that just this transaction, which may cost so much now, may cost so much more.
 * By the log as it was before that counted, and at that time; each approval counts for one raise.
 */
export const checkRaise = async (
  vault: Pick<Vault, 'delay'>,
  box: Pick<Sight, 'state' | 'now' | 'ripe'>,
  raise: Raise,
): Promise<void> => {
  const { state, now } = box
  const { txId: id, raises, exact, terms, policyVersion } = raise
  checkOpen(state, id)
  const transaction = findSignable(state, raises.txId)
  checkOpen(state, raises.txId)
  checkHeld(state, chainOf(transaction.exact))
  checkTime(exact.expiresAt, now)
  const before = ceilingOf(state, raises.txId, transaction.exact)
  if (BigInt(raises.feeCeiling) !== before || BigInt(exact.feeCeiling) <= before) throw changed('Fee')
  const { feeCeiling, expiresAt } = exact
  const own = raiseOf(transaction, { id, before: raises.feeCeiling, feeCeiling, expiresAt })
  const field = differingValue(transaction.exact, exact)
  if (field) throw changed(field)
  if (!sameTerms(own.terms, terms)) throw changed('Terms')
  // Where nobody is asked nobody's approval is missing: that is no word of guardians.
  if (policyVersion === undefined || demandsOf(vault, box, id, new Set()).length === 0)
    throw missing('No Guardian was asked about this fee.')
  await checkEvidence(vault, box, raise)
}
