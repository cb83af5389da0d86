import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'

/**
 * Its owner, or a guardian who is asked, agrees that a wallet goes on from an older state that an operator took. Needs a
 * fresh second factor. Answers whose word is still missing.
 */
export const agreeRelease = endpoint({
  method: 'POST',
  path: 'wallets/{id}/release',
  access: 'sid',
  reply: z.object({
    missing: z.object({ owner: z.boolean(), operator: z.boolean(), guardians: z.number() }),
  }),
})
