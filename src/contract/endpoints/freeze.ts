import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { Instant } from '#contract/primitive.ts'
import { AuthenticatorCode } from '#contract/rule.ts'

/** Secret of the link that is mailed when a backup code was used. */
const Link = z.string().check(z.minLength(1), z.maxLength(128))

/** By that link, without a session: the account sends and approves nothing any more. */
export const freezeAccount = endpoint({
  method: 'POST',
  path: 'auth/freeze',
  access: 'none',
  body: z.strictObject({ link: Link }),
  /** Whether a backup code replaced the authenticator: then it is the old one that lifts the freeze. */
  reply: z.object({
    isRestored: z.boolean(),
    /** An operator's notice that this link does not take back, for it did so once: when it ends. */
    goesOn: z.optional(Instant),
  }),
})

/** The authenticator that was valid before lifts the freeze and takes its place again; every session ends. */
export const unfreezeAccount = endpoint({
  method: 'POST',
  path: 'auth/unfreeze',
  access: 'none',
  body: z.strictObject({ link: Link, code: AuthenticatorCode }),
  reply: null,
})
