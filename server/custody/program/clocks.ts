import type { Witnesses } from '#server/custody/time.ts'
import type { Told } from './message.ts'

/** How far other clocks may be ahead of this one, in ms. */
const SKEW = 10 * 60_000

/** What callers tell of the time. Between two of them the database's goes on by the machine's steady clock. */
export const makeClocks = (): Witnesses & { hear(told: Told): void } => {
  let heard: { time: number; at: number } | undefined
  const blocks = new Map<number, number>()
  return {
    database: () => heard && heard.time + performance.now() - heard.at,
    blocks: () => blocks,
    hear(told) {
      // What has not come cannot be known: whoever says so is wrong, or lies to make a wrong clock look right.
      const latest = Date.now() + SKEW
      if (told.database !== undefined && told.database <= latest)
        heard = { time: told.database, at: performance.now() }
      for (const [chainId, at] of told.blocks) if (at <= latest) blocks.set(chainId, at)
    },
  }
}

export const tell = (witnesses: Witnesses | undefined): Told | undefined =>
  witnesses && { database: witnesses.database(), blocks: [...witnesses.blocks()] }
