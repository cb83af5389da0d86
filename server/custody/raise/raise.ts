import { type Exactly, findExact } from '#server/custody/approval/proposal.ts'
import type { LogEvent } from '#server/custody/event.ts'
import { CustodyRefusal } from '#server/custody/refusal.ts'
import type { WalletState } from '#server/custody/state.ts'
import { feeLine } from '#server/custody/terms.ts'

/** What guardians are asked where a transaction that hangs is to cost more than was approved. */
export type Raise = Exactly & Required<Pick<Exactly, 'raises'>>

/** By what the log alone says: custody and each signer make the same of it. */
export const findRaise = (state: WalletState, id: string): Raise => {
  const { raises, ...proposal } = findExact(state, id)
  if (raises) return { ...proposal, raises }
  throw new CustodyRefusal('BadInput', 'This is a transaction of its own; it raises the fee of no other one.')
}

/** The one that is open about this transaction. */
export const openRaise = ({ open, proposals }: WalletState, txId: string): Raise | undefined => {
  for (const id of open.keys()) {
    const { exact, raises, ...proposal } = proposals.get(id) ?? {}
    if ('txId' in proposal && exact && raises?.txId === txId) return { ...proposal, exact, raises }
  }
  return undefined
}

/** What is written down beside the end of a transaction, or what cancels it: nobody has to approve more for it. */
export const withoutRaise = (state: WalletState, txId: string): LogEvent[] => {
  const open = openRaise(state, txId)
  return open ? [{ type: 'ended', data: { txId: open.txId, outcome: 'withdrawn' } }] : []
}

/** All of a transaction as it was proposed, but for what it may cost; in the words that guardians read and in values. */
export const raiseOf = (
  { txId, terms, exact }: Exactly,
  {
    id,
    before,
    feeCeiling,
    expiresAt,
  }: { id: string; before: string; feeCeiling: string; expiresAt: string },
): Omit<Raise, 'policyVersion'> => ({
  txId: id,
  terms: {
    ...terms,
    ...{ transaction: id, raises: txId, feeBefore: feeLine(exact, before) },
    ...{ fee: feeLine(exact, feeCeiling), expires: expiresAt },
  },
  exact: { ...exact, feeCeiling, expiresAt },
  raises: { txId, feeCeiling: before },
})
