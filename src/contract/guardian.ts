import * as z from 'zod/mini'
import { Id, openEnum, Revision } from './primitive.ts'
import { INVITE_STATUSES } from './status.ts'

/** The guardian's side: `userEmail` and `walletAddress` are the owner's. */
export const Invite = z.object({
  id: Id,
  status: openEnum(INVITE_STATUSES),
  userEmail: z.string(),
  walletAddress: z.string(),
  walletName: z.optional(z.string()),
  /** It can be accepted until then. */
  expiresAt: z.nullish(z.string()),
  revision: Revision,
})
export type Invite = z.infer<typeof Invite>

/** The owner's side; its id is the invite's id. */
export const WalletApprover = z.object({
  id: Id,
  walletId: Id,
  approverEmail: z.string(),
  approverWalletAddress: z.nullish(z.string()),
  status: openEnum(INVITE_STATUSES),
  revision: Revision,
})
export type WalletApprover = z.infer<typeof WalletApprover>

export const GuardedWallet = z.object({
  id: Id,
  name: z.string(),
  user: z.object({ email: z.string() }),
  approverStatus: openEnum(INVITE_STATUSES),
})
export type GuardedWallet = z.infer<typeof GuardedWallet>

/** A text that only the server may issue; the guardian's wallet signs it (EIP-191). */
export const SignatureMessage = z.object({ message: z.string(), nonce: z.string(), timestamp: z.number() })
export type SignatureMessage = z.infer<typeof SignatureMessage>
