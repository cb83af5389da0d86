import type { Asset } from '#contract/asset.ts'
import { assetAmountText, assetExactText, assetSymbol, showsChainBadge } from '#domain/asset.ts'
import { chainName, nativeSymbol } from '#domain/chain.ts'
import { assetPrice, assetUsd, type TokenIndex } from '#domain/portfolio.ts'
import { NONE, priceText, usdText } from '#domain/usd.ts'

export interface AssetRow {
  id: string
  symbol: string
  /** Native coin of the chain that the coin lives on, when it has to be told. */
  chainSymbol: string | undefined
  chain: string
  collectible: boolean
  amount: string
  exact: string
  price: string
  usd: string
  address: string | undefined
}

/** What both layouts show of one asset. */
export const assetRow = (asset: Asset, tokens: TokenIndex): AssetRow => {
  const price = assetPrice(asset, tokens)
  const usd = assetUsd(asset, tokens)
  return {
    id: asset.id,
    symbol: assetSymbol(asset),
    chainSymbol: showsChainBadge(asset.symbol) ? nativeSymbol(asset.blockchain) : undefined,
    chain: chainName(asset.blockchain),
    collectible: asset.type === 'ERC721',
    amount: assetAmountText(asset),
    exact: assetExactText(asset),
    price: price === undefined ? NONE : priceText(price),
    usd: usd === undefined ? NONE : usdText(usd),
    address: asset.address ?? undefined,
  }
}
