import { checkOwner } from '#server/custody/owner.ts'
import type { Speaker } from '#server/custody/person/grant.ts'
import type { Input } from '#server/custody/port.ts'
import { CustodyRefusal } from '#server/custody/refusal.ts'
import type { End } from '#server/custody/state.ts'
import type { Box } from '#server/custody/vault.ts'
import { checkOpen, checkUnsigned, findProposal, isSigned } from './proposal.ts'

/** The owner's: nothing is ever signed for it, unless that has begun. Again it changes nothing. */
export const cancel = async (
  box: Box,
  { txId }: Input<'cancel'>,
  speaker: Speaker,
): Promise<{ outcome: End['outcome'] }> => {
  checkOwner(box, speaker)
  findProposal(box.state, txId)
  checkUnsigned(box.state, txId)
  const before = box.state.ends.get(txId)
  if (before?.outcome !== 'cancelled') {
    checkOpen(box.state, txId)
    await box.append({ type: 'cancelled', data: { txId } })
  }
  return { outcome: 'cancelled' }
}

/**
 * Needs nobody, since it can only hold money back: an unsigned transaction ends by its time or is withdrawn; that a
 * signed one is final on its chain is only noted. Answers how it ended, which may have been before and otherwise.
 */
export const end = async (
  box: Box,
  { txId, outcome, reason }: Input<'end'>,
): Promise<{ outcome: End['outcome'] }> => {
  const { terms } = findProposal(box.state, txId)
  const before = box.state.ends.get(txId)
  if (before) return { outcome: before.outcome }
  if (outcome !== 'final') checkUnsigned(box.state, txId)
  else if (!isSigned(box.state, txId))
    throw new CustodyRefusal('OutOfOrder', 'Only what was signed can be final on a chain.')
  if (outcome === 'expired' && Date.parse(terms.expires) > box.now)
    throw new CustodyRefusal('OutOfOrder', 'This transaction has not expired yet.')
  await box.append({ type: 'ended', data: { txId, outcome, ...(reason !== undefined && { reason }) } })
  return { outcome }
}
