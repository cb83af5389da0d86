import type { GuardiansMail } from '#server/mail/words/said.ts'
import type { Writing } from '#server/mail/write.ts'

export const inviteLetter = ({
  to,
  base,
  expiresAt,
  ...invite
}: {
  to: string
  owner: string
  walletName: string
  expiresAt: Date
  base: string
}): Writing => ({
  to,
  say: (words) =>
    words.invite({
      ...invite,
      expiresAt: expiresAt.toISOString(),
      link: `${base}/guardian-hub?filter=invites`,
    }),
})

export const ownerLetter = (to: string, change: GuardiansMail): Writing => ({
  to,
  say: (words) => words.ownRules(change),
})

export const guardianLetter = (to: string, change: GuardiansMail): Writing => ({
  to,
  say: (words) => words.guardedRules(change),
})
