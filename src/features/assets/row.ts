import type { Asset } from '#contract/asset.ts'
import { assetAmountText, assetExactText, assetSymbol, chainBadge } from '#domain/asset.ts'
import { chainName } from '#domain/chain.ts'
import { shown } from '#domain/notation.ts'
import { assetPrice, assetUsd, isGenuine, type TokenIndex } from '#domain/portfolio.ts'
import { NONE, priceText, usdText } from '#domain/usd.ts'

/** What both layouts show of one asset. */
export const assetRow = (asset: Asset, tokens: TokenIndex) => {
  const price = assetPrice(asset, tokens)
  const usd = assetUsd(asset, tokens)
  const collectible = asset.type === 'ERC721'
  return {
    id: asset.id,
    symbol: asset.symbol,
    /** `RBNT`, `APE #12`. */
    unit: assetSymbol(asset),
    /** Native coin of the chain that the coin lives on, when it has to be told. */
    chainSymbol: chainBadge(asset.symbol, asset.blockchain),
    chain: chainName(asset.blockchain),
    genuine: isGenuine(asset, tokens),
    collectible,
    tokenId: collectible ? (asset.tokenId ?? undefined) : undefined,
    amount: assetAmountText(asset),
    exact: shown(assetExactText(asset)),
    price: price === undefined ? NONE : priceText(price),
    usd: usd === undefined ? NONE : usdText(usd),
    address: asset.address ?? undefined,
  }
}
export type AssetRow = ReturnType<typeof assetRow>

export interface AssetRowsProps {
  rows: readonly AssetRow[]
  selectedId: string | undefined
  onOpen: (id: string) => void
}
