import type { ChainSet, HandIn } from '#server/chains/family.ts'
import { blockTimes } from '#server/chains/times.ts'
import { evmChains } from './chain.ts'

/** Transactions of one address on one chain. */
interface Counts {
  final: number
  latest: number
  pending: number
}

/** The chains that answer now, by their EIP-155 numbers, as an operator's commands need them. */
export interface Reached {
  counts(address: string): Promise<Map<number, Counts>>
  /** Reads the latest block of each, without which a chain that stalls could not say so; answers their times, in ms. */
  readTimes(): Promise<Map<number, number>>
  find(chainId: number): (HandIn & { name: string }) | undefined
}

export const nothingReached: Reached = {
  counts: async () => new Map(),
  readTimes: async () => new Map(),
  find: () => undefined,
}

export const reachChains = async (chains: Pick<ChainSet, 'all'>): Promise<Reached> => {
  const all = evmChains(chains)
  const answers = await Promise.all(all.map((chain) => chain.probe()))
  const reached = all.filter((_, index) => answers[index])
  return {
    async counts(address) {
      const counts = await Promise.all(
        reached.map(async (chain) => {
          const [final, latest, pending] = await Promise.all([
            chain.finalNonce(address),
            chain.minedNonce(address),
            chain.pendingNonce(address),
          ])
          return [chain.chainId, { final, latest, pending }] as const
        }),
      )
      return new Map(counts)
    },
    async readTimes() {
      for (const chain of reached) {
        const head = await chain.head()
        await chain.blocks(head, head, new Set())
      }
      return blockTimes({ all: () => reached })
    },
    find: (chainId) => reached.find((chain) => chain.chainId === chainId),
  }
}
