import { makeQueue } from '#server/async/queue.ts'
import type { SignedTransaction } from '#server/custody/custody.ts'
import { transact } from '#server/db/unit.ts'
import { approvalOf } from './approved.ts'
import * as attempts from './attempts.ts'
import { handIn } from './broadcast.ts'
import type { TransactionDeps } from './deps.ts'
import type { Families } from './families.ts'
import type { Sending } from './family.ts'
import { openOf } from './open.ts'
import * as outbox from './outbox.ts'
import { follow, keptBytes, makeReady, sign } from './sign.ts'
import * as store from './store.ts'

/** A transaction that was handed in and is still not mined is handed in again after this time. */
const AGAIN_MS = 30_000

/**
 * Carries accepted transactions to their chain, from whatever point an earlier process left them at: approved, signed,
 * stored, handed in.
 */
export const makeMachine = (
  deps: TransactionDeps,
  families: Families,
  /** A block that holds one of ours, though it was passed without seeing it. */
  revisit: (blockchain: string, block: number) => Promise<void>,
  /** Raises a fee that guardians approved; answers the send whose fee that is. */
  raised: (raise: Sending) => Promise<(outbox.Sender & { transactionId: string }) | undefined>,
) => {
  const { db, clock, log, tokens, custody } = deps
  const queue = makeQueue()

  const load = async (id: string): Promise<Sending | undefined> => {
    const found = await outbox.find(db, id)
    if (!found || found.send.void) return undefined
    const { transaction, send } = found
    const isOpen = transaction.status === 'broadcasting' || transaction.status === 'pending-approval'
    if (!isOpen || transaction.blockNumber !== null) return undefined
    const family = families.get(transaction.blockchain)
    const token = await tokens.find(transaction.tokenId)
    return family && token && { transaction, send, token, family }
  }

  /** False when it is not to be handed in now. */
  const signed = async (accepted: Sending): Promise<boolean> => {
    const approval = await approvalOf(deps, accepted)
    if (approval === 'waiting') return false
    if (approval === 'signed') return sign(deps, accepted)
    if (approval !== 'approved') {
      await follow(deps, accepted, approval)
      return false
    }
    const ready = await makeReady(deps, accepted)
    const sending = ready && (await load(accepted.send.transactionId))
    if (!ready || !sending) return false
    return sending.send.raw !== null || sign(deps, sending, ready)
  }

  /** Bytes leave only as custody signed them: a row with others is as before it was signed. */
  const checked = async (sending: Sending): Promise<{ sending: Sending; kept?: SignedTransaction }> => {
    const { transaction, send, family } = sending
    if (send.raw === null) return { sending }
    const kept = await keptBytes(deps, send)
    const isSame = kept?.raw === send.raw && kept.hash === transaction.hash
    if (isSame && (await family.isKept(transaction.id, kept))) return { sending, kept }
    // Whichever attempt is mined is known by its hash before another one leaves.
    const open = kept && (await openOf(custody, send.walletId, transaction.id))
    if (open) await attempts.note(db, transaction.id, open.attempts)
    log.error({ transactionId: transaction.id }, 'A row has bytes that custody did not sign')
    await transact(db, async (tx) => {
      await outbox.dropRaw(tx, transaction.id)
      await family.keep(tx, transaction.id, undefined)
      await store.update(tx, transaction.id, { hash: null })
    })
    return {
      sending: {
        ...sending,
        transaction: { ...transaction, hash: null },
        send: { ...send, raw: null, broadcastAt: null, lostAtBlock: null },
      },
    }
  }

  const step = async (id: string): Promise<void> => {
    const accepted = await load(id)
    if (!accepted) return
    if (accepted.send.raises !== null) {
      const faster = await raised(accepted)
      if (faster) void advance(faster)
      return
    }
    const { sending: known, kept } = await checked(accepted)
    if (!kept && !(await signed(known))) return
    const sending = kept ? known : await load(id)
    // What goes on from here is custody's word alone: rows may have changed since.
    const bytes = kept ?? (sending?.send.raw ? await keptBytes(deps, sending.send) : null)
    if (!sending || !bytes) return
    const { family, send } = sending
    const mined = send.broadcastAt ? await family.find(bytes.hash) : undefined
    if (mined) await revisit(family.chain.blockchain, mined.blockNumber)
    else await handIn(deps, sending, bytes)
  }

  /** Resolves when this transaction is as far as it can get now; what fails is tried again by `resume`. */
  const advance = ({ transactionId, blockchain, addressKey }: outbox.Sender & { transactionId: string }) =>
    queue.run(`${blockchain} ${addressKey}`, async () => {
      try {
        await step(transactionId)
      } catch (error) {
        log.error({ err: error, transactionId }, 'A transaction could not be carried on yet')
      }
    })

  const isDue = (send: store.SendRow): boolean =>
    send.raw === null ||
    send.broadcastAt === null ||
    clock.now().getTime() - send.broadcastAt.getTime() >= AGAIN_MS

  return {
    advance,

    /** Carries on everything that is not mined yet. */
    async resume(): Promise<void> {
      for (const { chain } of families.values()) {
        if (!chain.available()) continue
        const rows = await outbox.unmined(db, chain.blockchain)
        const due = rows.filter(({ send }) => isDue(send))
        await Promise.all(due.map(({ send }) => advance(send)))
      }
    },

    idle: () => queue.idle(),
  }
}
