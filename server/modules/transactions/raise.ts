import { CustodyRefusal, isTrouble, type SignedTransaction } from '#server/custody/custody.ts'
import { lockKey } from '#server/db/advisory.ts'
import { inTransaction } from '#server/db/unit.ts'
import { conflict, notFound } from '#server/error.ts'
import type { Caller } from '#server/http/access.ts'
import { type Answers, answering } from '#server/modules/approvals/refusal.ts'
import { senderLock } from './accept.ts'
import { stateOf } from './approved.ts'
import type { TransactionDeps } from './deps.ts'
import { endInCustody, endingOf, endRows } from './end.ts'
import type { Sending } from './family.ts'
import { type Hanging, type makeHanging, NOT_HANGING } from './hanging.ts'
import * as outbox from './outbox.ts'
import { publishUpdated } from './publish.ts'
import { FEES_ABOVE, NOT_PROPOSED, note } from './sign.ts'
import * as store from './store.ts'

const NOT_ASKED = 'Your Guardians are not asked about a higher fee of this transaction.'
const NOT_SENT = 'Not sent'
const RAISED = { from: 'pending-approval', to: 'success', reason: null } as const

const ASKING: Answers = {
  ...{ BadInput: 'ConflictError', OutOfOrder: 'ConflictError', Ended: 'ConflictError' },
  ...{ GuardiansChanged: 'ConflictError', ApprovalMissing: 'ConflictError' },
}

/** What guardians are asked where what hangs would cost more than they approved, and what follows from their yes. */
export const makeRaise = (deps: TransactionDeps, { find, write }: ReturnType<typeof makeHanging>) => {
  const { db, custody, clock, env, wallets } = deps

  const openOn = async (id: string) => (await outbox.raisesOf(db, [id])).get(id)

  /** Brings the rows to the end that custody has for what guardians were asked. */
  const followOne = async (walletId: string, transactionId: string): Promise<void> => {
    const state = await stateOf(deps, { walletId, transactionId })
    const end = state ? state.end : { outcome: 'withdrawn', reason: NOT_PROPOSED }
    if (!end || end.outcome === 'raised') return
    await endRows(deps, { walletId, transactionId }, endingOf('pending-approval', end))
  }

  /** The attempt that follows from their yes. Null where it is not made now. */
  const attempt = async (
    { send: { walletId, transactionId: txId } }: Sending,
    hanging: Hanging,
    isRaised: boolean,
    most: bigint,
  ): Promise<SignedTransaction | null> => {
    const made = isRaised
      ? await custody.raiseTransaction({ walletId, txId }).catch((error: unknown) => {
          if (!(error instanceof CustodyRefusal) || error.code !== 'OutOfOrder') throw error
        })
      : undefined
    if (made) return made
    const { sending, kept, made: attempts } = hanging
    const hashes = attempts.map(({ hash }) => hash)
    const found = await sending.family.next(sending, { raw: kept.raw, cancels: false, most, hashes })
    if ('why' in found) {
      await note(deps, txId, FEES_ABOVE)
      return null
    }
    return custody.raiseTransaction({ walletId, txId, how: found.how })
  }

  return {
    /** Has custody write down what guardians are asked, then asks them. */
    async begin(grant: string, { sending }: Hanging, ceiling: bigint): Promise<void> {
      const { transaction, send } = sending
      const { walletId, transactionId: txId, blockchain, addressKey } = send
      const now = clock.now()
      const expiresAt = new Date(now.getTime() + env.approvalTtlSeconds * 1000).toISOString()
      const state = await answering(
        custody.askRaise({ grant, walletId, txId, feeCeiling: ceiling.toString(), expiresAt }),
        ASKING,
      )
      const { txId: id, exact, raises } = state
      if (!exact || !raises) throw new Error(`Custody answers no fee for ${id}`)
      const more = BigInt(exact.feeCeiling) - BigInt(raises.feeCeiling)
      const isAsked = await inTransaction(deps, async (tx, emit) => {
        await lockKey(tx, senderLock({ blockchain, addressKey }))
        if (await outbox.find(tx, id)) return true
        const fresh = await outbox.find(tx, txId)
        if (!fresh || fresh.send.void || fresh.transaction.blockNumber !== null) return false
        const { tokenId, item, sender, recipient, description } = transaction
        // Whose accounts it concerns is the transaction's to say: it is no movement of its own.
        await store.insert(tx, {
          ...{ id, blockchain, tokenId, item, sender, recipient, description, createdAt: now },
          ...{ amount: '0', direction: 'outcome', status: 'pending-approval' },
          approvalConsensus: state.required,
        })
        const { walletName, action, target, gas } = send
        await outbox.insert(tx, {
          ...{ transactionId: id, walletId, blockchain, addressKey, walletName, action, target, gas },
          ...{ value: '0', feeCeiling: more.toString(), guarded: true, raises: txId },
          expiresAt: new Date(exact.expiresAt),
        })
        await sending.family.copy(tx, txId, id)
        await deps.approvals.opened(tx, emit, id, state)
        await publishUpdated(tx, emit, [id], deps)
        return true
      })
      if (!isAsked) {
        await endInCustody(deps, { walletId, transactionId: id }, 'withdrawn', NOT_SENT)
        throw conflict(NOT_HANGING)
      }
      deps.approvals.asked()
    },

    /** The owner takes it back. */
    async withdraw({ id: userId, grant }: Caller, walletId: string, id: string): Promise<void> {
      await wallets.own(userId, walletId)
      const open = await openOn(id)
      if (open?.walletId !== walletId) throw notFound(NOT_ASKED)
      await answering(custody.cancel({ grant, walletId, txId: open.id }), ASKING)
      await followOne(walletId, open.id)
    },

    /** After a transaction was cancelled: nobody is asked about its fee any more. */
    async follow(id: string): Promise<void> {
      const open = await openOn(id)
      if (open) await followOne(open.walletId, open.id)
    },

    /** Sends what hangs once more where guardians approved its fee by now. Answers what is to be handed in then. */
    async carry(raise: Sending): Promise<store.SendRow | undefined> {
      const { walletId, transactionId: id, raises } = raise.send
      const state = await stateOf(deps, { walletId, transactionId: id })
      const isRaised = state?.end?.outcome === 'raised'
      if (!state || (state.end && !isRaised)) await followOne(walletId, id)
      if (!state?.exact || !raises || raises !== state.raises?.txId) return undefined
      if (!isRaised && state.status !== 'satisfied') return undefined
      const hanging = await find(walletId, raises)
      // In a block: it ends with that one, or goes on if the block is undone.
      if (!hanging) {
        const isOver = isRaised && (await stateOf(deps, { walletId, transactionId: raises }))?.end
        if (isOver) await endRows(deps, raise.send, RAISED)
        return undefined
      }
      const ceiling = BigInt(state.exact.feeCeiling)
      try {
        const signed = await attempt(raise, hanging, isRaised, ceiling)
        if (!signed) return undefined
        await write(hanging.sending, signed, ceiling)
        await endRows(deps, raise.send, RAISED)
        return hanging.sending.send
      } catch (error) {
        if (!(error instanceof CustodyRefusal) || isTrouble(error)) throw error
        deps.log.warn({ transactionId: id, code: error.code, reason: error.message }, 'A fee is not raised')
        if (error.code === 'TransactionChanged') {
          await endInCustody(deps, raise.send, 'withdrawn', NOT_SENT)
          await followOne(walletId, id)
        } else if (error.code === 'Ended') await followOne(walletId, id)
        return undefined
      }
    },
  }
}
