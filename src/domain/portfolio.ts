import type { Asset, Token } from '#contract/asset.ts'
import { assetAmount } from './asset.ts'
import {
  addFixed,
  compareFixed,
  type Fixed,
  fixedText,
  multiplyFixed,
  parseFixed,
  roundFixed,
} from './fixed.ts'

type Priced = Pick<Asset, 'blockchain' | 'address' | 'type' | 'tokenId'>
type Owned = Priced & Pick<Asset, 'amount' | 'decimals'>

/** Tokens by what they price: chain, contract (none for the native coin) and, for ERC721, token id. */
export type TokenIndex = ReadonlyMap<string, Token>

const key = ({ blockchain, address, type, tokenId }: Priced): string =>
  [blockchain, address?.toLowerCase() ?? '', type === 'ERC721' ? (tokenId ?? '') : ''].join('|')

export const tokenIndex = (tokens: readonly Token[]): TokenIndex =>
  new Map(tokens.map((token) => [key(token), token]))

/** What prices an asset, as the list of tokens has it. */
export const assetToken = (asset: Priced, tokens: TokenIndex): Token | undefined => tokens.get(key(asset))

/** The USD price of one whole asset as decimal text; undefined when no token prices it. */
export const assetPrice = (asset: Priced, tokens: TokenIndex): string | undefined =>
  assetToken(asset, tokens)?.price ?? undefined

/** Whether its symbol may be believed: it is a native coin, or its contract is one of those with a price. */
export const isGenuine = (asset: Priced, tokens: TokenIndex): boolean =>
  !asset.address || assetPrice(asset, tokens) !== undefined

const value = (asset: Owned, tokens: TokenIndex): Fixed | undefined => {
  const price = assetPrice(asset, tokens)
  return price === undefined ? undefined : multiplyFixed(parseFixed(assetAmount(asset)), parseFixed(price))
}

/** Worth of one asset in USD, exact; undefined without a price. */
export const assetUsd = (asset: Owned, tokens: TokenIndex): string | undefined => {
  const worth = value(asset, tokens)
  return worth && fixedText(worth)
}

/** Worth of all assets in USD; the sum is rounded once, to two decimals half up. No price counts as 0. */
export const portfolioUsd = (assets: readonly Owned[], tokens: TokenIndex): string => {
  const zero: Fixed = { digits: 0n, scale: 0 }
  const sum = assets.reduce((total, asset) => addFixed(total, value(asset, tokens) ?? zero), zero)
  return fixedText(roundFixed(sum, 2))
}

/** Largest worth first; what has no price comes last, by symbol. */
export const byWorth =
  (tokens: TokenIndex) =>
  (a: Owned & Pick<Asset, 'symbol'>, b: Owned & Pick<Asset, 'symbol'>): number => {
    const [first, second] = [value(a, tokens), value(b, tokens)]
    if (first && second) return compareFixed(second, first) || a.symbol.localeCompare(b.symbol)
    if (first || second) return first ? -1 : 1
    return a.symbol.localeCompare(b.symbol)
  }
