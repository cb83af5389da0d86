import { isBlockchain } from '#contract/blockchain.ts'
import { nativeSymbol } from '#domain/chain.ts'

export interface PriceKey {
  blockchain: string
  /** Contract; absent for the native coin. A symbol never identifies a token. */
  address?: string | undefined
}

export interface Price {
  /** USD per whole coin, decimal text. */
  price: string
  updatedAt: string
}

/** Where prices come from. No price is undefined, never 0. */
export interface PriceSource {
  price(key: PriceKey): Promise<Price | undefined>
  /** For people who ask by symbol: native coins, and listed tokens by their listed symbol. */
  bySymbol(symbol: string): Promise<Price | undefined>
}

export interface ListedPrice extends PriceKey {
  symbol: string
  price: string
}

const keyOf = ({ blockchain, address }: PriceKey): string => `${blockchain} ${address?.toLowerCase() ?? ''}`

/** Prices that never change, for local chains. */
export const listedPrices = (list: readonly ListedPrice[], updatedAt: Date): PriceSource => {
  const known = new Map(list.map((entry) => [keyOf(entry), entry.price]))
  const symbols = new Map(list.map((entry) => [entry.symbol.toLowerCase(), entry.price]))
  const answer = (price: string | undefined): Price | undefined =>
    price === undefined ? undefined : { price, updatedAt: updatedAt.toISOString() }
  return {
    price: async (key) => answer(known.get(keyOf(key))),
    bySymbol: async (symbol) => answer(symbols.get(symbol.toLowerCase())),
  }
}

/** Nothing has a price. */
export const noPrices: PriceSource = {
  price: async () => undefined,
  bySymbol: async () => undefined,
}

/** A native coin has one price on all networks of its family. */
export const coinOf = ({ blockchain, address }: PriceKey): string | undefined =>
  address === undefined && isBlockchain(blockchain) ? nativeSymbol(blockchain) : undefined
