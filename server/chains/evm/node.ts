import type { FastifyBaseLogger } from 'fastify'
import { createPublicClient, http, type PublicClient, TransactionReceiptNotFoundError } from 'viem'
import type { Blockchain } from '#contract/blockchain.ts'
import { CHAINS, chainName, nativeSymbol } from '#domain/chain.ts'
import type { Setting } from '#server/chains/setting.ts'
import { unavailable } from '#server/error.ts'
import type { Call, EvmChain, Hex } from './chain.ts'
import { ask, readHeld } from './contract.ts'
import { broadcastFailure, isUnreachable, reasonOf, refusal } from './failure.ts'
import { FEE_BLOCKS, feeTiers, TIP_PERCENTILES, type Tiers } from './fee.ts'
import { readPermission } from './permission.ts'
import { readBlocks, readTransfers } from './scan.ts'
import { isMultiToken, readMetadata } from './token.ts'
import { makeTracer } from './trace.ts'

const TIMEOUT = 10_000
/** Everyone who has the send panel open asks every few seconds. */
const FEES_KEPT_MS = 1000

export interface EvmOptions {
  blockchain: Blockchain
  rpcUrl: string
  setting: Setting
  log: FastifyBaseLogger
}

const makeClient = (rpcUrl: string): PublicClient =>
  createPublicClient({
    transport: http(rpcUrl, { timeout: TIMEOUT, retryCount: 1, retryDelay: 200 }),
    cacheTime: 0,
  })

export const makeEvmChain = ({ blockchain, rpcUrl, setting, log }: EvmOptions): EvmChain => {
  const known = CHAINS[blockchain]
  const symbol = nativeSymbol(blockchain)
  if (known.family === 'bitcoin' || !symbol) throw new Error(`${blockchain} is not an EVM chain`)
  const { chainId } = known
  const name = chainName(blockchain)
  const client = makeClient(rpcUrl)
  // A transaction is handed in once per call; whoever repeats it does so knowingly.
  const sender = createPublicClient({ transport: http(rpcUrl, { timeout: TIMEOUT, retryCount: 0 }) })
  const trace = makeTracer(client)
  let available = false
  let quoted: { at: number; tiers: Promise<Tiers> } | undefined

  const said = `${name} cannot be reached right now. Try again in a moment.` as const
  const reach = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work()
    } catch (error) {
      if (!isUnreachable(error)) throw error
      if (available) log.warn({ blockchain, reason: reasonOf(error) }, `${name} does not answer`)
      available = false
      throw unavailable(said)
    }
  }
  /** For what people ask: a chain that has not shown its id is not used at all. */
  const read = async <T>(work: () => Promise<T>): Promise<T> => {
    if (!available && !(await probe())) throw unavailable(said)
    return reach(work)
  }

  const probe = async (): Promise<boolean> => {
    try {
      const found = await client.getChainId()
      const right = found === chainId
      if (right && !available) log.info({ blockchain, chainId }, `${name} is available`)
      if (!right) {
        log.error(
          { blockchain, expected: chainId, found },
          `The node for ${blockchain} serves chain ${found}, not ${chainId}. The chain stays off until its RPC_URL is right.`,
        )
      }
      available = right
    } catch (error) {
      log.warn({ blockchain, reason: reasonOf(error) }, `${name} does not answer`)
      available = false
    }
    return available
  }

  let latestBlockAt: number | undefined

  const quote = async (): Promise<Tiers> => {
    const history = await client.getFeeHistory({
      blockCount: FEE_BLOCKS,
      rewardPercentiles: [...TIP_PERCENTILES],
    })
    const nextBaseFee = history.baseFeePerGas.at(-1) ?? 0n
    return feeTiers({ nextBaseFee, rewards: history.reward ?? [] }, setting.tips)
  }

  return {
    blockchain,
    family: 'evm',
    name,
    chainId,
    nativeSymbol: symbol,
    confirmations: setting.confirmations,
    pollMs: setting.pollMs,
    available: () => available,
    probe,
    head: () => read(async () => Number(await client.getBlockNumber({ cacheTime: 0 }))),
    fees() {
      const at = performance.now()
      if (quoted && at - quoted.at < FEES_KEPT_MS) return quoted.tiers
      const tiers = read(quote)
      quoted = { at, tiers }
      tiers.catch(() => {
        quoted = undefined
      })
      return tiers
    },
    balance: (address) => read(() => client.getBalance({ address: address as Hex })),
    tokenBalance: ({ address: contract, item = '' }, address) =>
      read(async () => {
        const held = await readHeld(client, { contract, item }, address)
        return held === 'nothing' ? undefined : held
      }),
    held: (holding, address, block) => read(() => readHeld(client, holding, address, block)),
    minedNonce: (address) =>
      read(() => client.getTransactionCount({ address: address as Hex, blockTag: 'latest' })),
    finalNonce: (address) =>
      read(async () => {
        const head = await client.getBlockNumber({ cacheTime: 0 })
        const last = head - BigInt(setting.confirmations) + 1n
        const blockNumber = last > 0n ? last : 0n
        return client.getTransactionCount({ address: address as Hex, blockNumber })
      }),
    pendingNonce: (address) =>
      read(() => client.getTransactionCount({ address: address as Hex, blockTag: 'pending' })),
    estimate: (call: Call) =>
      read(async () => {
        try {
          const units = await client.estimateGas({
            account: call.from,
            value: call.value,
            ...(call.to && { to: call.to }),
            ...(call.data && { data: call.data }),
          })
          return { kind: 'gas' as const, units }
        } catch (error) {
          if (isUnreachable(error)) throw error
          return { kind: 'refused' as const, reason: refusal(error, name) }
        }
      }),
    answer: ({ from, to, data }) =>
      read(async () => {
        try {
          return to && data ? await ask(client, to, data, undefined, from) : undefined
        } catch (error) {
          if (isUnreachable(error)) throw error
          return undefined
        }
      }),
    broadcast: async (raw) => {
      try {
        await sender.sendRawTransaction({ serializedTransaction: raw as Hex })
        return { kind: 'accepted' }
      } catch (error) {
        return broadcastFailure(error, name)
      }
    },
    knows: (hash) =>
      read(async () => {
        const found = await client.request({ method: 'eth_getTransactionByHash', params: [hash as Hex] })
        return found !== null
      }),
    receipt: (hash) =>
      read(async () => {
        try {
          const receipt = await client.getTransactionReceipt({ hash: hash as Hex })
          return {
            hash: receipt.transactionHash,
            blockNumber: Number(receipt.blockNumber),
            blockHash: receipt.blockHash,
            reverted: receipt.status === 'reverted',
            fee: receipt.gasUsed * receipt.effectiveGasPrice,
          }
        } catch (error) {
          if (error instanceof TransactionReceiptNotFoundError) return undefined
          throw error
        }
      }),
    blockHash: (number) =>
      read(async () => {
        const block = await client.request({
          method: 'eth_getBlockByNumber',
          params: [`0x${number.toString(16)}`, false],
        })
        return block?.hash ?? undefined
      }),
    latestBlockAt: () => latestBlockAt,
    blocks: (from, to, watched) =>
      read(async () => {
        const blocks = await readBlocks(client, from, to, watched)
        for (const { timestamp } of blocks) latestBlockAt = Math.max(latestBlockAt ?? 0, timestamp.getTime())
        return blocks
      }),
    transfers: (from, to, watched) => read(() => readTransfers(client, from, to, watched)),
    payments: (block) => read(() => trace(block)),
    isMultiToken: (address) => read(() => isMultiToken(client, address)),
    metadata: (address, type) => read(() => readMetadata(client, address as Hex, type)),
    isAllowed: (registry, address) =>
      read(async () => {
        try {
          return await readPermission(client, registry as Hex, address as Hex)
        } catch (error) {
          if (isUnreachable(error)) throw error
          log.warn(
            { blockchain, registry, reason: reasonOf(error) },
            'The permission registry gives no answer',
          )
          return false
        }
      }),
  }
}
