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
