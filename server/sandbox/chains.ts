import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import type { Blockchain } from '#contract/blockchain.ts'
import { type AnvilOptions, startAnvil } from './anvil.ts'
import { startSandboxBitcoin } from './bitcoinchain.ts'
import { connect, payer } from './client.ts'
import { deployPermission, deployTokens, type SandboxToken } from './deploy.ts'
import { type Gift, giftCall } from './faucet.ts'
import { allowCall } from './kyc.ts'
import { hold, mine } from './mine.ts'

/** A local chain as the hooks see it, of whichever family. */
export type SandboxChain = {
  blockchain: Blockchain
  /** Where its node answers: JSON-RPC, or Esplora's interface. */
  rpcUrl: string
  nativeSymbol: string
  tokens: SandboxToken[]
  /** Resolves with the transaction hash: after it is mined, where that is at once. */
  give(gift: Gift): Promise<string>
  mine(blocks: number): Promise<number>
  /** Whether what waits stays out of blocks, which then come only by `mine`. */
  hold(held: boolean): Promise<void>
  /** Only where the permission contract is: completes KYC for an address. */
  allow?(address: string): Promise<string>
}
export type SandboxChains = { chains: SandboxChain[]; stop(): Promise<void> }

export type SandboxChainsOptions = {
  dataDir: string
  log: FastifyBaseLogger
  /** As in `startAnvil`; with 'manual' transactions wait for `mine`. */
  blockTime?: AnvilOptions['blockTime'] | 'manual'
  /** Without a Bitcoin chain. */
  evmOnly?: boolean
  ports?: Partial<Record<Blockchain, number>>
}

const CHAINS = [
  { blockchain: 'redbelly:testnet', chainId: 153, symbol: 'RBNT', kyc: true },
  { blockchain: 'hardhat', chainId: 31337, symbol: 'ETH', kyc: false },
] as const

/** Seconds between empty blocks. */
const BLOCK_TIME = 1

const startChain = async (spec: (typeof CHAINS)[number], options: SandboxChainsOptions) => {
  const { blockchain, chainId, symbol } = spec
  const blockTime = typeof options.blockTime === 'string' ? 0 : (options.blockTime ?? BLOCK_TIME)
  const anvil = await startAnvil({
    chainId,
    stateFile: join(options.dataDir, 'chains', `${blockchain.replace(':', '-')}.json`),
    log: options.log,
    port: options.ports?.[blockchain],
    blockTime: blockTime === 0 ? 'instant' : blockTime,
  })
  try {
    const client = connect(anvil.rpcUrl)
    const send = payer(client)
    const tokens = await deployTokens(client, send)
    const permission = spec.kyc ? await deployPermission(client, send) : undefined
    if (options.blockTime === 'manual') await client.setAutomine(false)
    const chain: SandboxChain = {
      blockchain,
      rpcUrl: anvil.rpcUrl,
      nativeSymbol: symbol,
      tokens,
      give: async (gift) => send(giftCall(gift, { symbol, decimals: 18 }, tokens, blockchain)),
      mine: (blocks) => mine(client, blocks),
      hold: (held) => hold(client, held, blockTime),
      ...(permission && { allow: async (address) => send(allowCall(permission, address)) }),
    }
    return { chain, stop: anvil.stop }
  } catch (error) {
    await anvil.stop().catch(() => undefined)
    throw error
  }
}

/** Starts the local chains side by side and deploys what their first start needs. */
export const startSandboxChains = async (options: SandboxChainsOptions): Promise<SandboxChains> => {
  const results = await Promise.allSettled([
    ...CHAINS.map((spec) => startChain(spec, options)),
    ...(options.evmOnly ? [] : [startSandboxBitcoin(options)]),
  ])
  const started = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
  const stop = async () => {
    await Promise.all(started.map(({ stop: end }) => end()))
  }
  const failure = results.find((result) => result.status === 'rejected')
  if (failure) {
    await stop().catch(() => undefined)
    throw failure.reason
  }
  return { chains: started.map(({ chain }) => chain), stop }
}
