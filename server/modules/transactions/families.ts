import { isBitcoin } from '#server/chains/bitcoin/chain.ts'
import { isEvm } from '#server/chains/evm/chain.ts'
import type { Chain } from '#server/chains/family.ts'
import { bitcoinFamily } from './bitcoin/family.ts'
import type { TransactionDeps } from './deps.ts'
import { evmFamily } from './evm/family.ts'
import type { Family } from './family.ts'

/** By chain. */
export type Families = ReadonlyMap<string, Family>

const familyOf = (deps: TransactionDeps, chain: Chain): Family | undefined => {
  if (isEvm(chain)) return evmFamily(deps, chain)
  return isBitcoin(chain) ? bitcoinFamily(deps, chain) : undefined
}

/** For each chain of this installation what its family does there. */
export const makeFamilies = (deps: TransactionDeps): Families =>
  new Map(
    deps.chains.all().flatMap((chain): [string, Family][] => {
      const family = familyOf(deps, chain)
      return family ? [[chain.blockchain, family]] : []
    }),
  )
