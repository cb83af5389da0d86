import { changed, checkOpen, checkTime, findSignable } from '#server/custody/approval/proposal.ts'
import { chainOf, type LogEvent, type Signing } from '#server/custody/event.ts'
import { checkHeld } from '#server/custody/hold/hold.ts'
import { checkFrozen as checkNotFrozen } from '#server/custody/person/grant.ts'
import type { Input } from '#server/custody/port.ts'
import { CustodyRefusal } from '#server/custody/refusal.ts'
import { completed, makeAttempt, settleAttempts } from '#server/custody/replace.ts'
import { checkFrozen } from '#server/custody/sign.ts'
import type { SignedTransaction } from '#server/custody/signed.ts'
import type { WalletState } from '#server/custody/state.ts'
import type { Box, Vault } from '#server/custody/vault.ts'
import { checkRaise } from './check.ts'
import { findRaise, type Raise } from './raise.ts'

/** The attempt that was made since the log says that the fee is raised. */
const madeBy = ({ entries }: WalletState, { txId: id, raises }: Raise): Signing | undefined => {
  const at = entries.findIndex(({ type, data }) => type === 'raised' && data.by === id)
  if (at === -1) return undefined
  for (const { type, data } of entries.slice(at))
    if (type === 'signing' && data.txId === raises.txId && !data.cancels) return data
  return undefined
}

/** How much of its time a raise has to have left, in ms: signers hear of it a moment later, and by their own clocks. */
const LEAST_LEFT = 60_000

/**
 * Signers judge a raise by when they first see that it counts. One that they refuse for good could neither be paid nor have
 * anything in its place, so it is written down only while they are there and its time is not about to end.
 */
const checkHeard = async (vault: Vault, { key, state, now }: Box, { exact }: Raise): Promise<void> => {
  if (exact.family !== 'bitcoin') return
  checkTime(exact.expiresAt, now + LEAST_LEFT)
  await vault.signers.tell(key.walletId, state.entries)
}

/**
 * Signs what hangs once more, within a ceiling that guardians approved anew. That and the attempt are written down together;
 * where only the first of the two is left after a crash, the attempt is still made.
 */
export const raiseTransaction = async (
  vault: Vault,
  box: Box,
  { txId: id, how }: Input<'raiseTransaction'>,
): Promise<SignedTransaction> => {
  const raise = findRaise(box.state, id)
  const { txId } = raise.raises
  const isRaised = box.state.ends.get(id)?.outcome === 'raised'
  if (!isRaised) checkOpen(box.state, id)
  const known = isRaised ? madeBy(box.state, raise) : undefined
  if (known) return completed(vault, box, known)
  if (!how) throw new CustodyRefusal('OutOfOrder', 'Nothing was made by these approvals yet.')
  await settleAttempts(vault, box, txId)
  if (isRaised) checkNotFrozen({ isFrozen: vault.freezeOf(box.key.userId)?.isFrozen ?? false })
  else {
    await checkFrozen(vault, box, id)
    await checkRaise(vault, box, raise)
    await checkHeard(vault, box, raise)
  }
  checkOpen(box.state, txId)
  const { exact } = findSignable(box.state, txId)
  checkHeld(box.state, chainOf(exact))
  if (exact.family !== how.family) throw changed('Network')
  const { feeCeiling } = raise.exact
  const raised: LogEvent[] = isRaised ? [] : [{ type: 'raised', data: { txId, feeCeiling, by: id } }]
  return makeAttempt(vault, box, { txId, cancels: false, how }, raised)
}
