import * as z from 'zod/mini'
import type { eventsCallback, operationsCallback } from '#contract/endpoints/user.ts'
import type { Tx } from '#server/db/client.ts'
import { webhookCalls } from '#server/db/schema/auth.ts'
import { type Emit, inTransaction } from '#server/db/unit.ts'
import type { Deps } from '#server/deps.ts'
import { invalid } from '#server/error.ts'
import type { WalletServices } from '#server/modules/transactions/walletservices.ts'

export type OperationCall = z.output<(typeof operationsCallback)['body']>
export type EventCall = z.output<(typeof eventsCallback)['body']>

const StatusPayload = z.object({ status: z.string() })

/** What custody and identity services report. Every call has its effect once. */
export const makeCallbacks = (
  deps: Pick<Deps, 'db' | 'push' | 'clock'>,
  walletServices: Pick<WalletServices, 'operations' | 'kyc'>,
) => {
  /** The id is noted in the transaction of its effect: both happen, or neither. */
  const once = (id: string, work: (tx: Tx, emit: Emit) => Promise<void>): Promise<void> =>
    inTransaction(deps, async (tx, emit) => {
      const noted = await tx
        .insert(webhookCalls)
        .values({ id, at: deps.clock.now() })
        .onConflictDoNothing()
        .returning({ id: webhookCalls.id })
      if (noted.length === 1) await work(tx, emit)
    })

  return {
    operation: ({ operationId, type, entityId, status, reason }: OperationCall): Promise<void> =>
      once(`operation:${operationId}`, (tx, emit) =>
        walletServices.operations.apply(tx, emit, { type, entityId, status, reason }),
      ),

    async event({ eventId, type, walletId, address, payload }: EventCall): Promise<void> {
      const id = `event:${eventId}`
      switch (type) {
        case 'kyc.completed':
          if (walletId === undefined && address === undefined)
            throw invalid('walletId or address is required')
          // Completing twice changes nothing, so the id may be noted after the effect.
          await walletServices.kyc.complete({ walletId, address })
          return once(id, async () => {})
        case 'wallet.status': {
          const parsed = StatusPayload.safeParse(payload)
          if (walletId === undefined || !parsed.success)
            throw invalid('walletId and payload.status are required')
          const { status } = parsed.data
          return once(id, (tx, emit) =>
            walletServices.operations.apply(tx, emit, { type: 'wallet', entityId: walletId, status }),
          )
        }
        case 'deposit':
          // Only a hint: deposits count when the chain's own watcher has seen them.
          return once(id, async () => {})
      }
    },
  }
}
export type Callbacks = ReturnType<typeof makeCallbacks>
