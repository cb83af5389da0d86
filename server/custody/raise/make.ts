import { changed, checkOpen, findSignable } from '#server/custody/approval/proposal.ts'
import { chainOf, type LogEvent, type Signing } from '#server/custody/event.ts'
import { checkHeld } from '#server/custody/hold/hold.ts'
import type { Input } from '#server/custody/port.ts'
import { CustodyRefusal } from '#server/custody/refusal.ts'
import { completed, makeAttempt } from '#server/custody/replace.ts'
import { checkFrozen, isFrozenSince } from '#server/custody/sign.ts'
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

const checkUnfrozen = (vault: Vault, box: Box, id: string): void => {
  if (isFrozenSince(vault, box, id))
    throw new CustodyRefusal('Frozen', 'The account of this wallet’s owner was frozen meanwhile.')
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
  const known = madeBy(box.state, raise)
  if (known) return completed(vault, box, known)
  if (!how) throw new CustodyRefusal('OutOfOrder', 'Nothing was made by these approvals yet.')
  const isRaised = box.state.ends.get(id)?.outcome === 'raised'
  if (isRaised) checkUnfrozen(vault, box, id)
  else {
    checkOpen(box.state, id)
    await checkFrozen(vault, box, id)
    await checkRaise(vault, box, raise)
  }
  checkOpen(box.state, txId)
  const { exact } = findSignable(box.state, txId)
  checkHeld(box.state, chainOf(exact))
  if (exact.family !== how.family) throw changed('Network')
  const { feeCeiling } = raise.exact
  const raised: LogEvent[] = isRaised ? [] : [{ type: 'raised', data: { txId, feeCeiling, by: id } }]
  const made = box.state.attempts.get(txId) ?? []
  return makeAttempt(vault, box, { txId, attempt: made.length + 1, cancels: false, how }, raised)
}
