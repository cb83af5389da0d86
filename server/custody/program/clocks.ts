import type { Witnesses } from '#server/custody/time.ts'
import type { Told } from './message.ts'

/** What callers tell of the time. Between two of them the database's goes on by the machine's steady clock. */
export const makeClocks = (): Witnesses & { hear(told: Told): void } => {
  let heard: { time: number; at: number } | undefined
  const blocks = new Map<number, number>()
  return {
    database: () => heard && heard.time + performance.now() - heard.at,
    blocks: () => blocks,
    hear(told) {
      if (told.database !== undefined) heard = { time: told.database, at: performance.now() }
      for (const [chainId, at] of told.blocks) blocks.set(chainId, at)
    },
  }
}

export const tell = (witnesses: Witnesses | undefined): Told | undefined =>
  witnesses && { database: witnesses.database(), blocks: [...witnesses.blocks()] }
