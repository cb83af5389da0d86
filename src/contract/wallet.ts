import * as z from 'zod/mini'
import { ACCOUNT_NETWORKS } from './blockchain.ts'
import { Id, openEnum, Revision } from './primitive.ts'
import { WALLET_STATUSES } from './status.ts'

export const Account = z.object({
  id: Id,
  network: openEnum(ACCOUNT_NETWORKS),
  /** '' when the server could not verify it. */
  address: z.string(),
  /** The address on record is not the one that custody made for this wallet: nobody may use it. */
  unverified: z.optional(z.boolean()),
})
export type Account = z.infer<typeof Account>

const KycFeature = z.object({
  type: z.literal('redbelly-kyc'),
  payload: z.object({ completed: z.boolean() }),
})

/** Until `startsAt` the older, stricter rule in `until` still binds. */
const ApprovalFeature = z.object({
  type: z.literal('approval-flow'),
  payload: z.object({
    enabled: z.boolean(),
    consensus: z.number(),
    /** Guardians who may approve now. */
    confirmed: z.optional(z.number()),
    startsAt: z.nullish(z.string()),
    until: z.nullish(z.object({ consensus: z.number(), confirmed: z.number() })),
  }),
})

/** Only while sends are held: who still has to agree, and whether the hold is on all networks or on one. */
const HoldFeature = z.object({
  type: z.literal('hold'),
  payload: z.object({
    owner: z.boolean(),
    operator: z.boolean(),
    guardians: z.number(),
    isWhole: z.boolean(),
  }),
})
export type Hold = z.infer<typeof HoldFeature>['payload']

/** Only while a guardian has frozen the wallet: nothing is sent from it, and what comes is received. */
const FreezeFeature = z.object({
  type: z.literal('freeze'),
  payload: z.object({ by: z.string(), at: z.string() }),
})

export const Feature = z.discriminatedUnion('type', [KycFeature, ApprovalFeature, HoldFeature, FreezeFeature])
export type Feature = z.infer<typeof Feature>

const isKnownFeature = (feature: unknown): feature is Feature => Feature.safeParse(feature).success

export const Wallet = z.object({
  id: Id,
  name: z.string(),
  vaultId: z.string(),
  accounts: z.array(Account),
  status: openEnum(WALLET_STATUSES),
  features: z.pipe(
    z.array(z.unknown()),
    z.transform((features): Feature[] => features.filter(isKnownFeature)),
  ),
  user: z.object({ id: Id, email: z.string() }),
  createdAt: z.nullish(z.string()),
  revision: Revision,
})
export type Wallet = z.infer<typeof Wallet>
