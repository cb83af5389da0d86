import { inviteApprover } from '#contract/endpoints/guardian.ts'

/** What is wrong with a guardian's e-mail, in the words of the contract. */
export const memberMailError = (email: string): string | undefined =>
  inviteApprover.body.shape.email.safeParse(email).error?.issues[0]?.message
