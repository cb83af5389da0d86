import * as z from 'zod/mini'
import { TOKEN_TYPES } from './asset.ts'
import { Decimals, Id, openEnum, Revision, Units } from './primitive.ts'
import { REQUEST_STATUSES, SESSION_STATUSES } from './status.ts'

/** SHA-256 as hex. */
export const Digest = z.string().check(z.regex(/^[0-9a-f]{64}$/, 'should be 64 hex digits in lower case'))

/** What a dApp says of itself: never trusted, always shown as text. */
export const Meta = z.object({
  name: z.string(),
  description: z.string(),
  url: z.string(),
  icons: z.array(z.string()),
})
export type Meta = z.infer<typeof Meta>

export const WcSession = z.object({
  id: Id,
  walletId: Id,
  topic: z.string(),
  peerMeta: z.nullish(Meta),
  proposerMeta: Meta,
  clientMeta: z.nullish(Meta),
  version: z.number(),
  status: openEnum(SESSION_STATUSES),
  createdAt: z.string(),
  expiresAt: z.nullish(z.string()),
  deletedAt: z.nullish(z.string()),
  shouldShow: z.boolean(),
  /** Networks that the dApp asked for and that are there. */
  blockchains: z.nullish(z.array(z.string())),
  revision: Revision,
})
export type WcSession = z.infer<typeof WcSession>

export const WcRequest = z.object({
  id: Id,
  walletId: Id,
  sessionId: Id,
  blockchain: z.string(),
  method: z.string(),
  params: z.array(z.unknown()),
  createdAt: z.string(),
  expiresAt: z.string(),
  status: openEnum(REQUEST_STATUSES),
  revision: Revision,
})
export type WcRequest = z.infer<typeof WcRequest>

/** What a dApp's transaction would cost and needs, as the chain says now; sums in the native coin's smallest units. */
export const WcQuote = z.object({
  available: Units,
  fee: z.nullish(Units),
  feeCeiling: z.nullish(Units),
  /** Why it could not be carried out. */
  problem: z.nullish(z.string()),
  /** What the chain says of the contracts that it touches. */
  tokens: z.array(
    z.object({
      address: z.string(),
      symbol: z.string(),
      decimals: z.nullish(Decimals),
      type: z.nullish(z.enum(TOKEN_TYPES)),
    }),
  ),
})
export type WcQuote = z.infer<typeof WcQuote>
