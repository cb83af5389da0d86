import { inviteApprover } from '#contract/endpoints/guardian.ts'
import { ownAddressError } from '#domain/email.ts'

/** What is wrong with the e-mail of a guardian whom `owner` invites. */
export const memberMailError = (owner: string, email: string): string | undefined =>
  inviteApprover.body.shape.email.safeParse(email).error?.issues[0]?.message ?? ownAddressError(owner, email)
