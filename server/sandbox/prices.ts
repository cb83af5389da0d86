import { BLOCKCHAINS, type NativeSymbol } from '#contract/blockchain.ts'
import { nativeSymbol } from '#domain/chain.ts'

export type SandboxPrice = { blockchain: string; address?: string; symbol: string; price: string }

/** USD for one whole coin. */
const NATIVE_PRICES: Readonly<Record<NativeSymbol, string>> = {
  rbnt: '0.05',
  eth: '3000',
  btc: '64000.5',
  matic: '0.5',
}

/** USD for one whole token of those that the sandbox itself deploys. */
const TOKEN_PRICES: Record<string, string> = { USDC: '1', DAI: '1' }

/**
 * The sandbox's price list: native coins by chain, tokens by chain and contract address. `tokens` are the
 * sandbox's own; one without an entry here has no price.
 */
export const sandboxPrices = (
  tokens: readonly { blockchain: string; address: string; symbol: string }[],
): SandboxPrice[] => [
  ...BLOCKCHAINS.flatMap((blockchain) => {
    const symbol = nativeSymbol(blockchain)
    return symbol ? [{ blockchain, symbol: symbol.toUpperCase(), price: NATIVE_PRICES[symbol] }] : []
  }),
  ...tokens.flatMap(({ blockchain, address, symbol }) => {
    const price = TOKEN_PRICES[symbol]
    return price === undefined ? [] : [{ blockchain, address, symbol, price }]
  }),
]
