import * as z from 'zod/mini'
import type { Asset } from '#contract/asset.ts'
import { persistedAtom } from './persisted.ts'
import { store } from './store.ts'

const HiddenToken = z.object({
  blockchain: z.string(),
  address: z.string(),
  tokenId: z.nullish(z.string()),
  symbol: z.string(),
})
export type HiddenToken = z.infer<typeof HiddenToken>

/** Tokens that the user does not want to see on this device, in any of his wallets; the last one first. */
export const hiddenTokensAtom = persistedAtom<HiddenToken[]>('hidden-tokens', z.array(HiddenToken), [])

type Coin = Pick<Asset, 'blockchain' | 'address' | 'tokenId'>

/** Whether both are the same token; of a collection, the same item. */
export const isToken = (a: Coin, b: Coin): boolean =>
  a.blockchain === b.blockchain &&
  a.address?.toLowerCase() === b.address?.toLowerCase() &&
  (a.tokenId ?? '') === (b.tokenId ?? '')

export const isHidden = (hidden: readonly HiddenToken[], asset: Coin): boolean =>
  hidden.some((token) => isToken(token, asset))

const change = (by: (hidden: HiddenToken[]) => HiddenToken[]): void => store.set(hiddenTokensAtom, by)

/** A chain's own coin pays for its fees: it stays in sight. */
export const hideToken = ({ blockchain, address, tokenId, symbol }: Coin & Pick<Asset, 'symbol'>): void => {
  if (!address) return
  const token: HiddenToken = { blockchain, address, tokenId, symbol }
  change((hidden) => [token, ...hidden.filter((other) => !isToken(other, token))])
}

export const showToken = (token: Coin): void =>
  change((hidden) => hidden.filter((other) => !isToken(other, token)))
