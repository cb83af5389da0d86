import * as z from 'zod/mini'
import { Id, openEnum, Revision, Units } from './primitive.ts'
import { DECISIONS } from './status.ts'

export const APPROVAL_KINDS = ['send', 'call', 'creation'] as const

/** What is allowed but probably a mistake about a recipient, the worst first. Their words are domain/sendwarning.ts'. */
export const RECIPIENT_HINTS = [
  'zero',
  'burn',
  'system',
  'token',
  'own',
  'checksum',
  'look-alike',
  'first',
] as const
export type RecipientHint = (typeof RECIPIENT_HINTS)[number]

/** What rules that bind by now ask for, where more is missing by them than by those that it was asked for under. */
export const Lacks = z.nullish(z.object({ required: z.number(), approved: z.number() }))

const Call = z.object({
  method: z.nullish(z.string()),
  sentence: z.nullish(z.string()),
  data: z.string(),
  bytes: z.number(),
  danger: z.boolean(),
  /** The decision in one short line. */
  headline: z.nullish(z.string()),
  /** It cannot be read, or not wholly, and no guardian will be asked about what comes of it. */
  caution: z.nullish(z.boolean()),
  /** What it does where that is several things, the dangerous ones first. */
  parts: z.nullish(z.array(z.object({ sentence: z.string(), tone: z.enum(['bad', 'warn', 'neutral']) }))),
})

/** One guardian's decision about one outgoing transaction, with all that he must see to decide. */
export const ApprovalRequest = z.object({
  id: Id,
  amount: Units,
  status: openEnum(DECISIONS),
  /** When the guardian himself approved or declined. */
  decidedAt: z.nullish(z.string()),
  /** Why he declined, if he said. */
  reason: z.nullish(z.string()),
  /** When other guardians declined, and why; not who they are. */
  declines: z.nullish(z.array(z.object({ decidedAt: z.nullish(z.string()), reason: z.nullish(z.string()) }))),
  txId: Id,
  sender: z.nullish(z.string()),
  recipient: z.nullish(z.string()),
  description: z.nullish(z.string()),
  initiator: z.string(),
  approverWalletAddress: z.string(),
  assetDecimals: z.nullish(z.number()),
  assetSymbol: z.string(),
  /** Absent for the native coin of the chain. */
  assetAddress: z.nullish(z.string()),
  /** Which item of a collection would move. */
  assetTokenId: z.nullish(z.string()),
  walletName: z.string(),
  blockchain: z.string(),
  kind: z.catch(z.enum(APPROVAL_KINDS), 'call'),
  feeCeiling: z.nullish(Units),
  feeSymbol: z.nullish(z.string()),
  expiresAt: z.string(),
  required: z.number(),
  approved: z.number(),
  lacks: Lacks,
  /** Why it waits although so many have approved. */
  note: z.nullish(z.string()),
  policyVersion: z.number(),
  recipientKnown: z.boolean(),
  lookalikeOf: z.nullish(z.string()),
  /** Nine tenths or more of what the wallet was worth when it was asked for. */
  almostAll: z.optional(z.boolean()),
  recipientHints: z.optional(z.array(openEnum(RECIPIENT_HINTS))),
  call: z.nullish(Call),
  /** Nothing more is sent: it hangs already, and may cost more than this, which was approved, up to `feeCeiling`. */
  raises: z.nullish(z.object({ txId: Id, feeCeiling: Units })),
  revision: Revision,
})
export type ApprovalRequest = z.infer<typeof ApprovalRequest>

export const ApprovalLogEntry = z.object({
  seq: z.number(),
  at: z.string(),
  type: z.string(),
  data: z.unknown(),
  prevHash: z.string(),
  hash: z.string(),
})
export type ApprovalLogEntry = z.infer<typeof ApprovalLogEntry>
