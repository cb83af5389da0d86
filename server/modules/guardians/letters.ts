import type { Requirement } from '#server/custody/custody.ts'
import { letter, minute } from '#server/mail/letter.ts'
import type { Mail } from '#server/mail/mailer.ts'

export const inviteLetter = (invite: {
  to: string
  owner: string
  walletName: string
  expiresAt: Date
  base: string
}): Mail => ({
  to: invite.to,
  subject: `${invite.owner} asks you to be a Guardian`,
  ...letter({
    title: 'You are invited as a Guardian',
    paragraphs: [
      `${invite.owner} asks you to guard the wallet “${invite.walletName}”.`,
      'A Guardian approves or declines its transactions. You cannot move its money, and you see nothing else of it.',
      `Sign in with this e-mail address and answer in the Guardian Hub until ${minute(invite.expiresAt.toISOString())}.`,
    ],
    action: { label: 'Open Guardian Hub', link: `${invite.base}/guardian-hub?filter=invites` },
    footer: 'You do not know the sender? Ignore this mail: nothing happens without your answer.',
  }),
})

export interface Change {
  walletName: string
  owner: string
  sentences: readonly string[]
  lingering: Requirement['lingering']
}

const starts = ({ lingering }: Change): string[] =>
  lingering
    ? [
        `Starts ${minute(lingering.startsAt)}. Until then ${lingering.consensus} out of ${lingering.confirmed} Guardians must approve.`,
      ]
    : []

export const ownerLetter = (to: string, change: Change): Mail => ({
  to,
  subject: `Guardians of your wallet ${change.walletName} were changed`,
  ...letter({
    title: `Your wallet “${change.walletName}”`,
    paragraphs: [...change.sentences, ...starts(change)],
    footer: 'This was not you? Choose Sign out on all devices at once, and tell your Guardians.',
  }),
})

export const guardianLetter = (to: string, change: Change): Mail => ({
  to,
  subject: `Guardians of ${change.owner}’s wallet were changed`,
  ...letter({
    title: `Wallet “${change.walletName}” of ${change.owner}`,
    paragraphs: [...change.sentences, ...starts(change)],
    footer: `You get this mail since you guard this wallet, or did until now. Ask ${change.owner} when you did not expect it.`,
  }),
})
