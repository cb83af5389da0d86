import type { EvmChain } from '#server/chains/evm/chain.ts'
import type { Held } from '#server/chains/evm/contract.ts'
import type { Target } from '#server/modules/assets/service.ts'
import type { Change } from './net.ts'

/** A chain that is asked once for what an address held in a block. */
export const remembering = (chain: EvmChain): EvmChain => {
  const asked = new Map<string, Promise<Held>>()
  return {
    ...chain,
    held(holding, address, block) {
      const key = `${block} ${address} ${holding.contract} ${holding.item}`
      const held = asked.get(key) ?? chain.held(holding, address, block)
      asked.set(key, held)
      return held
    },
  }
}

/** Balances at the end of blocks; undefined where they cannot be known. */
export const makeScale = (chain: EvmChain) => {
  const at = async ({ token, item, holder }: Target, block: number): Promise<bigint | undefined> => {
    const held = await chain.held({ contract: token.contract, item }, holder.address, block)
    // A contract that is not there holds nothing for anybody.
    return held === 'nothing' ? 0n : held
  }

  return {
    at,
    async change(target: Target, block: number): Promise<Change | undefined> {
      const [before, after] = await Promise.all([at(target, block - 1), at(target, block)])
      if (before === undefined || after === undefined) return undefined
      return { units: after - before, exact: true }
    },
  }
}

export type Scale = ReturnType<typeof makeScale>

/** More blocks than this are not looked through for one rise. */
const DEPTH = 1 << 16
/** Balances that are read to find the blocks of one wallet's rises. */
const LOOKS = 96

/**
 * Blocks up to `high` in which a balance rose, since it last was `from`: first back in steps that double, then by
 * halves. Empty when the node does not know blocks that old. At the end of block `lowest` it was `from`, if given.
 */
export const findRises = async (
  balanceAt: (block: number) => Promise<bigint | undefined>,
  from: bigint,
  high: number,
  lowest = 0,
): Promise<number[]> => {
  let looks = 0
  const look = async (block: number): Promise<bigint | undefined> => {
    looks += 1
    return looks > LOOKS ? undefined : balanceAt(block)
  }

  const within = async (low: number, before: bigint, last: number, after: bigint): Promise<number[]> => {
    if (before === after) return []
    if (last - low === 1) return after > before ? [last] : []
    const middle = low + ((last - low) >> 1)
    const balance = await look(middle)
    if (balance === undefined) return []
    return [...(await within(low, before, middle, balance)), ...(await within(middle, balance, last, after))]
  }

  const top = await look(high)
  if (top === undefined || top <= from) return []
  for (let step = 1; step <= DEPTH; step *= 2) {
    const low = Math.max(lowest, high - step)
    const balance = await look(low)
    if (balance === undefined) return []
    if (balance === from || low === lowest) return within(low, balance, high, top)
  }
  return []
}
