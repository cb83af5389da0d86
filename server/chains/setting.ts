import type { Blockchain } from '#contract/blockchain.ts'
import type { BitcoinNetwork } from '#domain/chain.ts'

/** How this software treats one EVM chain. */
export interface Setting {
  /** Blocks, its own included, after which a transaction counts as final. */
  confirmations: number
  /** How often the head is asked for, in milliseconds: about half a block, a second at least. */
  pollMs: number
  /** Redbelly orders nothing by tip; its fee is the base fee alone. */
  tips: boolean
}

const POLYGON: Setting = { confirmations: 32, pollMs: 2000, tips: true }
/** Redbelly's blocks are final when they appear; one more covers a node that lags. */
const REDBELLY: Setting = { confirmations: 2, pollMs: 2000, tips: false }

const SETTINGS: Readonly<Partial<Record<Blockchain, Setting>>> = {
  'polygon:mainnet': { ...POLYGON, confirmations: 64 },
  'polygon:amoy': POLYGON,
  'ethereum:sepolia': { confirmations: 6, pollMs: 6000, tips: true },
  'redbelly:devnet': REDBELLY,
  'redbelly:testnet': REDBELLY,
  'redbelly:mainnet': REDBELLY,
  hardhat: { confirmations: 1, pollMs: 1000, tips: true },
}

/** A local chain mines at once, has one node and no reorganisations of its own. */
export const LOCAL: Readonly<Watching> = { confirmations: 1, pollMs: 1000 }

type Watching = Pick<Setting, 'confirmations' | 'pollMs'>

/** A block replaces the last one now and then; three deep that has not happened for years, but on the test network. */
const BITCOIN: Readonly<Record<BitcoinNetwork, Watching>> = {
  mainnet: { confirmations: 3, pollMs: 15_000 },
  testnet: { confirmations: 6, pollMs: 15_000 },
  regtest: { confirmations: 1, pollMs: 1000 },
}

export const bitcoinSetting = (network: BitcoinNetwork): Watching => BITCOIN[network]

export const settingOf = (blockchain: Blockchain): Setting => {
  const setting = SETTINGS[blockchain]
  if (!setting) throw new Error(`${blockchain} has no settings as an EVM chain`)
  return setting
}
