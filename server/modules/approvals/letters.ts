import { letter, minute } from '#server/mail/letter.ts'
import type { Mail } from '#server/mail/mailer.ts'

/** Says that a transaction waits, never of what: amount and recipient are read where they are signed. */
export const waitingLetter = (waiting: {
  to: string
  owner: string
  walletName: string
  expiresAt: Date
  link: string
}): Mail => ({
  to: waiting.to,
  subject: `${waiting.owner} asks for your approval`,
  ...letter({
    title: 'A transaction waits for you',
    paragraphs: [
      `You guard the wallet “${waiting.walletName}” of ${waiting.owner}, and a transaction from it needs its Guardians.`,
      `Look at it in the Guardian Hub and approve or decline it until ${minute(waiting.expiresAt.toISOString())}.`,
    ],
    action: { label: 'Open Guardian Hub', link: waiting.link },
    footer: `You did not expect this? Ask ${waiting.owner} before you approve. Without an answer nothing is sent.`,
  }),
})
