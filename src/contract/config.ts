import * as z from 'zod/mini'
import { ACCOUNT_NETWORKS } from './blockchain.ts'
import { openEnum } from './primitive.ts'

/** What the page must know of this installation before anyone signs in. */
export const Config = z.object({
  testnetPageUrl: z.string(),
  bitcoinNetwork: openEnum(ACCOUNT_NETWORKS),
  chains: z.array(
    z.object({
      blockchain: z.string(),
      available: z.boolean(),
      /** Blocks, its own included, after which a transaction is final. */
      confirmations: z.optional(z.number()),
    }),
  ),
  /** Base of a transaction link per chain, over the built-in ones; empty where no explorer knows the chain. */
  explorers: z.record(z.string(), z.string()),
  /** How long a weaker rule of guardians waits before it applies. */
  policyDelaySeconds: z.nullish(z.number()),
  vapidPublicKey: z.nullish(z.string()),
  googleEnabled: z.boolean(),
  /** Address of the sandbox page; absent on a real installation. */
  sandbox: z.nullish(z.string()),
})
export type Config = z.infer<typeof Config>
