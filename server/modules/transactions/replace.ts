import type { ReplyOf } from '#contract/endpoint.ts'
import type { replacementOf } from '#contract/endpoints/replacement.ts'
import { CANCEL_FACTOR, guardedCeiling } from '#domain/gas.ts'
import { FEES_ROSE } from '#domain/sendrule.ts'
import { conflict } from '#server/error.ts'
import type { Caller } from '#server/http/access.ts'
import { type Answers, answering } from '#server/modules/approvals/refusal.ts'
import type { TransactionDeps } from './deps.ts'
import type { Families } from './families.ts'
import type { Next } from './family.ts'
import { gate } from './gate.ts'
import { type Hanging, isCancelling, makeHanging } from './hanging.ts'
import { earlierAttempt, type IdempotencyKey, rememberAttempt } from './key.ts'
import { openOf } from './open.ts'
import { raisesOf } from './outbox.ts'
import { makeRaise } from './raise.ts'
import { TOO_DEAR } from './sign.ts'

/** In custody's words. */
const AT_ONCE = 'It was sped up at the same moment. Look at it again.'
const IS_CANCELLED = 'It is being cancelled already.'
export const ABOVE_APPROVED =
  'It would have to cost more than your Guardians approved. Cancel it and send it again: then they approve the new fee.'
const IS_ASKED = 'Your Guardians are asked about a higher fee already.'
const IS_APPROVED = 'It can be sped up for what your Guardians approved. Look at it again.'

const REFUSALS: Answers = {
  ...{ BadInput: 'ConflictError', OutOfOrder: 'ConflictError', Ended: 'ConflictError' },
  ...{ ApprovalMissing: 'ConflictError', FeeAboveCeiling: 'ConflictError', CoinTaken: 'ConflictError' },
  UnknownTransaction: 'NotFoundError',
}

/** Sends that were handed in and hang: once more at a higher fee, or cancelled on their network. */
export const makeReplace = (deps: TransactionDeps, families: Families) => {
  const { db, clock, custody, wallets } = deps
  const hanging = makeHanging(deps, families)
  const { load, carrierOf, write } = hanging
  const raising = makeRaise(deps, hanging)

  const isGuarded = async ({ sending, open }: Hanging): Promise<boolean> =>
    open.guarded || (await gate(custody, sending.send.walletId)).guarded

  const next = async (loaded: Hanging, cancels: boolean, guarded: boolean): Promise<Next> => {
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

  /** What guardians can be asked to approve, where it would cost more than they did; undefined where nobody can be asked. */
  const anewFor = async ({ sending, kept, made }: Hanging) => {
    const { required } = await gate(custody, sending.send.walletId)
    if (required === 0) return undefined
    const hashes = made.map(({ hash }) => hash)
    const found = await sending.family.next(sending, {
      ...{ raw: kept.raw, cancels: false, most: undefined, hashes },
    })
    return 'why' in found ? undefined : { fee: found.fee, ceiling: guardedCeiling(found.fee), required }
  }

  const isAsked = async ({ sending }: Hanging): Promise<boolean> =>
    (await raisesOf(db, [sending.send.transactionId])).size > 0

  /** Why it is not sped up, and what guardians can be asked. */
  const beyond = async (
    loaded: Hanging,
    speedUp: Next,
  ): Promise<{ speedUp: Next; anew?: ReplyOf<typeof replacementOf>['anew'] }> => {
    if (!('why' in speedUp) || speedUp.why !== ABOVE_APPROVED) return { speedUp }
    if (await isAsked(loaded)) return { speedUp: { why: IS_ASKED } }
    const anew = await anewFor(loaded)
    return { speedUp, anew: anew && { ceiling: anew.ceiling.toString(), required: anew.required } }
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
    ...raising,

    async offer(userId: string, walletId: string, id: string): Promise<ReplyOf<typeof replacementOf>> {
      await wallets.own(userId, walletId)
      const loaded = await load(walletId, id)
      const faster = (await carrierOf(loaded)) ?? loaded
      const isOther = faster !== loaded
      const guarded = await isGuarded(faster)
      const { speedUp, anew } = await beyond(
        faster,
        await next(faster, isOther && isCancelling(faster), guarded),
      )
      const cancel = await next(loaded, true, guarded)
      const view = (one: Next) => ('why' in one ? { why: one.why } : { fee: one.fee.toString() })
      const { send, family } = faster.sending
      const fee = (await family.costOf(faster.sending, faster.kept.raw)).toString()
      return {
        ...{ fee, ...(guarded && { ceiling: send.feeCeiling }), ...(anew && { anew }) },
        ...{ speedUp: view(speedUp), cancel: view(cancel), ...(isOther && { through: send.transactionId }) },
      }
    },

    /** Asks guardians whether it may cost more than they approved. Asked again while they are, it changes nothing. */
    async ask(
      { id: userId, grant }: Caller,
      walletId: string,
      id: string,
      { maxFee }: { maxFee: bigint },
    ): Promise<void> {
      await wallets.own(userId, walletId)
      const asked = await load(walletId, id)
      const loaded = (await carrierOf(asked)) ?? asked
      if (await isAsked(loaded)) return
      const found = await next(loaded, false, true)
      if (!('why' in found)) throw conflict(IS_APPROVED)
      const anew = found.why === ABOVE_APPROVED ? await anewFor(loaded) : undefined
      if (!anew) throw conflict(found.why)
      if (anew.fee > maxFee) throw conflict(FEES_ROSE)
      const ceiling = maxFee < anew.ceiling ? maxFee : anew.ceiling
      await raising.begin(grant, loaded, ceiling)
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
      const { transactionId } = sending.send
      const approved = BigInt(sending.send.feeCeiling)
      const ceiling = !cancels && fee > approved ? fee : approved
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
      if (cancels) await raising.follow(transactionId)
      return transactionId
    },
  }
}
