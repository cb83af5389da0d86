import * as z from 'zod/mini'

/** How a session began, or was stepped up: what it may do depends on it. */
export const SESSION_KINDS = ['otp', 'backup', 'setup', 'restore'] as const
export type SessionKind = (typeof SESSION_KINDS)[number]

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
  /** `hash` is that of the cookie. `step` when an authenticator code was spent for it. */
  event(
    'session',
    z.object({
      id: z.string(),
      hash: z.string(),
      kind: z.enum(SESSION_KINDS),
      expiresAt: z.number(),
      step: z.optional(z.number()),
    }),
  ),
  /** A new cookie for a session that was stepped up; the old one works until `oldUntil`. */
  event(
    'session-rotated',
    z.object({ id: z.string(), hash: z.string(), kind: z.enum(SESSION_KINDS), oldUntil: z.number() }),
  ),
  event('sessions-ended', z.object({ ids: z.array(z.string()) })),
])
export type PersonEvent = z.infer<typeof PersonEvent>
