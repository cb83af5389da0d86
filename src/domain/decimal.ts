import { Decimal as Base } from 'decimal.js'

/**
 * The one decimal.js constructor of this software. 200 digits hold every product of a uint256 amount and a price;
 * the default of 20 would silently drop digits.
 */
export const Decimal = Base.clone({
  precision: 200,
  rounding: Base.ROUND_HALF_UP,
  toExpNeg: -78,
  toExpPos: 78,
})
export type Decimal = Base
