export const BLOCKCHAINS = [
  'polygon:mainnet',
  'polygon:amoy',
  'ethereum:sepolia',
  'bitcoin:mainnet',
  'bitcoin:testnet',
  'bitcoin:regtest',
  'redbelly:devnet',
  'redbelly:testnet',
  'redbelly:mainnet',
  'hardhat',
] as const
export type Blockchain = (typeof BLOCKCHAINS)[number]

export const FAMILIES = ['polygon', 'ethereum', 'bitcoin', 'redbelly'] as const
export type Family = (typeof FAMILIES)[number]

export const NATIVE_SYMBOLS = ['matic', 'eth', 'btc', 'rbnt'] as const
export type NativeSymbol = (typeof NATIVE_SYMBOLS)[number]

/** What an account of a wallet is for: one address for all EVM chains, one per Bitcoin network. */
export const ACCOUNT_NETWORKS = ['evm', 'bitcoin', 'testnet', 'regtest'] as const
export type AccountNetwork = (typeof ACCOUNT_NETWORKS)[number]

export const GAS_SPEEDS = ['slow', 'normal', 'fast'] as const
export type GasSpeed = (typeof GAS_SPEEDS)[number]

export const isBlockchain = (id: string): id is Blockchain => (BLOCKCHAINS as readonly string[]).includes(id)
