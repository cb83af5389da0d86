import { checkWholeHeld } from '#server/custody/hold/hold.ts'
import { checkGuardian } from '#server/custody/owner.ts'
import type { Speaker } from '#server/custody/person/grant.ts'
import type { Input } from '#server/custody/port.ts'
import { CustodyRefusal } from '#server/custody/refusal.ts'
import type { Box, Vault } from '#server/custody/vault.ts'
import { withGuardian } from './guardian.ts'
import { inviteToAccept } from './invite.ts'
import { claim, isSignedBy } from './issue.ts'
import { type ApprovalState, approvalState } from './progress.ts'
import { openProposal } from './proposal.ts'

const badSignature = () =>
  new CustodyRefusal(
    'BadSignature',
    'The signature is not by the wallet that the text names; sign it with that one.',
  )

/** Takes a guardian's approval. The identical call again, after an answer got lost, changes nothing. */
export const approve = async (
  vault: Vault,
  box: Box,
  asked: Input<'approve'>,
  who: Speaker,
): Promise<ApprovalState> => {
  const { txId, guardianId, nonce, timestamp, signature } = asked
  const repeated = box.state.decisions
    .get(txId)
    ?.some(
      (made) =>
        made.kind === 'approved' &&
        made.guardianId === guardianId &&
        vault.keys.ownerOf(made.address)?.userId === who.userId &&
        made.nonce === nonce &&
        made.signature === signature,
    )
  if (repeated) return approvalState(vault, box, txId)
  openProposal(vault, box, txId, guardianId)
  const guardian = checkGuardian(vault, box, guardianId, who)
  const { userId } = who
  const issued = await claim(vault, box, { kind: 'approval', recordId: txId, userId, nonce, timestamp })
  const { address, logHead, message } = issued
  if (guardian.address !== address || !(await isSignedBy(address, message, signature))) throw badSignature()
  await box.append({
    type: 'approved',
    data: { txId, guardianId, address, nonce, timestamp, logHead, message, signature },
  })
  await vault.pending.remove(box.key.walletId, nonce)
  return approvalState(vault, box, txId)
}

/** Takes a guardian's refusal; it needs no signature, since it can only hold money back. */
export const decline = async (
  vault: Vault,
  box: Box,
  { txId, guardianId, reason }: Input<'decline'>,
  who: Speaker,
): Promise<ApprovalState> => {
  openProposal(vault, box, txId, guardianId)
  checkGuardian(vault, box, guardianId, who)
  await box.append({ type: 'declined', data: { txId, guardianId, reason } })
  return approvalState(vault, box, txId)
}

/** Takes the proof that a guardian accepted with the key of this address: from now on he is one. */
export const confirmInvite = async (
  vault: Vault,
  box: Box,
  { inviteId, nonce, timestamp, signature }: Input<'confirmInvite'>,
  who: Speaker,
): Promise<{ address: string }> => {
  const known = box.state.invites.find((invite) => invite.inviteId === inviteId)
  if (known?.nonce === nonce && known.signature === signature) return { address: known.address }
  const { email } = inviteToAccept(vault, box, inviteId, who)
  const { address, message } = await claim(vault, box, {
    kind: 'invite',
    recordId: inviteId,
    userId: who.userId,
    nonce,
    timestamp,
  })
  if (!(await isSignedBy(address, message, signature))) throw badSignature()
  checkWholeHeld(box.state)
  const policy = withGuardian(vault, box, { id: inviteId, email, address })
  await box.append({
    type: 'invite-confirmed',
    data: { inviteId, address, nonce, timestamp, message, signature, policy },
  })
  await vault.pending.remove(box.key.walletId, nonce)
  return { address }
}
