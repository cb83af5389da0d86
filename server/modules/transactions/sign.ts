import { PAUSED } from '#domain/sendrule.ts'
import { CustodyRefusal, isTrouble, type SignedTransaction } from '#server/custody/custody.ts'
import { inTransaction } from '#server/db/unit.ts'
import { stateOf } from './approved.ts'
import type { TransactionDeps } from './deps.ts'
import { endInCustody, endingOf, endRows } from './end.ts'
import type { Sending } from './family.ts'
import * as outbox from './outbox.ts'
import { publishUpdated } from './publish.ts'
import * as store from './store.ts'

export const FEES_ABOVE = 'Network fees are above what was approved. It is sent when they fall.'
export const TOO_DEAR = 'Another one would have to cost more than it may.'
export const NOT_PROPOSED =
  'This was not confirmed here, or before an update. Nothing was sent. Please send it again.'

/** Has custody sign; null where another process had it signed meanwhile. */
type Ready = () => Promise<SignedTransaction | null>

/** What is approved waits for its guardians' fee; what needed nobody was accepted at its fee. */
const phaseOf = ({ status }: Pick<store.TransactionRow, 'status'>) =>
  status === 'pending-approval' ? 'pending-approval' : 'broadcasting'

/** Tells the owner why his transaction waits. */
export const note = async (deps: TransactionDeps, id: string, text: string | null): Promise<void> => {
  await inTransaction(deps, async (tx, emit) => {
    const found = await store.find(tx, id)
    if (!found || found.note === text) return
    await store.update(tx, id, { note: text })
    await publishUpdated(tx, emit, [id], deps)
  })
}

/** Ends it as failed, unless custody says that it is signed. */
const fail = async (
  deps: TransactionDeps,
  { transaction, send }: Sending,
  reason: string,
): Promise<boolean> => {
  if (!(await endInCustody(deps, send, 'withdrawn', reason))) return false
  await endRows(deps, send, { from: phaseOf(transaction), to: 'failed', reason })
  return true
}

const signedElsewhere: Ready = async () => null

/** Looks whether it can still be paid, and takes what it spends. Undefined when it is not to be signed now. */
export const makeReady = async (deps: TransactionDeps, sending: Sending): Promise<Ready | undefined> => {
  const taken = await sending.family.take(sending)
  switch (taken.kind) {
    case 'ended':
    case 'later':
      return undefined
    case 'signed':
      return signedElsewhere
    case 'wait':
      await note(deps, sending.send.transactionId, FEES_ABOVE)
      return undefined
    case 'short':
      // What is signed by now goes on.
      return (await fail(deps, sending, taken.reason)) ? undefined : signedElsewhere
    case 'ready':
      return taken.sign
  }
}

/** Refusals that leave a guarded transaction waiting: approvals were lost since it was found approved, or fees rose. */
const WAITING: readonly string[] = ['ApprovalMissing', 'GuardiansChanged', 'Expired', 'FeeAboveCeiling']

const refusedBy = async (deps: TransactionDeps, sending: Sending, refusal: CustodyRefusal): Promise<void> => {
  const { code, message, details } = refusal
  const id = sending.send.transactionId
  const phase = phaseOf(sending.transaction)
  deps.log.warn({ transactionId: id, code, reason: message }, 'Custody does not sign a transaction')
  if (code === 'ChainAhead' || code === 'Held') return note(deps, id, PAUSED)
  // It is tried again with others.
  if (code === 'CoinTaken') return
  if (phase === 'pending-approval' && WAITING.includes(code)) return
  if (code === 'Ended') return follow(deps, sending, { outcome: String(details.outcome), reason: message })
  await fail(deps, sending, code === 'UnknownTransaction' ? NOT_PROPOSED : message)
}

/** Brings the rows of a transaction to the end that custody's log has for it. */
export const follow = async (
  deps: TransactionDeps,
  { transaction, send }: Sending,
  end: Parameters<typeof endingOf>[1],
): Promise<void> => {
  await endRows(deps, send, endingOf(phaseOf(transaction), end))
}

/** What custody signed for it. Null also where it knows no such wallet. */
export const keptBytes = async (
  { custody }: TransactionDeps,
  { walletId, transactionId }: Pick<store.SendRow, 'walletId' | 'transactionId'>,
): Promise<SignedTransaction | null> => {
  try {
    return await custody.signedTransaction({ walletId, txId: transactionId })
  } catch (error) {
    if (error instanceof CustodyRefusal && error.code === 'UnknownWallet') return null
    throw error
  }
}

/** Has custody sign and stores the bytes, before anyone else hears of them. False when custody does not sign now. */
export const sign = async (deps: TransactionDeps, sending: Sending, ready?: Ready): Promise<boolean> => {
  const id = sending.send.transactionId
  const phase = phaseOf(sending.transaction)
  try {
    // What custody signed before goes on as it is, whatever its row says.
    const signed = (await keptBytes(deps, sending.send)) ?? (ready ? await ready() : null)
    if (!signed) return false
    const { raw, hash } = signed
    const decided = phase === 'pending-approval' ? await stateOf(deps, sending.send) : undefined
    await inTransaction(deps, async (tx, emit) => {
      if (!(await store.updateFrom(tx, id, phase, { status: 'broadcasting', hash, note: null }))) return
      if (!(await outbox.storeRaw(tx, id, raw))) return
      await sending.family.keep(tx, id, signed)
      if (decided) await deps.approvals.ended(tx, emit, id, decided)
      await publishUpdated(tx, emit, [id], deps)
    })
    return true
  } catch (error) {
    if (!(error instanceof CustodyRefusal) || isTrouble(error)) throw error
    await refusedBy(deps, sending, error)
    return false
  }
}
