import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { Empty } from '#contract/page.ts'
import { Id, Units } from '#contract/primitive.ts'
import { Transaction } from '#contract/transaction.ts'

/** The most that it would cost, in smallest units of the chain's coin; or why there is none. */
const Replacement = z.object({ fee: z.optional(Units), why: z.optional(z.string()) })

/** What can take the place of a send that was handed in and is in no block yet; 409 for any other. */
export const replacementOf = endpoint({
  method: 'GET',
  path: 'wallets/{id}/transactions/{txId}/replacement',
  access: 'owner',
  reply: z.object({
    /** The most that what hangs may cost. */
    fee: z.optional(Units),
    /** What guardians approved, where they have to approve it: it is sped up for no more. */
    ceiling: z.optional(Units),
    speedUp: Replacement,
    /** Where it would cost more than guardians approved: up to what they can be asked to approve, and how many have to. */
    anew: z.optional(z.object({ ceiling: Units, required: z.number() })),
    cancel: Replacement,
    /** A later send that spends what came back of it: that one is sped up, fee and ceiling are its own, and pay for both. */
    through: z.optional(Id),
  }),
})

/** `maxFee` is what was offered: above it 409, and another offer. */
const AtMost = z.object({ maxFee: Units })

/** Sends it once more at a higher fee: whichever of the two is mined first counts. Takes an Idempotency-Key header. */
export const speedUpTransaction = endpoint({
  method: 'POST',
  path: 'wallets/{id}/transactions/{txId}/speed-up',
  access: 'owner',
  body: AtMost,
  reply: Transaction,
})

/** Sends what pays nobody in its place; if that is mined first, it is cancelled, and the fee was paid. Takes an Idempotency-Key header. */
export const cancelOnNetwork = endpoint({
  method: 'POST',
  path: 'wallets/{id}/transactions/{txId}/cancel-on-network',
  access: 'owner',
  body: AtMost,
  reply: Transaction,
})

/** Asks guardians whether it may cost more than they approved, up to `maxFee`. Once they have, it is sent once more. */
export const askHigherFee = endpoint({
  method: 'POST',
  path: 'wallets/{id}/transactions/{txId}/ask-higher-fee',
  access: 'owner',
  body: AtMost,
  reply: Transaction,
})

/** They are not asked any more, and it costs no more. */
export const withdrawHigherFee = endpoint({
  method: 'POST',
  path: 'wallets/{id}/transactions/{txId}/withdraw-higher-fee',
  access: 'owner',
  body: Empty,
  reply: Transaction,
})
