import type { FastifyBaseLogger } from 'fastify'
import { BLOCKCHAINS, type Blockchain } from '#contract/blockchain.ts'
import { type BitcoinNetwork, isBitcoin } from '#domain/chain.ts'
import { makeBitcoinChain } from './bitcoin/node.ts'
import { makeEvmChain } from './evm/node.ts'
import type { Chain, ChainSet } from './family.ts'
import { bitcoinSetting, LOCAL, settingOf } from './setting.ts'

const PROBE_MS = 15_000

export interface ChainOptions {
  rpcUrls: Readonly<Partial<Record<Blockchain, string>>>
  /** Esplora's interface over a node of the one Bitcoin network. */
  bitcoin?: { network: BitcoinNetwork; esploraUrl: string; confirmations?: number | undefined } | undefined
  /** The nodes are local stand-ins: final at once, asked every second. */
  local: boolean
  log: FastifyBaseLogger
  /** Replaces every chain's own interval, in milliseconds. */
  pollMs?: number
}

/** The EVM chains that RPC_URL_{CHAIN} switches on, and the Bitcoin chain of ESPLORA_URL. */
export const makeChains = ({ rpcUrls, bitcoin, local, log, pollMs }: ChainOptions): ChainSet => {
  const chains = new Map<string, Chain>()
  for (const blockchain of BLOCKCHAINS) {
    const rpcUrl = rpcUrls[blockchain]
    if (!rpcUrl || isBitcoin(blockchain)) continue
    const setting = { ...settingOf(blockchain), ...(local && LOCAL), ...(pollMs && { pollMs }) }
    chains.set(blockchain, makeEvmChain({ blockchain, rpcUrl, setting, log }))
  }
  if (bitcoin) {
    const { network, esploraUrl, confirmations } = bitcoin
    const blockchain = `bitcoin:${network}` as const
    const setting = {
      ...bitcoinSetting(network),
      ...(local && LOCAL),
      ...(confirmations && { confirmations }),
      ...(pollMs && { pollMs }),
    }
    chains.set(blockchain, makeBitcoinChain({ blockchain, esploraUrl, ...setting, log }))
  }
  const all = [...chains.values()]
  let timer: NodeJS.Timeout | undefined
  return {
    get: (blockchain) => chains.get(blockchain),
    all: () => all,
    list: () =>
      all.map((chain) => ({
        blockchain: chain.blockchain,
        available: chain.available(),
        confirmations: chain.confirmations,
      })),
    async start() {
      await Promise.all(all.map((chain) => chain.probe()))
      timer = setInterval(() => {
        for (const chain of all) if (!chain.available()) void chain.probe()
      }, PROBE_MS)
      timer.unref()
    },
    async stop() {
      clearInterval(timer)
    },
  }
}
