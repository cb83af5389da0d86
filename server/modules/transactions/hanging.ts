import { lockKey } from '#server/db/advisory.ts'
import { inTransaction } from '#server/db/unit.ts'
import { conflict, notFound } from '#server/error.ts'
import { senderLock } from './accept.ts'
import * as attempts from './attempts.ts'
import type { TransactionDeps } from './deps.ts'
import type { Families } from './families.ts'
import type { Sending } from './family.ts'
import { openOf } from './open.ts'
import * as outbox from './outbox.ts'
import { publishUpdated } from './publish.ts'
import { keptBytes } from './sign.ts'
import * as store from './store.ts'

export const NOT_HANGING = 'Only a transaction that was sent and is in no block yet can be replaced.'
const NO_TRANSACTION = 'This transaction does not exist'

/** Sends that were handed in and are in no block: what custody has of them, and what comes in their place. */
export const makeHanging = (deps: TransactionDeps, families: Families) => {
  const { db, custody, tokens } = deps

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
  type Hanging = NonNullable<Awaited<ReturnType<typeof find>>>

  return {
    find,

    async load(walletId: string, id: string): Promise<Hanging> {
      const found = await find(walletId, id)
      if (!found) throw conflict(NOT_HANGING)
      return found
    },

    /**
     * What is sped up where something else spends what came back of it: the last one, whose fee then counts for all before
     * it. Undefined where that is not on its way.
     */
    async carrierOf(hanging: Hanging): Promise<Hanging | undefined> {
      let last: Hanging | undefined = hanging
      for (let id: string | undefined; last; ) {
        id = await last.sending.family.carrier(last.made.map(({ hash }) => hash))
        if (id === undefined) return last
        last = await find(hanging.sending.send.walletId, id)
      }
      return undefined
    },

    /** Writes down what custody signed in its place, and the most that it may cost now. */
    async write(
      { send: { transactionId: id, walletId, blockchain, addressKey }, family }: Sending,
      signed: { raw: string; hash: string },
      ceiling: bigint,
    ): Promise<void> {
      const open = await openOf(custody, walletId, id)
      await inTransaction(deps, async (tx, emit) => {
        await lockKey(tx, senderLock({ blockchain, addressKey }))
        const fresh = await outbox.find(tx, id)
        await attempts.note(tx, id, open?.attempts ?? [])
        if (!fresh || fresh.send.void || fresh.transaction.blockNumber !== null) return
        // The next one may be written down by now.
        if (open && open.attempts.at(-1)?.hash !== signed.hash) return
        // Its inputs and outputs are written anew once the node has shown them.
        await store.update(tx, id, { hash: signed.hash, note: null, inputs: null, outputs: null })
        await outbox.update(tx, id, {
          ...{ raw: signed.raw, broadcastAt: null, lostAtBlock: null, feeCeiling: ceiling.toString() },
        })
        await family.keep(tx, id, signed)
        await publishUpdated(tx, emit, [id], deps)
      })
    },
  }
}

export type Hanging = NonNullable<Awaited<ReturnType<ReturnType<typeof makeHanging>['find']>>>

export const isCancelling = ({ made }: Pick<Hanging, 'made'>): boolean => made.some(({ cancels }) => cancels)
