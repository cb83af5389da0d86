import type { AccountNetwork } from '#contract/blockchain.ts'
import type { Clock } from '#server/deps.ts'
import type { Assets } from '#server/modules/assets/service.ts'

/** So long somebody who has looked at his assets may still be looking. */
const LOOKING_MS = 10 * 60_000
/** Others, each time: all of them come round, a node is never flooded. */
const OTHERS = 40

/** Whose addresses are asked about next: those that somebody looks at, and a few others in turn. */
export const makeTurn = (clock: Clock, assets: Pick<Assets, 'onListed'>, network: AccountNetwork) => {
  const looking = new Map<string, number>()
  let next = 0
  assets.onListed((accounts) => {
    const until = clock.now().getTime() + LOOKING_MS
    for (const account of accounts) if (account.network === network) looking.set(account.key, until)
  })

  return (watched: ReadonlySet<string>): string[] => {
    const now = clock.now().getTime()
    for (const [key, until] of looking) if (until < now) looking.delete(key)
    const all = [...watched]
    const others = Array.from(
      { length: Math.min(OTHERS, all.length) },
      (_, index) => all[(next + index) % all.length] ?? '',
    )
    next = all.length === 0 ? 0 : (next + others.length) % all.length
    return [...new Set([...others, ...[...looking.keys()].filter((key) => watched.has(key))])]
  }
}
