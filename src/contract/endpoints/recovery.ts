import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'

/**
 * A guardian agrees that a wallet's owner, who is said to have lost authenticator and backup codes, sets up others. Needs
 * a fresh second factor. Answers how many guardians of this wallet are missing.
 */
export const agreeRecovery = endpoint({
  method: 'POST',
  path: 'wallets/{id}/recovery',
  access: 'sid',
  reply: z.object({ missing: z.number() }),
})

/** Whoever is signed in takes that notice about his own account back. */
export const refuseRecovery = endpoint({
  method: 'POST',
  path: 'auth/refuse-recovery',
  access: 'sid',
  reply: null,
})
