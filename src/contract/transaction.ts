import * as z from 'zod/mini'
import { APPROVAL_KINDS, Lacks } from './approval.ts'
import { Cents, Decimals, Id, Instant, openEnum, Revision, Units } from './primitive.ts'
import { DECISIONS, TRANSACTION_STATUSES } from './status.ts'

export const DIRECTIONS = ['income', 'outcome'] as const
export type Direction = (typeof DIRECTIONS)[number]

const Leg = z.object({ address: z.nullish(z.string()), value: Units })

/** What the owner of a waiting transaction sees of its approvals. */
export const ApprovalState = z.object({
  required: z.number(),
  approved: z.number(),
  lacks: Lacks,
  expiresAt: z.string(),
  note: z.nullish(z.string()),
  guardians: z.array(
    z.object({
      email: z.string(),
      decision: openEnum(DECISIONS),
      decidedAt: z.nullish(z.string()),
      /** Why he declined, if he said. */
      reason: z.nullish(z.string()),
      counts: z.boolean(),
      why: z.nullish(z.string()),
    }),
  ),
})
export type ApprovalState = z.infer<typeof ApprovalState>

export const Transaction = z.object({
  id: Id,
  txid: z.nullish(z.string()),
  hash: z.nullish(z.string()),
  blockNumber: z.nullish(z.number()),
  /** Blocks that confirm a Bitcoin transaction so far, its own included, while that are too few. */
  confirmations: z.nullish(z.number()),
  logIndex: z.nullish(z.number()),
  recipient: z.nullish(z.string()),
  sender: z.nullish(z.string()),
  amount: Units,
  amountInUsd: z.nullish(Cents),
  fee: z.nullish(Units),
  feeInUSD: z.nullish(Cents),
  /** The most that it may cost, as long as that is not known; only its owner gets it. */
  feeCeiling: z.nullish(Units),
  direction: z.enum(DIRECTIONS),
  status: openEnum(TRANSACTION_STATUSES),
  createdAt: Instant,
  finishedAt: z.nullish(Instant),
  description: z.nullish(z.string()),
  /** What its owner asked for: of a `send` the description is his note. Nothing of what others have sent. */
  kind: z.nullish(openEnum(APPROVAL_KINDS)),
  assetDecimals: z.nullish(Decimals),
  assetSymbol: z.string(),
  /** The contract of what moved; null for the native coin. Older servers do not say it. */
  assetAddress: z.nullish(z.string()),
  /** Which item of a collection moved. */
  assetTokenId: z.nullish(z.string()),
  rejectReason: z.nullish(z.string()),
  /** Why it waits; what guardians are asked about has it in `approval`. */
  note: z.nullish(z.string()),
  approvalConsensus: z.nullish(z.number()),
  blockchain: z.string(),
  /** Each time it was signed, where that was more than once: again at a higher fee, or to cancel it on its network. */
  attempts: z.nullish(z.array(z.object({ hash: z.string(), cancels: z.boolean() }))),
  inputs: z.nullish(z.array(Leg)),
  outputs: z.nullish(z.array(Leg)),
  accountTxs: z.array(z.object({ walletId: Id, accountId: Id, direction: z.enum(DIRECTIONS) })),
  approval: z.nullish(ApprovalState),
  /** Its Guardians are asked whether it may cost more than so far, in smallest units of its chain's coin. */
  raise: z.nullish(z.object({ from: Units, to: Units, approval: ApprovalState })),
  /** They were, last, and did not approve it: who declined, if that is why, and the reason. */
  raiseRefused: z.nullish(z.object({ by: z.nullish(z.string()), reason: z.nullish(z.string()) })),
  revision: Revision,
})
export type Transaction = z.infer<typeof Transaction>
