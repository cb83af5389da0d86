import type { SignedTransaction } from '#server/custody/custody.ts'
import type { TransactionDeps } from './deps.ts'
import { endInCustody, endRows } from './end.ts'
import type { Loss, Sending } from './family.ts'
import { openOf } from './open.ts'
import * as outbox from './outbox.ts'
import { note } from './sign.ts'

const REASONS: Readonly<Record<Loss, string>> = {
  spent: 'Another transaction of this address took its place. Nothing was sent.',
  vanished: 'Coins that this transaction was to spend are not there any more. Nothing was sent.',
}

/**
 * Another attempt, which does without what is lost: whoever has its bytes may still have it mined. `isMeant`: its owner wants
 * that, too, for it sends no more than the last one.
 */
const otherAttempt = async (
  { custody }: TransactionDeps,
  sending: Sending,
  signed: SignedTransaction,
): Promise<{ raw: string; isMeant: boolean } | undefined> => {
  const { walletId, transactionId: txId } = sending.send
  const made = (await openOf(custody, walletId, txId))?.attempts ?? []
  const isCancelling = made.at(-1)?.cancels ?? false
  for (const { hash, cancels } of made.toReversed()) {
    if (hash === signed.hash) continue
    const other = await custody.signedTransaction({ walletId, txId, hash })
    if (other && !(await sending.family.lossOf(sending, other)))
      return { raw: other.raw, isMeant: cancels || !isCancelling }
  }
  return undefined
}

/**
 * What it spends is spent, or was taken back, and nobody knows this transaction, nor can another attempt at it be mined.
 * One node may lag behind another, so it is given up only when that is still so after as many blocks as make a
 * transaction final.
 */
const judgeLost = async (
  deps: TransactionDeps,
  sending: Sending,
  signed: SignedTransaction,
): Promise<void> => {
  const { family, send } = sending
  const { chain } = family
  const { transactionId: id } = send
  const loss = await family.lossOf(sending, signed)
  if (!loss) return
  const other = await otherAttempt(deps, sending, signed)
  if (other) {
    const isTaken = other.isMeant && (await chain.broadcast(other.raw)).kind === 'accepted'
    await outbox.update(deps.db, id, {
      ...{ lostAtBlock: null, ...(isTaken && { broadcastAt: deps.clock.now() }) },
    })
    return
  }
  const head = await chain.head()
  if (send.lostAtBlock === null) {
    await outbox.update(deps.db, id, { lostAtBlock: head })
    return
  }
  if (head < send.lostAtBlock + chain.confirmations) return
  deps.log.warn({ transactionId: id }, 'What a transaction spends was spent elsewhere')
  const reason = REASONS[loss]
  await endInCustody(deps, send, 'final', reason)
  await endRows(deps, send, { from: 'broadcasting', to: 'failed', reason })
}

/**
 * Hands the stored bytes to the chain. May be repeated at any time: the hash is always the same, and whatever the
 * node says is settled by looking that hash up, never by signing again.
 */
export const handIn = async (
  deps: TransactionDeps,
  sending: Sending,
  signed: SignedTransaction,
): Promise<void> => {
  const { family, send, transaction } = sending
  const { chain } = family
  const { db, clock, log } = deps
  const id = send.transactionId
  const answer = await chain.broadcast(signed.raw)
  if (answer.kind === 'accepted' || (await chain.knows(signed.hash))) {
    await outbox.update(db, id, { broadcastAt: clock.now(), lostAtBlock: null })
    if (transaction.note !== null) await note(deps, id, null)
    return
  }
  switch (answer.kind) {
    case 'refused':
      // Its bytes exist, and may be mined by whoever has them: it ends when something final spends what it spends.
      log.warn({ transactionId: id, reason: answer.reason }, `${chain.name} refuses a transaction`)
      await note(deps, id, answer.reason)
      return
    case 'spent':
      await judgeLost(deps, sending, signed)
      return
    case 'later':
    case 'unclear':
      log.info({ transactionId: id, reason: answer.reason }, 'A transaction will be handed in again')
  }
}
