import * as z from 'zod/mini'
import { Id, Instant, openEnum } from './primitive.ts'

/** By what its browser said at the sign-in; unknown of older sessions. */
const agent = { browser: z.nullish(z.string()), system: z.nullish(z.string()) }

/** One place where the user is signed in. */
export const OwnSession = z.object({
  id: Id,
  ...agent,
  createdAt: Instant,
  usedAt: Instant,
  /** The session that asks. */
  current: z.boolean(),
})
export type OwnSession = z.infer<typeof OwnSession>

const ACCOUNT_EVENTS = [
  ...(['signed-in', 'signed-in-backup', 'sessions-ended', 'stepped-up', 'wrong-code'] as const),
  ...(['authenticator-set', 'authenticator-changed', 'backup-codes-made', 'backup-code-used'] as const),
  ...(['provider-linked', 'frozen', 'unfrozen'] as const),
  ...(['recovery-noticed', 'recovery-refused', 'restore-undone'] as const),
  ...(['guardian-invited', 'guardian-joined', 'guardian-removed'] as const),
  ...(['invite-withdrawn', 'invite-declined'] as const),
  ...(['approval-on', 'approval-off', 'consensus'] as const),
] as const
export type AccountEvent = (typeof ACCOUNT_EVENTS)[number]

/** Something that happened with the account, or with a wallet of it. */
export const AccountRecord = z.object({
  id: Id,
  type: openEnum(ACCOUNT_EVENTS),
  at: Instant,
  ...agent,
  /** Sessions that ended. */
  count: z.nullish(z.number()),
  walletId: z.nullish(Id),
  /** The guardian's. */
  email: z.nullish(z.string()),
  /** Approvals that were needed before and are from then on, of so many guardians. */
  from: z.nullish(z.number()),
  to: z.nullish(z.number()),
  of: z.nullish(z.number()),
})
export type AccountRecord = z.infer<typeof AccountRecord>

/** What there is of second factors, without any secret. */
export const Factors = z.object({
  /** When the authenticator was last set up. */
  authenticatorAt: z.nullish(Instant),
  codes: z.object({ total: z.number(), left: z.number() }),
})
export type Factors = z.infer<typeof Factors>
