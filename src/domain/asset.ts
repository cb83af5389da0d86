import type { Asset } from '#contract/asset.ts'
import { amountText, exactText, groupedText, unitsToText, unitText, wholeText } from './amount.ts'
import { nativeSymbol } from './chain.ts'

/** Collectibles are counted whole whatever decimals they announce. */
export const assetDecimals = (asset: Pick<Asset, 'type' | 'decimals'>): number | null | undefined =>
  asset.type === 'ERC721' ? 0 : asset.decimals

/** Decimal text of what is owned, exact. */
export const assetAmount = (asset: Pick<Asset, 'amount' | 'type' | 'decimals'>): string =>
  unitsToText(asset.amount, assetDecimals(asset))

/** Smallest units that sends under way hold. */
const reservedUnits = (asset: Pick<Asset, 'reserved'>): bigint => BigInt(asset.reserved ?? 0)

/** Smallest units that can still be spent: what waits for guardians or the chain is promised already. */
export const availableUnits = (asset: Pick<Asset, 'amount' | 'reserved'>): bigint => {
  const free = BigInt(asset.amount) - reservedUnits(asset)
  return free > 0n ? free : 0n
}

/** The asset as if it held only what can be spent. */
export const spendable = <T extends Pick<Asset, 'amount' | 'reserved'>>(asset: T): T => ({
  ...asset,
  amount: availableUnits(asset).toString(),
  reserved: '0',
})

/** `142,347 · 98,765 waiting`: what can be spent, and what is promised where something is. */
export const availableText = (asset: Pick<Asset, 'amount' | 'reserved' | 'type' | 'decimals'>): string => {
  const text = (units: bigint) => groupedText(unitsToText(units, assetDecimals(asset)))
  const reserved = reservedUnits(asset)
  const free = text(availableUnits(asset))
  return reserved > 0n ? `${free} · ${text(reserved)} waiting` : free
}

/** `1.23`, `1.5K`; collectibles `2`. */
export const assetAmountText = (asset: Pick<Asset, 'amount' | 'type' | 'decimals'>): string =>
  asset.type === 'ERC721' ? wholeText(assetAmount(asset)) : amountText(assetAmount(asset))

/** All digits, for the title and the accessible label. */
export const assetExactText = (asset: Pick<Asset, 'amount' | 'type' | 'decimals'>): string =>
  exactText(assetAmount(asset))

/** `RBNT`; collectibles `APE #12`. */
export const assetSymbol = (asset: Pick<Asset, 'symbol' | 'type' | 'tokenId'>): string =>
  unitText(asset.symbol, asset.type === 'ERC721' ? asset.tokenId : undefined)

const NO_BADGE: readonly string[] = ['eth', 'btc', 'matic', 'rbnt']

/** The coin of the chain, as a badge of what lies on it; undefined for coins that name their chain by themselves. */
export const chainBadge = (symbol: string, blockchain: string): string | undefined =>
  NO_BADGE.includes(symbol.toLowerCase()) ? undefined : nativeSymbol(blockchain)

/** Assets with nothing in them are dropped; an amount too small to display stays. */
export const ownedAssets = <T extends Pick<Asset, 'amount'>>(assets: readonly T[]): T[] =>
  assets.filter((asset) => BigInt(asset.amount) > 0n)
