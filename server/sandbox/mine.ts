import type { NodeClient } from './client.ts'

export const MAX_BLOCKS = 1000

/** Adds empty blocks (or one with all that waits) and returns the height reached. */
export const mine = async (client: NodeClient, blocks: number): Promise<number> => {
  await client.mine({ blocks })
  return Number(await client.getBlockNumber({ cacheTime: 0 }))
}
