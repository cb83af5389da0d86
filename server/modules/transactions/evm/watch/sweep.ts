import type { EvmChain } from '#server/chains/evm/chain.ts'
import type { Reading, Target } from '#server/modules/assets/service.ts'
import type { TransactionDeps } from '#server/modules/transactions/deps.ts'
import type { Holder } from '#server/modules/wallets/service.ts'

/**
 * Balances can change without a transaction of ours (rebases, mining, calls inside contracts): those that somebody
 * looks at are read with the next block, a few others now and then.
 */
const SWEEP_ACCOUNTS = 8
const SWEEP_MS = 4000

type Deps = Pick<TransactionDeps, 'clock' | 'assets' | 'tokens'> & {
  holdersOf(keys: Iterable<string>): Promise<ReadonlyMap<string, Holder>>
}

export const makeSweep = ({ clock, assets, tokens, holdersOf }: Deps) => {
  const wanted = new Set<string>()
  let swept = 0
  let sweepAfter = 0
  assets.onListed((accounts) => {
    for (const { network, key } of accounts) if (network === 'evm') wanted.add(key)
  })

  const turn = (keys: readonly string[]): string[] => {
    const asked = [...wanted]
    wanted.clear()
    if (keys.length === 0 || clock.now().getTime() < sweepAfter) return asked
    sweepAfter = clock.now().getTime() + SWEEP_MS
    const next = Array.from(
      { length: Math.min(SWEEP_ACCOUNTS, keys.length) },
      (_, index) => keys[(swept + index) % keys.length] ?? '',
    )
    swept = (swept + next.length) % keys.length
    return [...asked, ...next]
  }

  const targetsOf = async (chain: EvmChain, keys: readonly string[]): Promise<Target[]> => {
    const native = await tokens.native(chain.blockchain)
    const targets: Target[] = []
    for (const holder of (await holdersOf(keys)).values()) {
      targets.push({ holder, token: native, item: '' })
      for (const { tokenId, item } of await assets.heldBy(holder.accountId, chain.blockchain)) {
        const token = await tokens.find(tokenId)
        if (token) targets.push({ holder, token, item })
      }
    }
    return targets
  }

  /** What differs from what is written down, of those whose turn it is. */
  return async (chain: EvmChain, head: number, watched: ReadonlySet<string>): Promise<Reading[]> => {
    const keys = turn([...watched])
    return keys.length === 0
      ? []
      : assets.changed(await assets.read(chain, await targetsOf(chain, keys), head))
  }
}
