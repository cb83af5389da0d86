import * as z from 'zod/mini'
import { BtcEstimate } from '#contract/asset.ts'
import { GAS_SPEEDS } from '#contract/blockchain.ts'
import { endpoint } from '#contract/endpoint.ts'
import { Note } from '#contract/line.ts'
import { Empty, reading } from '#contract/page.ts'
import { Id, list, Units } from '#contract/primitive.ts'
import { required } from '#contract/rule.ts'
import { DIRECTIONS, Transaction } from '#contract/transaction.ts'
import { ADDRESS_REQUIRED, AMOUNT_REQUIRED, ASSET_REQUIRED } from '#contract/walletrule.ts'

/** Of what is sent to whom: an empty field gets the form's own text. */
const order = {
  amount: z.pipe(z.string().check(required(AMOUNT_REQUIRED)), Units),
  assetId: z.pipe(z.string().check(required(ASSET_REQUIRED)), Id),
  recipient: z.string().check(z.trim(), required(ADDRESS_REQUIRED), z.maxLength(128)),
}

export const TransactionDraft = z.strictObject({
  ...order,
  /** What the sender says to his guardians, which stays with both; '' for nothing. */
  description: Note,
  gas: z.enum(GAS_SPEEDS),
  /** The most that it may cost in the native coin's smallest units, as it was shown; above it the server refuses. */
  maxFee: z.optional(Units),
  /** SHA-256 (hex) of `drawnSendText` of what the sender was shown: anything else is refused with 409. */
  digest: z.optional(z.string().check(z.regex(/^[0-9a-f]{64}$/, 'should be 64 hex digits in lower case'))),
})
export type TransactionDraft = z.infer<typeof TransactionDraft>

const EstimateDraft = z.strictObject(order)

export const listTransactions = endpoint({
  method: 'GET',
  path: 'transactions',
  access: 'sid',
  query: z.strictObject({
    walletId: Id,
    search: z.optional(z.string().check(z.maxLength(128))),
    direction: z.optional(z.enum(DIRECTIONS)),
    status: z.optional(z.string().check(z.maxLength(64))),
    ...reading,
  }),
  reply: list(Transaction),
})

/** Bitcoin assets only. Takes an Idempotency-Key header. */
export const sendBitcoin = endpoint({
  method: 'POST',
  path: 'wallets/{id}/transactions/send',
  access: 'owner',
  body: TransactionDraft,
  reply: Transaction,
  status: 201,
})

/** Assets on EVM chains only. Takes an Idempotency-Key header. */
export const sendEvm = endpoint({
  method: 'POST',
  path: 'wallets/{id}/transactions/send-evm',
  access: 'owner',
  body: TransactionDraft,
  reply: Transaction,
  status: 201,
})

/** What the sender's wallet knows of the recipient. */
const acquainted = {
  /** Whether this wallet has sent there before; if not, the earlier recipient that it could be mistaken for. */
  recipientKnown: z.optional(z.boolean()),
  lookalikeOf: z.nullish(z.string()),
}

/**
 * What the coins for this amount would cost. Where they hold the amount but not its fee too, what it costs to send all
 * of them: so the form asks for the whole balance and takes off the answer. `most`: where that takes more coins than one
 * transaction may spend, what it can carry, with its fee.
 */
export const estimateBitcoin = endpoint({
  method: 'POST',
  path: 'wallets/{id}/transactions/bitcoin/estimate',
  access: 'owner',
  body: EstimateDraft,
  reply: z.extend(BtcEstimate, { ...acquainted, most: z.optional(BtcEstimate) }),
})

export const estimateEvm = endpoint({
  method: 'POST',
  path: 'wallets/{id}/transactions/evm/estimate',
  access: 'owner',
  body: EstimateDraft,
  reply: z.object({ gasLimit: Units, ...acquainted }),
})

export const cancelTransaction = endpoint({
  method: 'POST',
  path: 'wallets/{id}/transactions/{txId}/cancel',
  access: 'owner',
  body: Empty,
  reply: Transaction,
})
