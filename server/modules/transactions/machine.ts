import { makeQueue } from '#server/async/queue.ts'
import { inTransaction } from '#server/db/unit.ts'
import { isApproved } from './approved.ts'
import { handIn } from './broadcast.ts'
import type { TransactionDeps } from './deps.ts'
import { EXPIRED, endUnsent } from './end.ts'
import * as outbox from './outbox.ts'
import { type Sending, sign, takeNonce } from './sign.ts'
import type * as store from './store.ts'

/** A transaction that was handed in and is still not mined is handed in again after this time. */
const AGAIN_MS = 30_000

/**
 * Carries accepted transactions to their chain, from whatever point an earlier process left them at: approved, nonce
 * taken, then signed, then stored, then handed in.
 */
export const makeMachine = (
  deps: TransactionDeps,
  /** A block that holds one of ours, though it was passed without seeing it. */
  revisit: (blockchain: string, block: number) => Promise<void>,
) => {
  const { db, clock, log, chains, tokens } = deps
  const queue = makeQueue()

  const load = async (id: string): Promise<Sending | undefined> => {
    const found = await outbox.find(db, id)
    if (!found || found.send.void) return undefined
    const { transaction, send } = found
    const isOpen = transaction.status === 'broadcasting' || transaction.status === 'pending-approval'
    if (!isOpen || transaction.blockNumber !== null) return undefined
    const chain = chains.get(transaction.blockchain)
    const token = await tokens.find(transaction.tokenId)
    return chain && token && { transaction, send, token, chain }
  }

  /** Whoever asked for a dApp's call has been told by now that it was not sent, so it never is. */
  const isTooLate = async ({ chain, transaction, send }: Sending): Promise<boolean> => {
    if (send.action === 'send' || send.broadcastAt || send.expiresAt > clock.now()) return false
    return transaction.hash !== null && !(await chain.knows(transaction.hash))
  }

  const step = async (id: string): Promise<void> => {
    const accepted = await load(id)
    if (!accepted || !(await isApproved(deps, accepted))) return
    if (accepted.send.nonce === null && !(await takeNonce(deps, accepted))) return
    const numbered = await load(id)
    if (!numbered || numbered.send.nonce === null) return
    if (numbered.send.raw === null && !(await sign(deps, numbered, numbered.send.nonce))) return
    const signed = await load(id)
    if (!signed?.send.raw) return
    const { chain, transaction, send } = signed
    const mined = send.broadcastAt && transaction.hash ? await chain.receipt(transaction.hash) : undefined
    if (mined) await revisit(chain.blockchain, mined.blockNumber)
    else if (await isTooLate(signed))
      await inTransaction(deps, (tx, emit) =>
        endUnsent(deps, tx, emit, id, 'broadcasting', 'failed', EXPIRED),
      )
    else await handIn(deps, signed, signed.send.raw)
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

  /** A number that nobody holds below one that waits: whatever is sent next will take it. */
  const reportGaps = async (sends: readonly store.SendRow[]): Promise<void> => {
    const [first] = sends
    const chain = first && chains.get(first.blockchain)
    if (!first || !chain) return
    const mined = await chain.minedNonce(first.addressKey)
    const missing = await outbox.freeNonce(db, first, mined)
    const behind = sends.filter(({ nonce }) => nonce !== null && nonce > missing)
    if (behind.length === 0) return
    const { blockchain, addressKey: address } = first
    log.warn(
      { blockchain, address, missing, waiting: behind.length },
      'Transactions wait for a missing nonce',
    )
  }

  return {
    advance,

    /** Carries on everything that is not mined yet. */
    async resume(): Promise<void> {
      for (const chain of chains.evm()) {
        if (!chain.available()) continue
        const rows = await outbox.unmined(db, chain.blockchain)
        const due = rows.filter(({ send }) => isDue(send))
        await Promise.all(due.map(({ send }) => advance(send)))
        for (const addressKey of new Set(due.map(({ send }) => send.addressKey))) {
          await reportGaps(rows.map(({ send }) => send).filter((send) => send.addressKey === addressKey))
        }
      }
    },

    idle: () => queue.idle(),
  }
}
