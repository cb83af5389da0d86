import * as z from 'zod/mini'
import { WALLET_NAME_MAX, WALLET_NAME_MIN } from './limit.ts'
import { required } from './rule.ts'

/** Field rules of wallets and transfers; the first screen does without them. */

export const ADDRESS_REQUIRED = 'Wallet address is required'
export const ASSET_REQUIRED = 'Asset is required'
export const AMOUNT_REQUIRED = 'Amount is required'

export const WALLET_NAME_REQUIRED = 'Wallet name is required'
export const WALLET_NAME_SHORT = `Wallet name should contain at least ${WALLET_NAME_MIN} symbols`
export const WALLET_NAME_LONG = `Wallet name should contain maximum ${WALLET_NAME_MAX} symbols`
export const WALLET_NAME_FORBIDDEN = 'Wallet name contains forbidden symbols'
export const WALLET_NAME_USED = 'This wallet name is already in use'
export const WALLET_NAME_SAME = 'Name should be different from current'

/** Letters and marks of any script, space, comma, period, both apostrophes, hyphen. */
export const WALLET_NAME_PATTERN = /^[\p{L}\p{M} ,.'’-]+$/u

const codePoints = (text: string) => [...text].length

export const WalletName = z.string().check(
  z.trim(),
  required(WALLET_NAME_REQUIRED),
  z.refine((name) => codePoints(name) >= WALLET_NAME_MIN, { error: WALLET_NAME_SHORT, abort: true }),
  z.refine((name) => codePoints(name) <= WALLET_NAME_MAX, { error: WALLET_NAME_LONG, abort: true }),
  z.regex(WALLET_NAME_PATTERN, WALLET_NAME_FORBIDDEN),
)
