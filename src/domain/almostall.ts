import type { Asset } from '#contract/asset.ts'
import { unitsToText } from './amount.ts'
import { assetDecimals, ownedAssets } from './asset.ts'
import { addFixed, compareFixed, type Fixed, multiplyFixed, parseFixed } from './fixed.ts'

type Held = Pick<Asset, 'id' | 'amount' | 'type' | 'decimals'>

const NINE = parseFixed('9')
const TEN = parseFixed('10')

/**
 * Whether so many units (smallest ones) of an asset are nine tenths or more of what its wallet is worth. Without a price
 * that can only be said where the wallet holds nothing else.
 */
export const isAlmostAll = <T extends Held>(
  assets: readonly T[],
  asset: T,
  units: bigint,
  /** USD for a whole asset, decimal text. */
  priceOf: (asset: T) => string | null | undefined,
): boolean => {
  const worth = (one: T, amount: bigint | string): Fixed | undefined => {
    const price = priceOf(one)
    if (price == null || parseFixed(price).digits === 0n) return undefined
    return multiplyFixed(parseFixed(unitsToText(amount, assetDecimals(one))), parseFixed(price))
  }
  const moved = worth(asset, units)
  if (!moved) {
    const [only, ...others] = ownedAssets(assets)
    return only?.id === asset.id && others.length === 0 && units * 10n >= BigInt(only.amount) * 9n
  }
  const total = assets.reduce<Fixed>(
    (sum, one) => addFixed(sum, worth(one, one.amount) ?? parseFixed('0')),
    parseFixed('0'),
  )
  return total.digits > 0n && compareFixed(multiplyFixed(moved, TEN), multiplyFixed(total, NINE)) >= 0
}
