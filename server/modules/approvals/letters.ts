import type { Writing } from '#server/mail/write.ts'

/** Says that a transaction waits, never of what: amount and recipient are read where they are signed. */
export const waitingLetter = (waiting: {
  to: string
  owner: string
  walletName: string
  expiresAt: string
  link: string
}): Writing => ({ to: waiting.to, say: (words) => words.waiting(waiting) })
