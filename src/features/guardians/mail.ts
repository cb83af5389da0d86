import { inviteApprover } from '#contract/endpoints/guardian.ts'
import type { WalletApprover } from '#contract/guardian.ts'
import { ENGLISH } from '#contract/said.ts'
import { emailKey, ownAddressError } from '#domain/email.ts'
import { listedApprovers } from '#domain/guardian.ts'

type Approver = Pick<WalletApprover, 'approverEmail' | 'status'>

/** What is wrong with the e-mail of a guardian whom `owner` invites beside these. */
export const memberMailError = (
  owner: string,
  email: string,
  approvers: readonly Approver[],
): string | undefined => {
  const wrong = inviteApprover.body.shape.email.safeParse(email).error?.issues[0]?.message
  if (wrong) return wrong
  const isListed = listedApprovers(approvers).some(
    ({ approverEmail }) => emailKey(approverEmail) === emailKey(email),
  )
  return isListed ? ENGLISH.invited : ownAddressError(owner, email)
}
