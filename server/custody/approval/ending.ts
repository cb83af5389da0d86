import { checkOwner } from '#server/custody/owner.ts'
import type { Speaker } from '#server/custody/person/grant.ts'
import type { Input } from '#server/custody/port.ts'
import { withoutRaise } from '#server/custody/raise/raise.ts'
import { CustodyRefusal } from '#server/custody/refusal.ts'
import { keptAs } from '#server/custody/sign.ts'
import type { End } from '#server/custody/state.ts'
import type { Box, Vault } from '#server/custody/vault.ts'
import { alreadySigned, checkOpen, findProposal, isSigned } from './proposal.ts'

/** Older versions signed without an entry: their files say so. */
const checkUnsigned = async (vault: Vault, box: Box, txId: string): Promise<void> => {
  if (isSigned(box.state, txId) || (await keptAs(vault, box, txId))) throw alreadySigned()
}

/** The owner's: nothing is ever signed for it, unless that has begun. Again it changes nothing. */
export const cancel = async (
  vault: Vault,
  box: Box,
  { txId }: Input<'cancel'>,
  speaker: Speaker,
): Promise<{ outcome: End['outcome'] }> => {
  checkOwner(box, speaker)
  await checkUnsigned(vault, box, txId)
  findProposal(box.state, txId)
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
  vault: Vault,
  box: Box,
  { txId, outcome, reason }: Input<'end'>,
): Promise<{ outcome: End['outcome'] }> => {
  if (outcome !== 'final') await checkUnsigned(vault, box, txId)
  const { terms } = findProposal(box.state, txId)
  const before = box.state.ends.get(txId)
  if (before) return { outcome: before.outcome }
  if (outcome === 'final' && !isSigned(box.state, txId))
    throw new CustodyRefusal('OutOfOrder', 'Only what was signed can be final on a chain.')
  if (outcome === 'expired' && Date.parse(terms.expires) > box.now)
    throw new CustodyRefusal('OutOfOrder', 'This transaction has not expired yet.')
  await box.append(
    { type: 'ended', data: { txId, outcome, ...(reason !== undefined && { reason }) } },
    ...withoutRaise(box.state, txId),
  )
  return { outcome }
}
