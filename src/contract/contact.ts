import * as z from 'zod/mini'
import { ACCOUNT_NETWORKS } from './blockchain.ts'
import { Id, Instant, openEnum, Revision } from './primitive.ts'

/** Somebody whom a user gave a name. Nobody else sees it. */
export const Contact = z.object({
  id: Id,
  name: z.string(),
  /** One on each network at most; on EVM chains with the capitals of EIP-55. */
  addresses: z.array(z.object({ network: openEnum(ACCOUNT_NETWORKS), address: z.string() })),
  note: z.string(),
  createdAt: Instant,
  revision: Revision,
})
export type Contact = z.infer<typeof Contact>

/** One that was written by something else than its user: no name for an address any more. */
export const ChangedContact = z.object({
  id: Id,
  /** '' where it is not one that could have been saved. */
  name: z.string(),
})
export type ChangedContact = z.infer<typeof ChangedContact>
