import type { Asset } from '#contract/asset.ts'
import {
  type AccountNetwork,
  BLOCKCHAINS,
  type Blockchain,
  type Family,
  isBlockchain,
  type NativeSymbol,
} from '#contract/blockchain.ts'
import type { Transaction } from '#contract/transaction.ts'
import type { Account } from '#contract/wallet.ts'

export type BitcoinNetwork = 'mainnet' | 'testnet' | 'regtest'

interface Common {
  name: string
  /** Base of a transaction's page at a block explorer. */
  explorer?: string
}
interface EvmChain extends Common {
  family: Exclude<Family, 'bitcoin'>
  chainId: number
}
interface BitcoinChain extends Common {
  family: 'bitcoin'
  network: BitcoinNetwork
  account: AccountNetwork
  /** First 32 hex digits of the genesis block's hash: its CAIP-2 reference (BIP 122). */
  genesis: string
}
export type Chain = EvmChain | BitcoinChain

export const CHAINS: Readonly<Record<Blockchain, Chain>> = {
  'polygon:mainnet': {
    name: 'Polygon',
    family: 'polygon',
    chainId: 137,
    explorer: 'https://polygonscan.com/tx/',
  },
  'polygon:amoy': {
    name: 'Polygon Amoy',
    family: 'polygon',
    chainId: 80002,
    explorer: 'https://amoy.polygonscan.com/tx/',
  },
  'ethereum:sepolia': {
    name: 'Ethereum Sepolia',
    family: 'ethereum',
    chainId: 11155111,
    explorer: 'https://sepolia.etherscan.io/tx/',
  },
  'bitcoin:mainnet': {
    name: 'Bitcoin',
    family: 'bitcoin',
    network: 'mainnet',
    account: 'bitcoin',
    genesis: '000000000019d6689c085ae165831e93',
    explorer: 'https://mempool.space/tx/',
  },
  'bitcoin:testnet': {
    name: 'Bitcoin Testnet',
    family: 'bitcoin',
    network: 'testnet',
    account: 'testnet',
    genesis: '000000000933ea01ad0ee984209779ba',
    explorer: 'https://mempool.space/testnet/tx/',
  },
  'bitcoin:regtest': {
    name: 'Bitcoin Regtest',
    family: 'bitcoin',
    network: 'regtest',
    account: 'regtest',
    genesis: '0f9188f13cb7b2c71f2a335e3a4fc328',
  },
  'redbelly:devnet': { name: 'Redbelly Devnet', family: 'redbelly', chainId: 152 },
  'redbelly:testnet': {
    name: 'Redbelly Testnet',
    family: 'redbelly',
    chainId: 153,
    explorer: 'https://redbelly.testnet.routescan.io/tx/',
  },
  'redbelly:mainnet': {
    name: 'Redbelly',
    family: 'redbelly',
    chainId: 151,
    explorer: 'https://redbelly.routescan.io/tx/',
  },
  hardhat: { name: 'Hardhat', family: 'ethereum', chainId: 31337 },
}

const NATIVE: Readonly<Record<Family, NativeSymbol>> = {
  polygon: 'matic',
  ethereum: 'eth',
  bitcoin: 'btc',
  redbelly: 'rbnt',
}

/** Undefined for a chain that this version does not know. */
export const chainOf = (blockchain: string): Chain | undefined =>
  isBlockchain(blockchain) ? CHAINS[blockchain] : undefined

/** Display name; an unknown chain shows its id. */
export const chainName = (blockchain: string): string => chainOf(blockchain)?.name ?? blockchain

export const familyOf = (blockchain: string): Family | undefined => chainOf(blockchain)?.family

export const isBitcoin = (blockchain: string): boolean => familyOf(blockchain) === 'bitcoin'

/** Which Bitcoin network; undefined for every other chain. */
export const bitcoinNetworkOf = (blockchain: string): BitcoinNetwork | undefined => {
  const chain = chainOf(blockchain)
  return chain?.family === 'bitcoin' ? chain.network : undefined
}

/** Lower case, as in the list of native symbols; undefined for an unknown chain. */
export const nativeSymbol = (blockchain: string): NativeSymbol | undefined => {
  const family = familyOf(blockchain)
  return family && NATIVE[family]
}

/** Unit in which a fee is shown: satoshi on Bitcoin, else the native coin. */
export const feeUnit = (blockchain: string): string =>
  isBitcoin(blockchain) ? 'Satoshi' : (nativeSymbol(blockchain)?.toUpperCase() ?? '')

/** CAIP-2 id such as `eip155:153`; undefined for an unknown chain. */
export const caip2 = (blockchain: string): string | undefined => {
  const chain = chainOf(blockchain)
  if (!chain) return undefined
  return chain.family === 'bitcoin' ? `bip122:${chain.genesis}` : `eip155:${chain.chainId}`
}

/** The chain of a CAIP-2 id. */
export const blockchainOf = (id: string): Blockchain | undefined =>
  BLOCKCHAINS.find((blockchain) => caip2(blockchain) === id)

/** CAIP-2 ids of the chains that a dApp session may use. */
export const EVM_CHAIN_IDS: readonly string[] = BLOCKCHAINS.filter((id) => !isBitcoin(id)).flatMap(
  (id) => caip2(id) ?? [],
)

/** Which of a wallet's accounts holds assets of this chain; undefined for an unknown chain. */
export const accountNetworkOf = (blockchain: string): AccountNetwork | undefined => {
  const chain = chainOf(blockchain)
  return chain && (chain.family === 'bitcoin' ? chain.account : 'evm')
}

export const accountOn = <T extends Pick<Account, 'network'>>(
  wallet: { accounts: readonly T[] },
  blockchain: string,
): T | undefined => wallet.accounts.find(({ network }) => network === accountNetworkOf(blockchain))

/** The coin that pays fees on this chain, among the assets of one wallet; an amount of 0 counts as none. */
export const nativeAsset = <T extends Pick<Asset, 'blockchain' | 'type' | 'amount'>>(
  assets: readonly T[],
  blockchain: string,
): T | undefined =>
  assets.find((asset) => asset.blockchain === blockchain && !asset.type && BigInt(asset.amount) > 0n)

/**
 * Link to the transaction at a block explorer. None before a hash exists and on chains without an explorer.
 * `explorers` replaces built-in bases per chain.
 */
export const explorerUrl = (
  { blockchain, hash, txid }: Pick<Transaction, 'blockchain' | 'hash' | 'txid'>,
  explorers: Readonly<Record<string, string>> = {},
): string | undefined => {
  const id = isBitcoin(blockchain) ? (txid ?? hash) : (hash ?? txid)
  const base = explorers[blockchain] ?? chainOf(blockchain)?.explorer
  return id && base ? `${base}${encodeURIComponent(id)}` : undefined
}
