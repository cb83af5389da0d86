import type { Blockchain } from '#contract/blockchain.ts'

export type SandboxPrice = { blockchain: string; address?: string; symbol: string; price: string }

/** USD for one whole coin. */
const NATIVE_PRICES = [
  { blockchain: 'redbelly:testnet', symbol: 'RBNT', price: '0.05' },
  { blockchain: 'redbelly:devnet', symbol: 'RBNT', price: '0.05' },
  { blockchain: 'hardhat', symbol: 'ETH', price: '3000' },
  { blockchain: 'ethereum:sepolia', symbol: 'ETH', price: '3000' },
  { blockchain: 'polygon:amoy', symbol: 'MATIC', price: '0.5' },
  { blockchain: 'bitcoin:regtest', symbol: 'BTC', price: '64000.5' },
  { blockchain: 'bitcoin:testnet', symbol: 'BTC', price: '64000.5' },
] satisfies (SandboxPrice & { blockchain: Blockchain })[]

/** USD for one whole token of those that the sandbox itself deploys. */
const TOKEN_PRICES: Record<string, string> = { USDC: '1', DAI: '1' }

/**
 * The sandbox's price list: native coins by chain, tokens by chain and contract address. `tokens` are the
 * sandbox's own; one without an entry here has no price.
 */
export const sandboxPrices = (
  tokens: readonly { blockchain: string; address: string; symbol: string }[],
): SandboxPrice[] => [
  ...NATIVE_PRICES,
  ...tokens.flatMap(({ blockchain, address, symbol }) => {
    const price = TOKEN_PRICES[symbol]
    return price === undefined ? [] : [{ blockchain, address, symbol, price }]
  }),
]
