import type { NodeClient } from './client.ts'

export const MAX_BLOCKS = 1000

/** Adds empty blocks (or one with all that waits) and returns the height reached. */
export const mine = async (client: NodeClient, blocks: number): Promise<number> => {
  await client.mine({ blocks })
  return Number(await client.getBlockNumber({ cacheTime: 0 }))
}

/** No transaction gets into a block until this is lifted, or `mine` is asked for one. */
export const hold = async (client: NodeClient, held: boolean, blockTime: number): Promise<void> => {
  await client.setAutomine(!held)
  if (blockTime > 0) await client.setIntervalMining({ interval: held ? 0 : blockTime })
}
