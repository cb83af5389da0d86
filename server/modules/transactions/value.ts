import { unitsToText } from '#domain/amount.ts'
import { Decimal } from '#domain/decimal.ts'
import type { Price } from '#server/chains/prices.ts'

/** US cents, half up; null when the price is not known or the sum is beyond what cents can hold exactly. */
export const cents = (
  units: bigint | string,
  decimals: number | null,
  price: Price | undefined,
): number | null => {
  if (!price) return null
  const value = new Decimal(unitsToText(units, decimals)).times(price.price).times(100).round()
  return value.lte(Number.MAX_SAFE_INTEGER) ? value.toNumber() : null
}
