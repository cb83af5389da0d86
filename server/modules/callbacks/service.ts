import { eq } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { eventsCallback, operationsCallback } from '#contract/endpoints/user.ts'
import type { Tx } from '#server/db/client.ts'
import { webhookCalls } from '#server/db/schema/auth.ts'
import { transact } from '#server/db/unit.ts'
import type { Deps } from '#server/deps.ts'
import { invalid } from '#server/error.ts'
import type { WalletServices } from '#server/modules/transactions/walletservices.ts'

export type OperationCall = z.output<(typeof operationsCallback)['body']>
export type EventCall = z.output<(typeof eventsCallback)['body']>

const StatusPayload = z.object({ status: z.string() })

/** Another call with this id had its effect first. */
class Noted extends Error {}

/** What custody and identity services report. Every call has its effect once. */
export const makeCallbacks = (
  deps: Pick<Deps, 'db' | 'clock'>,
  walletServices: Pick<WalletServices, 'operations' | 'kyc'>,
) => {
  const isNoted = async (id: string): Promise<boolean> =>
    (await deps.db.$count(webhookCalls, eq(webhookCalls.id, id))) > 0

  /** The id is noted in the transaction of its effect: both happen, or neither. */
  const once = async (
    id: string,
    work: (note: (tx: Tx) => Promise<void>) => Promise<void>,
  ): Promise<void> => {
    if (await isNoted(id)) return
    try {
      await work(async (tx) => {
        const noted = await tx
          .insert(webhookCalls)
          .values({ id, at: deps.clock.now() })
          .onConflictDoNothing()
          .returning({ id: webhookCalls.id })
        if (noted.length === 0) throw new Noted()
      })
    } catch (error) {
      // The same call was faster beside this one.
      if (!(error instanceof Noted || (await isNoted(id)))) throw error
    }
  }
  const noteOnly = (id: string): Promise<void> => once(id, (note) => transact(deps.db, note))

  return {
    operation: ({ operationId, type, entityId, status, reason }: OperationCall): Promise<void> =>
      once(`operation:${operationId}`, (note) =>
        walletServices.operations.apply({ type, entityId, status, reason }, note),
      ),

    async event({ eventId, type, walletId, address, payload }: EventCall): Promise<void> {
      const id = `event:${eventId}`
      switch (type) {
        case 'kyc.completed':
          if (walletId === undefined && address === undefined)
            throw invalid('walletId or address is required')
          // Completing twice changes nothing, so the id may be noted after the effect.
          await walletServices.kyc.complete({ walletId, address })
          return noteOnly(id)
        case 'wallet.status': {
          const parsed = StatusPayload.safeParse(payload)
          if (walletId === undefined || !parsed.success)
            throw invalid('walletId and payload.status are required')
          const { status } = parsed.data
          return once(id, (note) =>
            walletServices.operations.apply({ type: 'wallet', entityId: walletId, status }, note),
          )
        }
        case 'deposit':
          // Only a hint: deposits count when the chain's own watcher has seen them.
          return noteOnly(id)
      }
    },
  }
}
export type Callbacks = ReturnType<typeof makeCallbacks>
