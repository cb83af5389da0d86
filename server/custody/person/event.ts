import * as z from 'zod/mini'

/** How a session began, or was stepped up: what it may do depends on it. */
export const SESSION_KINDS = ['otp', 'backup', 'setup', 'restore'] as const
export type SessionKind = (typeof SESSION_KINDS)[number]

/** Second factors, as limits name them. */
export const FACTORS = ['totp', 'backup-code', 'step-up', 'undo'] as const
export type Factor = (typeof FACTORS)[number]

/** Browser and system of whoever signed in, as the caller made them out. */
const Agent = z.object({ browser: z.string(), system: z.string() })
export type Agent = z.infer<typeof Agent>

const event = <T extends string, D extends z.ZodMiniType>(type: T, data: D) =>
  z.object({ type: z.literal(type), data })

/** Everything that a person's log can say. It lies sealed, so it may hold secrets. Times in ms. */
export const PersonEvent = z.discriminatedUnion('type', [
  /** The first completed sign-in pins who this is. */
  event('person', z.object({ userId: z.string(), email: z.string(), emailKey: z.string() })),
  /** An account at an outside provider: `{issuer} {subject}`. */
  event('identity', z.object({ identity: z.string() })),
  /** `step` is the last 30-second step whose code was accepted. */
  event('authenticator', z.object({ secret: z.string(), step: z.number() })),
  event('backup-codes', z.object({ codes: z.array(z.string()), sessionId: z.optional(z.string()) })),
  event('backup-code-used', z.object({ index: z.number(), at: z.optional(z.string()) })),
  /**
   * `hash` is that of the cookie. `step` when an authenticator code was spent for it. `freeze`: the hash of the secret of
   * the link that was mailed about it. `closed`: nobody of an older installation was taken over any more;
   * `sealed`: nor was a contact of an older version sealed.
   */
  event(
    'session',
    z.object({
      id: z.string(),
      hash: z.string(),
      kind: z.enum(SESSION_KINDS),
      expiresAt: z.number(),
      step: z.optional(z.number()),
      freeze: z.optional(z.string()),
      closed: z.optional(z.literal(true)),
      sealed: z.optional(z.literal(true)),
      agent: z.optional(Agent),
    }),
  ),
  /** A new cookie for a session that was stepped up; the old one works until `oldUntil`. */
  event(
    'session-rotated',
    z.object({
      id: z.string(),
      hash: z.string(),
      kind: z.enum(SESSION_KINDS),
      oldUntil: z.number(),
      freeze: z.optional(z.string()),
    }),
  ),
  /** A wrong code of a second factor: counted here, where no older file takes it back. */
  event('factor-missed', z.object({ factor: z.enum(FACTORS) })),
  /** The request whose mailed code was taken. */
  event('mail-code-used', z.object({ id: z.string() })),
  /** The second factor was given once more in a session; `step` when it was an authenticator's code. */
  event('stepped-up', z.object({ sessionId: z.string(), step: z.optional(z.number()) })),
  event('sessions-ended', z.object({ ids: z.array(z.string()) })),
  /** By a mailed link (`link`: the hash of its secret): nothing is sent, approved or loosened until it is lifted. */
  event('frozen', z.object({ link: z.string() })),
  /** An operator means to lift it, and the person was told. */
  event('lift-noticed', z.object({})),
  event('unfrozen', z.object({ by: z.enum(['authenticator', 'operator']), step: z.optional(z.number()) })),
  /**
   * An operator was told that authenticator and backup codes are lost. `link` is the hash of the secret of the mailed link
   * that freezes the account and takes this back.
   */
  event('recovery-noticed', z.object({ id: z.string(), link: z.string() })),
  /** The mail about it was handed in: from then on its days count. */
  event('recovery-mailed', z.object({ id: z.string() })),
  /** The notice is over and every guardian has agreed: a new authenticator may be set up. */
  event('recovery-granted', z.object({ id: z.string() })),
  event('recovery-refused', z.object({ id: z.string() })),
  /** The authenticator that follows was set up so. No backup code is good any more. Lifts a freeze. */
  event('recovered', z.object({ id: z.string() })),
  /**
   * An operator took an older state of this person: it is as after a restore. Which of its backup codes were spent since is
   * unknown, so none is good any more; older versions left them.
   */
  event('older-state', z.object({ codes: z.optional(z.literal('void')) })),
  /** An entry before this one has a time (`from`) that was never true; this one has the right time. */
  event('clock-corrected', z.object({ from: z.string() })),
  /** The authenticator of before is back, and no backup code is good. Lifts a freeze. */
  event('restore-undone', z.object({ step: z.number() })),
])
export type PersonEvent = z.infer<typeof PersonEvent>
