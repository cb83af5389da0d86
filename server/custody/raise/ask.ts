import { requirementOf } from '#server/custody/approval/guardian.ts'
import { type ApprovalState, approvalState } from '#server/custody/approval/progress.ts'
import { checkOpen, checkTime, derived, findSignable } from '#server/custody/approval/proposal.ts'
import { chainOf, type LogEvent } from '#server/custody/event.ts'
import { checkHeld } from '#server/custody/hold/hold.ts'
import { checkOwner } from '#server/custody/owner.ts'
import type { Speaker } from '#server/custody/person/grant.ts'
import type { Input } from '#server/custody/port.ts'
import { CustodyRefusal } from '#server/custody/refusal.ts'
import { ceilingOf } from '#server/custody/replacement.ts'
import type { WalletState } from '#server/custody/state.ts'
import type { Box, Vault } from '#server/custody/vault.ts'
import { openRaise, raiseOf } from './raise.ts'

const order = (message: string) => new CustodyRefusal('OutOfOrder', message)

/** How often guardians were asked about this transaction's fee. */
const asksOf = ({ proposals }: WalletState, txId: string): number =>
  [...proposals.values()].filter(({ raises }) => raises?.txId === txId).length

/** The owner's: asks guardians whether what hangs may cost more than was approved. Nothing is sent by it. */
export const askRaise = async (
  vault: Vault,
  box: Box,
  { txId, feeCeiling, expiresAt }: Input<'askRaise'>,
  speaker: Speaker,
): Promise<ApprovalState> => {
  checkOwner(box, speaker)
  const { state, key } = box
  const transaction = findSignable(state, txId)
  const chain = chainOf(transaction.exact)
  const made = state.attempts.get(txId) ?? []
  if (made.length === 0) throw order('Only what was signed can be sped up.')
  checkOpen(state, txId)
  if (made.some(({ signing }) => signing.cancels))
    throw order('What is being cancelled is not sent after all.')
  checkHeld(state, chain)
  const open = openRaise(state, txId)
  const isOver = open !== undefined && !(Date.parse(open.exact.expiresAt) > box.now)
  if (open && !isOver) {
    if (open.exact.feeCeiling !== feeCeiling)
      throw order('Guardians are asked about another fee already. Withdraw that first.')
    return approvalState(vault, box, open.txId)
  }
  const before = ceilingOf(state, txId, transaction.exact)
  if (BigInt(feeCeiling) <= before)
    throw new CustodyRefusal('BadInput', 'It may cost so much already.', { ceiling: String(before) })
  checkTime(expiresAt, box.now)
  const { policyVersion, sendableFrom } = requirementOf(box, vault.delay, chain)
  if (policyVersion === undefined) throw order('No Guardian has to approve what this wallet sends now.')
  if (sendableFrom)
    throw new CustodyRefusal(
      'GuardiansChanged',
      `Guardians were changed. You can send again from ${sendableFrom}.`,
      { sendableFrom },
    )
  const id = derived(['countersign/raise/1', key.walletId, txId, String(asksOf(state, txId))])
  const over: LogEvent[] = open ? [{ type: 'ended', data: { txId: open.txId, outcome: 'expired' } }] : []
  const raise = raiseOf(transaction, { id, before: String(before), feeCeiling, expiresAt })
  await box.append(...over, { type: 'proposed', data: { ...raise, policyVersion } })
  return approvalState(vault, box, id)
}
