import * as z from 'zod/mini'
import { Decimals, DecimalText, Id, Instant, Revision, Units } from './primitive.ts'

/** Absent for the native coin of a chain. */
export const TOKEN_TYPES = ['ERC20', 'ERC721'] as const
export type TokenType = (typeof TOKEN_TYPES)[number]

export const Asset = z.object({
  id: Id,
  symbol: z.string(),
  accountId: Id,
  blockchain: z.string(),
  address: z.nullish(z.string()),
  decimals: z.nullish(Decimals),
  type: z.nullish(z.enum(TOKEN_TYPES)),
  amount: Units,
  /**
   * The part of `amount` that sends under way hold: what they move, and of the native coin also the most that they may
   * cost. It can be more than `amount`.
   */
  reserved: z.optional(Units),
  tokenId: z.nullish(z.string()),
  revision: Revision,
})
export type Asset = z.infer<typeof Asset>

/** Price in USD; absent when it is not known. Keyed by chain and contract, never by symbol. */
export const Token = z.object({
  id: Id,
  symbol: z.string(),
  blockchain: z.string(),
  address: z.nullish(z.string()),
  tokenId: z.nullish(z.string()),
  decimals: z.nullish(Decimals),
  price: z.nullish(DecimalText),
  type: z.nullish(z.enum(TOKEN_TYPES)),
  updatedAt: Instant,
})
export type Token = z.infer<typeof Token>

export const TokenInfo = z.extend(Token, { name: z.string(), logoUrl: z.nullish(z.string()) })
export type TokenInfo = z.infer<typeof TokenInfo>

const Tier = z.object({ maxFeePerGas: Units })
/** Wei per gas of each tier. */
export const GasPrice = z.object({ SLOW: Tier, NORMAL: Tier, FAST: Tier })
export type GasPrice = z.infer<typeof GasPrice>

/** Whole fee in satoshi of each tier; '0' when none can be computed. */
export const BtcEstimate = z.object({ SLOW: Units, NORMAL: Units, FAST: Units })
export type BtcEstimate = z.infer<typeof BtcEstimate>
