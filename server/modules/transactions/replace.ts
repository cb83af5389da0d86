import type { ReplyOf } from '#contract/endpoint.ts'
import type { replacementOf } from '#contract/endpoints/replacement.ts'
import { CANCEL_FACTOR } from '#domain/gas.ts'
import { FEES_ROSE } from '#domain/sendrule.ts'
import { lockKey } from '#server/db/advisory.ts'
import { inTransaction } from '#server/db/unit.ts'
import { conflict, notFound } from '#server/error.ts'
import type { Caller } from '#server/http/access.ts'
import { type Answers, answering } from '#server/modules/approvals/refusal.ts'
import { senderLock } from './accept.ts'
import * as attempts from './attempts.ts'
import type { TransactionDeps } from './deps.ts'
import type { Families } from './families.ts'
import type { Next, Sending } from './family.ts'
import { gate } from './gate.ts'
import { earlierAttempt, type IdempotencyKey, rememberAttempt } from './key.ts'
import { openOf } from './open.ts'
import * as outbox from './outbox.ts'
import { publishUpdated } from './publish.ts'
import { keptBytes, TOO_DEAR } from './sign.ts'
import * as store from './store.ts'

const NOT_HANGING = 'Only a transaction that was sent and is in no block yet can be replaced.'
const IS_CANCELLED = 'It is being cancelled already.'
export const ABOVE_APPROVED =
  'It would have to cost more than your Guardians approved. Cancel it and send it again: then they approve the new fee.'
/** In custody's words. */
const AT_ONCE = 'It was sped up at the same moment. Look at it again.'
const NO_TRANSACTION = 'This transaction does not exist'

const REFUSALS: Answers = {
  ...{ BadInput: 'ConflictError', OutOfOrder: 'ConflictError', Ended: 'ConflictError' },
  ...{ ApprovalMissing: 'ConflictError', FeeAboveCeiling: 'ConflictError', CoinTaken: 'ConflictError' },
  UnknownTransaction: 'NotFoundError',
}

/** Sends that were handed in and hang: once more at a higher fee, or cancelled on their network. */
export const makeReplace = (deps: TransactionDeps, families: Families) => {
  const { db, clock, custody, wallets, tokens } = deps

  const find = async (walletId: string, id: string) => {
    const found = await outbox.find(db, id)
    if (found?.send.walletId !== walletId) throw notFound(NO_TRANSACTION)
    const { transaction, send } = found
    const family = families.get(transaction.blockchain)
    const token = await tokens.find(transaction.tokenId)
    const isHanging = transaction.status === 'broadcasting' && transaction.blockNumber === null && !send.void
    const kept = isHanging ? await keptBytes(deps, send) : null
    const open = family && token && kept && (await openOf(custody, walletId, id))
    if (!open) return undefined
    return { sending: { transaction, send, token, family }, kept, made: open.attempts, open }
  }
  type Loaded = NonNullable<Awaited<ReturnType<typeof find>>>

  const load = async (walletId: string, id: string): Promise<Loaded> => {
    const found = await find(walletId, id)
    if (!found) throw conflict(NOT_HANGING)
    return found
  }

  const isCancelling = ({ made }: Loaded): boolean => made.some(({ cancels }) => cancels)

  /**
   * What is sped up where something else spends what came back of it: the last one, whose fee then counts for all before it.
   * Undefined where that is not on its way.
   */
  const carrierOf = async (loaded: Loaded): Promise<Loaded | undefined> => {
    let last: Loaded | undefined = loaded
    for (let id: string | undefined; last; ) {
      id = await last.sending.family.carrier(last.made.map(({ hash }) => hash))
      if (id === undefined) return last
      last = await find(loaded.sending.send.walletId, id)
    }
    return undefined
  }

  const isGuarded = async ({ sending, open }: Loaded): Promise<boolean> =>
    open.guarded || (await gate(custody, sending.send.walletId)).guarded

  const next = async (loaded: Loaded, cancels: boolean, guarded: boolean): Promise<Next> => {
    if (!cancels && isCancelling(loaded)) return { why: IS_CANCELLED }
    const { sending, kept, made } = loaded
    const { send, family } = sending
    const ceiling = BigInt(send.feeCeiling)
    const most = cancels ? ceiling * CANCEL_FACTOR : guarded ? ceiling : undefined
    const hashes = made.map(({ hash }) => hash)
    const found = await family.next(sending, { raw: kept.raw, cancels, most, hashes })
    const isAbove = guarded && !cancels && 'why' in found && found.why === TOO_DEAR
    return isAbove ? { why: ABOVE_APPROVED } : found
  }

  const write = async (
    { send: { transactionId: id, walletId, blockchain, addressKey }, family }: Sending,
    signed: { raw: string; hash: string },
    ceiling: bigint,
  ): Promise<void> => {
    const open = await openOf(custody, walletId, id)
    await inTransaction(deps, async (tx, emit) => {
      await lockKey(tx, senderLock({ blockchain, addressKey }))
      const fresh = await outbox.find(tx, id)
      await attempts.note(tx, id, open?.attempts ?? [])
      if (!fresh || fresh.send.void || fresh.transaction.blockNumber !== null) return
      // The next one may be written down by now.
      if (open && open.attempts.at(-1)?.hash !== signed.hash) return
      await store.update(tx, id, { hash: signed.hash, note: null })
      await outbox.update(tx, id, {
        ...{ raw: signed.raw, broadcastAt: null, lostAtBlock: null, feeCeiling: ceiling.toString() },
      })
      await family.keep(tx, id, signed)
      await publishUpdated(tx, emit, [id], deps)
    })
  }

  /** The number of the attempt that this key stands for. */
  const claimed = async (key: IdempotencyKey, transactionId: string, attempt: number): Promise<number> => {
    const now = clock.now()
    if (await rememberAttempt(db, key, { transactionId, attempt }, now)) return attempt
    const known = await earlierAttempt(db, key, now)
    return known?.transactionId === transactionId ? known.attempt : attempt
  }

  /** The send of an earlier press with this key, where that made its attempt, or can make none any more. */
  const madeBefore = async (
    key: IdempotencyKey | undefined,
    walletId: string,
    isCancel: boolean,
  ): Promise<string | undefined> => {
    const known = key && (await earlierAttempt(db, key, clock.now()))
    if (!known) return undefined
    const open = await openOf(custody, walletId, known.transactionId)
    if (!open) return known.transactionId
    const made = open.attempts[known.attempt - 1]
    if (made && isCancel && !made.cancels) throw conflict(AT_ONCE)
    return made && known.transactionId
  }

  return {
    async offer(userId: string, walletId: string, id: string): Promise<ReplyOf<typeof replacementOf>> {
      await wallets.own(userId, walletId)
      const loaded = await load(walletId, id)
      const faster = (await carrierOf(loaded)) ?? loaded
      const isOther = faster !== loaded
      const guarded = await isGuarded(faster)
      const speedUp = await next(faster, isOther && isCancelling(faster), guarded)
      const cancel = await next(loaded, true, guarded)
      const view = (one: Next) => ('why' in one ? { why: one.why } : { fee: one.fee.toString() })
      const { send, family } = faster.sending
      const fee = (await family.costOf(faster.sending, faster.kept.raw)).toString()
      return {
        ...{ fee, ...(guarded && { ceiling: send.feeCeiling }) },
        ...{ speedUp: view(speedUp), cancel: view(cancel), ...(isOther && { through: send.transactionId }) },
      }
    },

    /** Answers which send that is in the end. */
    async replace(
      { id: userId, grant }: Caller,
      walletId: string,
      id: string,
      {
        cancels: isCancel,
        maxFee,
        key,
      }: { cancels: boolean; maxFee: bigint; key: IdempotencyKey | undefined },
    ): Promise<string> {
      await wallets.own(userId, walletId)
      const before = await madeBefore(key, walletId, isCancel)
      if (before !== undefined) return before
      const asked = await load(walletId, id)
      const loaded = (!isCancel && (await carrierOf(asked))) || asked
      const cancels = isCancel || (loaded !== asked && isCancelling(loaded))
      const found = await next(loaded, cancels, await isGuarded(loaded))
      if ('why' in found) throw conflict(found.why)
      const { fee, how } = found
      if (fee > maxFee) throw conflict(FEES_ROSE)
      const { sending, made } = loaded
      const approved = BigInt(sending.send.feeCeiling)
      const ceiling = !cancels && fee > approved ? fee : approved
      const { transactionId } = sending.send
      // A call that was faster under the same key asks custody for the same attempt, which is made once.
      const attempt = key ? await claimed(key, transactionId, made.length + 1) : made.length + 1
      const signed = await answering(
        custody.replaceTransaction({
          ...{ grant, walletId, txId: transactionId, attempt, cancels, how },
          ...(ceiling > approved && { feeCeiling: ceiling.toString() }),
        }),
        REFUSALS,
      )
      await write(sending, signed, ceiling)
      return transactionId
    },
  }
}
